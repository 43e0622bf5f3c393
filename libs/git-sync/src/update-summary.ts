import { isSameOutline, keyOfEntry, matchSummary, takenNodes, walkSummary } from './match-summary';
import { readSummary, type SummaryEntry, type SummaryNode } from './summary';
import type { OldEntry } from './summary-layout';
import { SummaryWriter } from './summary-writer';
import { writeSummary } from './write-summary';

interface SummaryUpdate {
  /** The folder of the file, from which its links start. */
  folder: string;
  /** Addresses of entries that are no pages: their lines are kept. */
  ignored: ReadonlySet<string>;
}

/**
 * Writes what a space has now into the table of contents that it came with. Only entries that moved, were added, renamed or
 * removed change; comments, text and entries that are no pages keep their lines, behind the entry that they follow.
 */
export function updateSummary(
  source: string,
  nodes: readonly SummaryNode[],
  { folder, ignored }: SummaryUpdate,
): string {
  const mark = source.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = source.slice(mark.length);
  const wanted = new Set(
    [...walkSummary(nodes)].flatMap((node) => (node.type === 'group' ? [] : keyOfEntry(node, folder))),
  );
  const isTaken = (entry: SummaryEntry) =>
    entry.type === 'link' && (!ignored.has(entry.url) || wanted.has(keyOfEntry(entry, folder)));
  const read = readSummary(text);
  const before = takenNodes(read.nodes, isTaken);
  const matches = matchSummary(before, nodes, folder) as Map<SummaryNode, OldEntry>;
  const written = new SummaryWriter(
    text,
    before as OldEntry[],
    read.rules,

    matches,
  ).write(nodes);
  // The content of a table of contents matters more than its layout.
  const isRight =
    written !== undefined && isSameOutline(takenNodes(readSummary(written).nodes, isTaken), nodes, folder);
  return mark + (isRight ? written : writeSummary(nodes));
}
