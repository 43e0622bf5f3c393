/** A piece of a Markdown body that means by itself what it means in its place. */
export interface Part {
  /** Where it starts and ends in the body, in UTF-16 code units. */
  start: number;
  end: number;
  /** The lines of the body that stand before it. */
  line: number;
}

const heading = /^#{1,6} [^\n]*$/;
const paragraph = /^\p{L}[^\n]*(?:\n\p{L}[^\n]*)*$/u;
/** Signs of what may nest, of tables, and of math. */
const special = /[<{|]|\$\$/;
/** Openings of constructs that continue over blank lines to their end or the end of the body: HTML, tags, fences, math. */
const open = /<|\{%|```|~~~|\$\$/;

/**
 * The parts of a Markdown body, in order; blank lines between them are left out. Headings and paragraphs that begin at
 * the margin stand for themselves: a blank line ends every block before them (CommonMark 0.31, sections 4.8 and 5),
 * unless that is open. The text between them is one part. A body that defines links or footnotes is one part, as
 * they count for all of it.
 */
export function partsOf(body: string): Part[] {
  if (body.includes(']:')) return [{ start: 0, end: body.length, line: 0 }];
  const parts: Part[] = [];
  let between: Part | undefined;
  for (const run of runsOf(body)) {
    const text = body.slice(run.start, run.end);
    if (isAlone(text)) {
      parts.push(run);
      between = undefined;
      continue;
    }
    if (!between) parts.push((between = run));
    const endless = open.test(text);
    between.end = endless ? body.length : run.end;
    if (endless) break;
  }
  return parts;
}

const isAlone = (text: string): boolean => !special.test(text) && (heading.test(text) || paragraph.test(text));

/** Lines without a blank one between them. */
function* runsOf(body: string): Generator<Part> {
  let run: Part | undefined;
  for (let start = 0, line = 0; start <= body.length; line++) {
    const next = body.indexOf('\n', start);
    const end = next < 0 ? body.length : next;
    const isBlank = /^[ \t]*$/.test(body.slice(start, end));
    if (isBlank && run) yield run;
    if (isBlank) run = undefined;
    else if (run) run.end = end;
    else run = { start, end, line };
    start = end + 1;
  }
  if (run) yield run;
}
