import { longestRising } from './longest-rising';
import { slugsFor } from './slug';
import type { SummaryEntry, SummaryGroup, SummaryNode, SummaryRule } from './summary';
import { isHeading, shifted, shiftedLine, SummaryLayout, top, type Level, type OldEntry } from './summary-layout';
import { isBlank, linesOf, surroundingsOf, type LineRange, type SurroundingLines } from './summary-lines';
import { headingText, escapeText, linkText, ownText } from './write-summary';

type OldLineRange = LineRange & { old?: OldEntry };

/** Writes entries with the lines that they had, as far as they had some. */
export class SummaryWriter {
  private readonly lines: string[];
  private readonly out: string[] = [];
  private readonly eol: string;
  private readonly above = new Map<OldEntry, OldEntry | undefined>();
  private readonly layout: SummaryLayout;
  /** Lines that follow what is added behind the entry that they followed. */
  private deferred: string[] = [];
  private surroundings = new Map<OldEntry, SurroundingLines>();
  private rules: { stretch: OldLineRange; around: SurroundingLines }[] = [];

  constructor(
    source: string,
    private readonly before: readonly OldEntry[],
    private readonly ruleLines: readonly SummaryRule[],
    private readonly matches: ReadonlyMap<SummaryNode, OldEntry>,
  ) {
    this.lines = linesOf(source);
    this.layout = new SummaryLayout(this.lines, this.above);
    this.eol = source.includes('\r\n') ? '\r\n' : '\n';
  }

  /** Undefined where entries share lines, which cannot be written separately. */
  write(nodes: readonly SummaryNode[]): string | undefined {
    const surrounded = this.surround(nodes);
    if (!surrounded) return undefined;
    this.push(this.textOf(surrounded.head));
    this.topLevel(nodes);
    this.flush();
    this.push(this.textOf(surrounded.tail));
    return this.out.join('');
  }

  private surround(nodes: readonly SummaryNode[]) {
    const kept = new Set(this.matches.values());
    const stretches: OldLineRange[] = [];
    const collect = (entries: readonly OldEntry[], above: OldEntry | undefined) => {
      for (const old of entries) {
        this.above.set(old, above);
        const { from, to } = old.place;
        stretches.push({ old, from: from - 1, to, isKept: kept.has(old), isBlock: isHeading(old) });
        if (old.type !== 'computed') collect(old.children as OldEntry[], old);
      }
    };
    collect(this.before, undefined);
    const needed = this.endsOfGroups(nodes);
    const rules = this.ruleLines
      .map(({ line }): OldLineRange => ({ from: line - 1, to: line, isKept: true, isBlock: true }))
      .filter(({ to }) => {
        const next = stretches.find(({ from }) => from >= to);
        return next?.old && !isHeading(next.old);
      });
    for (const [index, rule] of rules.entries()) rule.isKept = index < needed;
    const all = [...stretches, ...rules].sort((a, b) => a.from - b.from);
    const found = surroundingsOf(this.lines, all);
    if (!found) return undefined;
    for (const stretch of stretches) this.surroundings.set(stretch.old!, found.of.get(stretch)!);
    this.rules = rules.filter(({ isKept }) => isKept).map((stretch) => ({ stretch, around: found.of.get(stretch)! }));
    return found;
  }

  /** How often an entry of the top comes after the heading of a group. */
  private endsOfGroups(nodes: readonly SummaryNode[]): number {
    return nodes.filter((node, index) => {
      const before = nodes[index - 1];
      return before && this.isHeading(before) && !this.isHeading(node);
    }).length;
  }

  /** A group that is an entry of the list stays one. */
  private isHeading(node: SummaryNode): boolean {
    return node.type === 'group' && isHeading(this.matches.get(node) ?? node);
  }

  private topLevel(nodes: readonly SummaryNode[]): void {
    let isOpen = false;
    let list: SummaryNode[] = [];
    const flush = () => {
      this.list(list, undefined, top);
      list = [];
    };
    for (const node of nodes) {
      const isHeading = this.isHeading(node);
      if (isHeading || isOpen) flush();
      if (isHeading) this.heading(node as SummaryGroup);
      else {
        if (isOpen) this.rule();
        list.push(node);
      }
      isOpen = isHeading;
    }
    flush();
  }

  private heading(group: SummaryGroup): void {
    this.flush();
    const old = this.matches.get(group) as (SummaryGroup & OldEntry) | undefined;
    if (old) {
      const { before, after } = this.surroundings.get(old)!;
      if (before.length > 0) this.push(this.textOf(before));
      else this.blankLine();
      this.push(isRenamed(old, group) ? [headingText(anchored(old, group)) + this.eol] : this.own(old));
      this.push(this.textOf(after));
    } else {
      this.blankLine();
      this.push([headingText(group) + this.eol, this.eol]);
    }
    this.list(group.children, old, top);
  }

  private rule(): void {
    this.flush();
    const rule = this.rules.shift();
    if (rule) {
      this.push(this.textOf(rule.around.before));
      this.push(this.lines.slice(rule.stretch.from, rule.stretch.to));
      this.push(this.textOf(rule.around.after));
    } else {
      this.blankLine();
      this.push([`***${this.eol}`, this.eol]);
    }
  }

