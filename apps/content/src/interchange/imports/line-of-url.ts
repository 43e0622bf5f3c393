/** The characters right before and after an address in Markdown and HTML. */
const before = /[\s("'<=[:]/;
const after = /[\s)"'>\]]/;

/** The line, from 1, with the first complete occurrence of an address; 1 where it is written in another way. */
export function lineOfUrl(source: string, url: string): number {
  let line = 1;
  let counted = 0;
  for (let at = source.indexOf(url); at >= 0; at = source.indexOf(url, at + 1)) {
    for (let end = source.indexOf('\n', counted); end >= 0 && end < at; end = source.indexOf('\n', counted)) {
      line++;
      counted = end + 1;
    }
    const next = source[at + url.length];
    if ((at === 0 || before.test(source[at - 1]!)) && (next === undefined || after.test(next))) return line;
  }
  return 1;
}
