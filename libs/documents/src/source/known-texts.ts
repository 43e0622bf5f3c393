import type { Block } from '../model/model';
import type { Fingerprints } from './fingerprint';
import { childLevel, unitsOf, type Level } from './level';
import { childrenOf, twinsOf, type WrittenSource } from './written-source';

/** The text of every block in some files, by what the block says: for blocks that moved or came from another file. */
export class KnownTexts {
  private known: Map<string, string> | undefined;

  constructor(
    private readonly sources: readonly WrittenSource[],
    private readonly prints: Fingerprints,
  ) {}

  /** Without what stood before its lines. */
  find(block: Block): string | undefined {
    return (this.known ??= this.collect()).get(this.prints.of(block));
  }

  private collect(): Map<string, string> {
    const known = new Map<string, string>();
    for (const source of this.sources) {
      const level: Level = { kind: 'flow', range: { start: 0, end: source.body.length }, prefix: '', isInItem: false };
      this.add(source, level, source.document.nodes, source.nodes, known);
    }
    return known;
  }

  private add(
    source: WrittenSource,
    level: Level,
    stored: readonly Block[],
    read: readonly Block[],
    known: Map<string, string>,
  ): void {
    const blocks = twinsOf(stored, read);
    for (const { range, from, to } of unitsOf(read, source.spans) ?? []) {
      if (to - from > 1) continue;
      const [block, twin] = [blocks[from]!, read[from]!];
      const text = withoutPrefix(source.body.slice(range.start, range.end), level.prefix);
      const name = this.prints.of(block);
      if (text !== undefined && level.kind === 'flow' && !known.has(name)) known.set(name, text);
      const inner = childLevel(source, level, twin);
      if (inner) this.add(source, inner, childrenOf(block), childrenOf(twin), known);
    }
  }
}

/** The lines of a text without what each but the first begins with; undefined where one does not. */
function withoutPrefix(text: string, prefix: string): string | undefined {
  if (prefix === '') return text;
  const [first = '', ...lines] = text.split('\n');
  const bare = lines.map((line) =>
    line.startsWith(prefix) ? line.slice(prefix.length) : line.trimEnd() === prefix.trimEnd() ? '' : undefined,
  );
  return bare.includes(undefined) ? undefined : [first, ...bare].join('\n');
}
