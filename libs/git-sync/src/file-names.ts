/** Bytes in UTF-8, so that a number and an extension still fit in the 255 of most systems. */
const longest = 200;

/** Names of Windows's devices, with any extension, and of folders that Git or an import leaves out. */
const reserved = /^(?:\.git|git~\d+|__macosx|(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\..*)?)$/i;

/** A name as every system can write it for a file or folder: `a:b` becomes `a-b`, and `con` becomes `_con`. Never empty. */
export function fileNameOf(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[<>:"/\\|?*\p{Cc}]/gu, '-')
    .replace(/^ +|[. ]+$/g, '');
  // HFS+ overlooks characters that are not seen.
  const isReserved = reserved.test(plain.replace(/\p{Cf}/gu, ''));
  return shortened(isReserved ? `_${plain}` : plain) || '_';
}

/** The beginning of a name, with its extension. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= longest) return name;
  const extension = /(?<=.)\.[^.]{1,16}$/su.exec(name)?.[0] ?? '';
  let left = longest - Buffer.byteLength(extension);
  let start = '';
  for (const character of name.slice(0, name.length - extension.length)) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    start += character;
  }
  return start + extension;
}