  /** Entries beside each other; `level` is that of the entry above, whose lines were written. */
  private list(nodes: readonly SummaryNode[], above: OldEntry | undefined, level: Level): void {
    const stable = this.stable(nodes, above);
    const indents = nodes.map((node) => {
      const old = stable.has(node) ? this.matches.get(node)! : undefined;
      return old && shifted(this.layout.indentOf(old), level);
    });
    let last: { indent: string; bullet: string } | undefined;
    for (const [index, node] of nodes.entries()) {
      const old = this.matches.get(node);
      const next = indents.slice(index).find((one) => one !== undefined);
      const indent = indents[index] ?? last?.indent ?? next ?? this.layout.indentBelow(above, level);
      const bullet = (old && this.layout.bulletOf(old)) || last?.bullet || this.bulletBeside(nodes) || '* ';
      last = { indent, bullet };
      if (stable.has(node)) this.flush();
      this.entry(node, old, last);
    }
  }

  /** Writes an entry with all below it. */
  private entry(node: SummaryNode, old: OldEntry | undefined, place: { indent: string; bullet: string }): void {
    const level: Level = { ...place, from: old ? this.layout.indentOf(old) : '', to: old ? place.indent : '' };
    this.push(this.ownLines(node, old, level));
    if (old) {
      const { after } = this.surroundings.get(old)!;
      const split = this.endOfOwn(after, old.place.indent);
      this.push(this.textOf(after.slice(0, split)).map((line) => shiftedLine(line, level)));
      this.deferred.push(...this.textOf(after.slice(split)).map((line) => shiftedLine(line, level)));
    }
    if (node.type !== 'computed') this.list(node.children, old, level);
  }

  /** Lines after an entry up to one that is indented no further: those behind it may end the list. */
  private endOfOwn(after: readonly number[], indent: number): number {
    let end = after.findIndex((line) => {
      const text = this.lines[line]!;
      return !isBlank(text) && text.search(/\S/) <= indent;
    });
    if (end < 0) return after.length;
    while (end > 0 && isBlank(this.lines[after[end - 1]!]!)) end--;
    return end;
  }

  private ownLines(node: SummaryNode, old: OldEntry | undefined, level: Level): string[] {
    if (node.type === 'group')
      return old && old.type === 'group' && !isRenamed(old, node)
        ? this.own(old).map((line) => shiftedLine(line, level))
        : [`${level.indent}${level.bullet}${escapeText(node.title)}${this.eol}`];
    if (!old) return linesOf(ownText(node, level.indent, level.bullet)).map((line) => line.replace(/\n$/, this.eol));
    const lines = isRetitled(old, node) ? this.retitled(old, node) : this.own(old);
    return lines.map((line) => shiftedLine(line, level));
  }

  /** The lines of an entry with another title in its link. */
  private retitled(old: OldEntry, node: SummaryEntry): string[] {
    const { from, link } = old.place;
    if (!link || old.type !== 'link' || node.type !== 'link') return this.own(old);
    const start = this.lines.slice(0, from - 1).join('').length;
    const text = this.own(old).join('');
    const title = { title: node.title, ...(node.linkTitle && { linkTitle: node.linkTitle }) };
    return linesOf(text.slice(0, link[0] - start) + linkText(title, old.url) + text.slice(link[1] - start));
  }

  /** Entries that stand below the same one as before, and in the same order as each other. */
  private stable(nodes: readonly SummaryNode[], above: OldEntry | undefined): Set<SummaryNode> {
    const stayed = nodes.filter((node) => {
      const old = this.matches.get(node);
      return old && this.above.get(old) === above && !isHeading(old);
    });
    return new Set(longestRising(stayed, (node) => this.matches.get(node)!.place.from));
  }

  private bulletBeside(nodes: readonly SummaryNode[]): string | undefined {
    const beside = nodes.map((node) => this.matches.get(node)).find((old) => old && !isHeading(old));
    return beside ? this.layout.bulletOf(beside) : this.layout.firstBullet();
  }

  private own({ place: { from, to } }: OldEntry): string[] {
    return this.lines.slice(from - 1, to);
  }

  private textOf(lines: readonly number[]): string[] {
    return lines.map((line) => this.lines[line]!);
  }

  private flush(): void {
    this.push(this.deferred);
    this.deferred = [];
  }

  private blankLine(): void {
    const last = this.out.at(-1);
    if (last !== undefined && !isBlank(last)) this.push([this.eol]);
  }

  private push(lines: readonly string[]): void {
    for (const line of lines) {
      const last = this.out.at(-1);
      if (last !== undefined && !/[\r\n]$/.test(last)) this.out[this.out.length - 1] = last + this.eol;
      this.out.push(line);
    }
  }
}

/** Whether a heading has to be written anew to say what its group is now. */
const isRenamed = (old: SummaryGroup, group: SummaryGroup): boolean =>
  old.title !== plain(group.title) ||
  (old.anchor !== undefined && !slugsFor(old.anchor).includes(group.anchor ?? old.anchor));

/** An entry without a title of its own has the page's. */
const isRetitled = (old: OldEntry, node: SummaryEntry): boolean =>
  old.type === 'link' &&
  node.type === 'link' &&
  old.title !== '' &&
  (old.title !== plain(node.title) || (old.linkTitle ?? '') !== (node.linkTitle ?? ''));

const plain = (title: string): string => title.replace(/\s+/g, ' ').trim();

/** A group has an anchor in its heading where it had one, or where its title does not lead to its address. */
function anchored(old: SummaryGroup, { title, anchor }: SummaryGroup): Pick<SummaryGroup, 'title' | 'anchor'> {
  return { title, ...(anchor && (old.anchor !== undefined || !slugsFor(title).includes(anchor)) && { anchor }) };
}
