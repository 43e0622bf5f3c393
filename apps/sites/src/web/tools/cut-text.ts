/** The maximum characters of a part: some ten thousand words, which models read at a time. */
const longest = 60_000;

/** A text in parts, cut between lines if possible. The joined parts are the text. */
export function cutText(text: string, most = longest): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > most) {
    const line = rest.lastIndexOf('\n', most - 1) + 1;
    const end = line > 0 ? line : isPair(rest, most) ? most - 1 : most;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...parts, rest];
}

/** Whether a cut there would split a surrogate pair. */
const isPair = (text: string, at: number): boolean => text.codePointAt(at - 1)! > 0xffff;
