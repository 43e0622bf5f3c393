import { headOf } from '../markdown/front-matter';

/** A Markdown file in two: all that is before its body (byte order mark, front matter, blank lines), and the body. */
interface SplitSource {
  head: string;
  body: string;
}

/** The body is what the API hands out as the Markdown of a page. */
export function splitSource(source: string): SplitSource {
  const front = headOf(source);
  const blank = front === '' ? /^\uFEFF?/ : /^(?:[ \t]*\r?\n)*/;
  const head = front + blank.exec(source.slice(front.length))![0];
  return { head, body: source.slice(head.length) };
}
