import { renderMarkdown } from '../page';
import { writeTitle } from '../markdown/title';
import { BlockPrinter } from '../markdown/write';
import { readBody, readPlaced } from '../markdown/read';
import { plainLinks } from '../model/links';
import type { Block, Document } from '../model/model';
import { Fingerprints } from './fingerprint';
import { retitled } from './heading';
import { KnownTexts } from './known-texts';
import { LevelWriter, type Care } from './level-writer';
import { withLineEnds } from './line-ends';
import type { WrittenDocument } from './written-document';
import { readWritten, twinsOf, type WrittenSource } from './written-source';

interface PreserveOptions {
  /** The text of the `# Title` in the body, if there is one; it stays where nothing is said. */
  title?: string | undefined;
  /** Further documents with their files, whose text is taken for blocks that are theirs. */
  others?: readonly WrittenDocument[];
}

/** A block is written with ever less of its old text until it is read as what it is: see `LevelWriter`. */
const most: Care = 2;
const maximumRounds = 30;
/** Characters that are read again to find out what of a large file can stay, however much of it changed. */
const maximumReread = 1_000_000;

/**
 * The Markdown file of `next`, where `written` is the document before with its file: each block, item and child that did not change
 * keeps its very text, with what stands between, and a block that did change keeps its words' spelling where that still
 * says what it should. The file is read again to make sure of it; what cannot be kept is written in the canonical form.
 */
export function preserveSource(written: WrittenDocument, next: Document, options: PreserveOptions = {}): string {
  const source = readWritten(written);
  const others = (options.others ?? []).map(readWritten);
  const body = new FilePreserver(source, next, others, options.title).write();
  return withLineEnds(source.head + body, written.source);
}

class FilePreserver {
  private readonly prints = new Fingerprints();
  private readonly texts: KnownTexts;
  private readonly care: Care[];
  private readonly title: string | undefined;
  private readonly expected: readonly Block[];

  constructor(
    private readonly source: WrittenSource,
    private readonly next: Document,
    others: readonly WrittenSource[],
    title: string | undefined,
  ) {
    this.texts = new KnownTexts([source, ...others], this.prints);
    this.care = next.nodes.map(() => 0);
    this.title = source.title === undefined ? undefined : (title ?? source.title);
    this.expected = this.readAs();
  }

  write(): string {
    const { body, document, title } = this.source;
    if (this.title === title && this.prints.areSame(document.nodes, this.next.nodes)) return body;
    const rounds = Math.min(maximumRounds, Math.max(2, Math.floor(maximumReread / (body.length + 1))));
    for (let round = 0; round < rounds; round++) {
      const text = this.attempt();
      const wrong = this.firstWrong(text);
      if (wrong === undefined) return text;
      if (!this.raiseNear(wrong)) break;
    }
    this.raiseChanged();
    const text = this.attempt();
    if (this.firstWrong(text) === undefined) return text;
    return canonicalBody(this.next, this.title, this.source);
  }

  private attempt(): string {
    const { body, titleRange, nodes, document, links } = this.source;
    const printer = new BlockPrinter(body, links.resolver);
    const writer = new LevelWriter(this.source, this.prints, this.texts, printer);
    const from = titleRange?.end ?? 0;
    const level = { kind: 'flow', range: { start: from, end: body.length }, prefix: '', isInItem: false } as const;
    const blocks = writer.page(level, twinsOf(document.nodes, nodes), nodes, this.next.nodes, this.care);
    const notes = printer.footnotes();
    const text = this.heading() + blocks;
    return this.withoutIdle(notes.length === 0 ? text : `${text.trimEnd()}\n\n${notes.join('\n\n')}\n`);
  }

  /** All that stands before the first block: the title as it was written, as far as it says what it should. */
  private heading(): string {
    const { body, titleRange, title } = this.source;
    if (!titleRange || this.title === undefined) return '';
    const own = body.slice(titleRange.start, titleRange.end);
    const before = body.slice(0, titleRange.start);
    if (this.title === title) return before + own;
    return before + retitled(own, title!, this.title);
  }

  /** Takes away definitions that nothing refers to any more. */
  private withoutIdle(text: string): string {
    if (!text.includes(']:')) return text;
    const known = new Set(this.source.idle.map(({ start, end }) => this.source.body.slice(start, end)));
    const idle = readPlaced(text, true).idle.filter(({ start, end }) => !known.has(text.slice(start, end)));
    return idle.reduceRight((rest, { start, end }) => {
      const [before, after] = [rest.slice(0, start), rest.slice(end)];
      if (after.trim() === '') return before.trimEnd() + (before.trim() === '' ? '' : after);
      return /\n\n$|^$/.test(before) ? before + after.replace(/^\n+/, '') : before.replace(/\n$/, '') + after;
    }, text);
  }

  /** The first part of the text that is read otherwise than it should: the index of its block, or -1 for the title. */
  private firstWrong(text: string): number | undefined {
    const read = readBody(text, plainLinks, true, 0);
    if (read.title !== this.title) return -1;
    this.source.links.resolve(read.nodes);
    const count = Math.max(read.nodes.length, this.expected.length);
    for (let index = 0; index < count; index++)
      if (!this.prints.isSame(read.nodes[index], this.expected[index])) return index;
    return undefined;
  }

  /** The next document as it should be read: a block that stays is read as it was, even if it was stored otherwise. */
  private readAs(): readonly Block[] {
    const { nodes, document } = this.source;
    const stored = twinsOf(document.nodes, nodes);
    const reads = new Map(stored.map((block, index) => [this.prints.of(block), nodes[index]!]));
    return this.next.nodes.map((block) => reads.get(this.prints.of(block)) ?? block);
  }

  /** Leaves their text only to blocks that did not change. */
  private raiseChanged(): void {
    const stored = new Set(this.source.document.nodes.map((block) => this.prints.of(block)));
    this.next.nodes.forEach((block, index) => {
      if (!stored.has(this.prints.of(block))) this.care[index] = most;
    });
  }

  private raiseNear(wrong: number): boolean {
    const index = [wrong, wrong + 1, wrong - 1].find((one) => (this.care[one] ?? most) < most);
    if (index === undefined) return false;
    this.care[index] = (this.care[index]! + 1) as Care;
    return true;
  }
}

function canonicalBody(
  next: Document,
  title: string | undefined,
  { body: source, links }: Pick<WrittenSource, 'body' | 'links'>,
): string {
  const body = renderMarkdown(next, { links: links.resolver });
  const blank = /^(?:[ \t]*\n)*/.exec(source)![0];
  return blank + [title === undefined ? '' : `${writeTitle(title)}\n`, body].filter(Boolean).join('\n');
}
