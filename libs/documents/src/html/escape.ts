/** Escapes text for HTML that stands on one line of a Markdown page, in the spelling that Git Sync uses. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&#x26;')
    .replaceAll('<', '&#x3C;')
    .replaceAll('\0', '\uFFFD')
    .replace(/\r\n?|\n/g, '&#xA;');
}

/** Writes attributes, each with a space before it; `true` is a bare name, undefined and `false` are left out. */
export function attributes(values: Record<string, string | number | boolean | undefined>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) =>
      value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value)).replaceAll('"', '&#x22;')}"`,
    )
    .join('');
}

export function element(
  name: string,
  values: Record<string, string | number | boolean | undefined>,
  content: string,
): string {
  return `<${name}${attributes(values)}>${content}</${name}>`;
}
