import type { Blockquote, Paragraph, Text } from 'mdast';

/** The style of the hint that each kind of alert is. */
const styles: Record<string, string> = {
  note: 'info',
  tip: 'success',
  important: 'info',
  warning: 'warning',
  caution: 'danger',
};

const marker = /^\[!(note|tip|important|warning|caution)\][ \t]*(?=\n|$)/i;

/**
 * A quote that begins with a line such as `[!NOTE]` is an alert on GitHub ("Basic writing and formatting syntax", alerts).
 * Answers what it holds below that line. `source` is the text that the offsets of nodes are in.
 */
export function readAlert(
  { children }: Blockquote,
  source: string,
): { style: string; content: Blockquote['children'] } | undefined {
  const [first, ...rest] = children;
  const text = first?.type === 'paragraph' ? first.children[0] : undefined;
  if (first?.type !== 'paragraph' || text?.type !== 'text') return undefined;
  const found = marker.exec(text.value);
  if (!found || (found[0].length === text.value.length && first.children.length > 1)) return undefined;
  const style = styles[found[1]!.toLowerCase()]!;
  const body = withoutLine(first, text, found[0].length, source);
  return { style, content: body ? [body, ...rest] : rest };
}

/** A paragraph from its second line on; undefined where that is all of it. */
function withoutLine(node: Paragraph, text: Text, length: number, source: string): Paragraph | undefined {
  if (text.value.length === length) return undefined;
  const { start, end } = node.position!;
  const lineEnd = source.indexOf('\n', start.offset);
  const signs = /^[ \t>]*/.exec(source.slice(lineEnd + 1))![0];
  const place = { line: start.line + 1, column: signs.length + 1, offset: lineEnd + 1 + signs.length };
  const rest = { ...text, value: text.value.slice(length + 1), position: { start: place, end: text.position!.end } };
  return { ...node, children: [rest, ...node.children.slice(1)], position: { start: place, end } };
}
