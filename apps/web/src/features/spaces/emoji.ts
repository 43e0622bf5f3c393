/** The character of code points in hexadecimal with dashes between (`1f469-200d-1f4bb`); undefined for anything else. */
export function emojiCharacter(codes: string): string | undefined {
  if (!/^[0-9a-f]{2,6}(-[0-9a-f]{2,6}){0,12}$/i.test(codes)) return undefined;
  const points = codes.split('-').map((code) => parseInt(code, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined;
}
