import type { SummaryNode, SummaryPlace, SummaryText } from './summary';

/** An entry or group of the table of contents that is written into. */
export type OldEntry = Exclude<SummaryNode, SummaryText> & { place: SummaryPlace };

/** Characters before the bullets of an entry, and what those before the lines below it become. */
export interface Level {
  indent: string;
  bullet: string;
  from: string;
  to: string;
}

export const top: Level = { indent: '', bullet: '', from: '', to: '' };

/** The indents and bullets that the entries of a table of contents have, from which those of new entries follow. */
export class SummaryLayout {
  /** `above` has the entries in the order of the file, each with the one that it is below. */
  constructor(
    private readonly lines: readonly string[],
    private readonly above: ReadonlyMap<OldEntry, OldEntry | undefined>,
  ) {}

  indentOf({ place: { from, indent } }: OldEntry): string {
    return this.lines[from - 1]!.slice(0, indent);
  }

  bulletOf({ place: { from, indent, bullet } }: OldEntry): string {
    return this.lines[from - 1]!.slice(indent, indent + bullet);
  }

  firstBullet(): string | undefined {
    const first = [...this.above.keys()].find((old) => !isHeading(old));
    return first && this.bulletOf(first);
  }

  /** The indent of entries below one. */
  indentBelow(above: OldEntry | undefined, level: Level): string {
    const { indent, bullet } = level;
    if (!bullet) return '';
    const child = above && above.type !== 'computed' ? (above.children[0] as OldEntry | undefined) : undefined;
    if (child) return shifted(this.indentOf(child), level);
    const step = this.step();
    return indent + (step && (step.includes('\t') || step.length >= bullet.length) ? step : ' '.repeat(bullet.length));
  }

  /** By what the first nested entry of the file is indented. */
  private step(): string | undefined {
    for (const [child, above] of this.above) {
      if (!above || isHeading(above)) continue;
      const [inner, outer] = [this.indentOf(child), this.indentOf(above)];
      if (inner.startsWith(outer) && inner.length > outer.length) return inner.slice(outer.length);
    }
    return undefined;
  }
}

export const isHeading = (node: SummaryNode): boolean => node.type === 'group' && !node.isEntry;

/** An indent, or a line, of an entry whose entry above stands elsewhere now. */
export const shifted = (indent: string, { from, to }: Level): string =>
  indent.startsWith(from) ? to + indent.slice(from.length) : indent;

export const shiftedLine = (line: string, { from, to }: Level): string =>
  from !== to && line.startsWith(from) ? to + line.slice(from.length) : line;
