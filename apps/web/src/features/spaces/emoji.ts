/** The character of code points in hexadecimal with dashes between (`1f469-200d-1f4bb`); undefined for anything else. */
export function emojiCharacter(codes: string): string | undefined {
  if (!/^[0-9a-f]{2,6}(-[0-9a-f]{2,6}){0,12}$/i.test(codes)) return undefined;
  const points = codes.split('-').map((code) => parseInt(code, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined;
}

/** The code points of one emoji, as `emojiCharacter` reads them; undefined for any other text. */
export function emojiCodes(text: string): string | undefined {
  if (!/^\p{Extended_Pictographic}|^\p{Regional_Indicator}{2}$/u.test(text)) return undefined;
  const clusters = [...new Intl.Segmenter().segment(text)];
  return clusters.length === 1 ? Array.from(text, (sign) => sign.codePointAt(0)!.toString(16)).join('-') : undefined;
}

/** The fault of a text that should be one emoji; empty without one. */
export const problemOfEmoji = (text: string): string | undefined =>
  text.trim() !== '' && emojiCodes(text.trim()) === undefined ? 'Write one emoji, or leave it empty.' : undefined;
