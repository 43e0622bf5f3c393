import { canWriteCode, writeCode } from '../blocks/code';
import { withoutImplied } from '../blocks/conditions';
import { canWriteExpandable, writeExpandable } from '../blocks/expandable';
import { writeHtmlFlow } from '../blocks/html-blocks';
import { canWriteImages, writeDrawing, writeImages } from '../blocks/image';
import { canWriteList, listTypes, writeItem, writeList } from '../blocks/list';
import { startsHtmlBlock, writeCarried } from '../blocks/raw';
import { indent, type BlockWriter } from '../blocks/reader';
import { writeTable } from '../blocks/table-gfm';
import { writeTagBlock } from '../blocks/tag-blocks';
import { writeHeading, writeParagraph } from '../blocks/text';
import { textOfData } from '../inlines/inline-html';
import { block, blocksOf } from '../model/build';
import type { WriteContext } from '../model/context';
import { stableLink, titleOfUrl } from '../model/links';
import type { Block, ContentRef, LinkResolver } from '../model/model';
import { normaliseBlock } from '../model/normalise';

/** Writes blocks as Markdown in the Git Sync dialect. */
class MarkdownWriter implements BlockWriter {
  readonly context: WriteContext;
  private readonly footnotes: { number: number; body: Block[] }[] = [];
  private numbers?: ReadonlySet<number>;
  private inItem = false;

  constructor(
    private readonly nodes: Block[],
    links: LinkResolver | undefined,
    readonly isCompact = false,
  ) {
    const urlOf = (ref: ContentRef) => links?.urlOf(ref) ?? stableLink(ref);
    this.context = {
      urlOf,
      titleOf: (ref) => links?.titleOf?.(ref) ?? titleOfUrl(urlOf(ref)),
      footnote: (body) => this.addFootnote(body),
    };
  }

  document(): string {
    const blocks = this.nodes.length > 0 ? [this.blocks(this.nodes)] : [];
    return [...blocks, ...this.notes()].join('\n\n');
  }

  notes(): string[] {
    const notes: string[] = [];
    // Bodies may hold annotations, which add footnotes.
    for (const footnote of this.footnotes) notes.push(this.footnote(footnote));
    return notes;
  }

  list(list: Block, alternate: boolean): string {
    return this.block(list, alternate) ?? writeCarried(list);
  }

  item(item: Block, isTask: boolean, marker: string): string {
    return this.within(true, () => writeItem(item, isTask, marker, this));
  }

  private addFootnote(body: Block[]): number {
    let number = (this.footnotes.at(-1)?.number ?? 0) + 1;
    while (this.taken.has(number)) number++;
    this.footnotes.push({ number, body });
    return number;
  }

  /** Numbers that a kept piece of source may define. */
  private get taken(): ReadonlySet<number> {
    return (this.numbers ??= new Set(
      [...JSON.stringify(this.nodes).matchAll(/\[\^(\d{1,6})\]:/g)].map(([, n]) => Number(n)),
    ));
  }

  private footnote({ number, body }: { number: number; body: Block[] }): string {
    const content = indent(this.blocks(body), '    ').slice(4);
    return `[^${number}]: ${content}`;
  }

  htmlBlocks(blocks: Block[]): string {
    return writeHtmlFlow(blocks, this);
  }

  blocks(read: Block[]): string {
    const blocks = read.map(withoutImplied);
    let result = '';
    let last = '';
    let alternate = false;
    blocks.forEach((node, index) => {
      const previous = blocks[index - 1];
      alternate = previous !== undefined && isSameFamily(previous, node) && !alternate;
      const written = this.block(node, alternate) ?? writeCarried(node);
      if (previous) result += this.separator(previous, last, node);
      result += written;
      last = written;
    });
    return result;
  }

  /** Within a list item a nested list follows its text without a blank line, unless that is HTML, which goes on to one. */
  private separator(previous: Block, written: string, node: Block): string {
    const joins =
      this.inItem &&
      previous.type === 'paragraph' &&
      previous.data.source === undefined &&
      previous.data.align === undefined &&
      !startsHtmlBlock(written);
    return joins && canInterrupt(node) ? '\n' : '\n\n';
  }

  private block(node: Block, alternate: boolean): string | undefined {
    switch (node.type) {
      case 'paragraph':
        return writeParagraph(node, this);
      case 'heading-1':
      case 'heading-2':
      case 'heading-3':
        return writeHeading(node, this);
      case 'list-ordered':
      case 'list-unordered':
      case 'list-tasks':
        return canWriteList(node) ? this.within(true, () => writeList(node, this, alternate)) : undefined;
      case 'blockquote':
        return this.quote(node);
      case 'code':
        return canWriteCode(node) ? writeCode(node, this) : undefined;
      case 'divider':
        return this.inItem ? '___' : '***';
      case 'math':
        return writeMath(textOfData(node.data.formula) ?? '');
      case 'images':
        return canWriteImages(node) ? writeImages(node, this) : undefined;
      case 'drawing':
        return writeDrawing(node, this);
      case 'table':
        return writeTable(node, this);
      case 'expandable':
        return canWriteExpandable(node) ? this.within(false, () => writeExpandable(node, this)) : undefined;
      default:
        return this.within(false, () => writeTagBlock(node, this));
    }
  }

  private quote(node: Block): string {
    const content = this.within(false, () => this.blocks(blocksOf(node)));
    return content === '' ? '>' : content.replace(/^(?=(.?))/gm, (_, first: string) => (first === '' ? '>' : '> '));
  }

  private within<T>(inItem: boolean, write: () => T): T {
    const before = this.inItem;
    this.inItem = inItem;
    try {
      return write();
    } finally {
      this.inItem = before;
    }
  }
}

const bulleted = new Set(['list-unordered', 'list-tasks']);

/** Whether Markdown would read two lists with the same marker as one. */
function isSameFamily(a: Block, b: Block): boolean {
  if (!listTypes.has(a.type) || !listTypes.has(b.type)) return false;
  return bulleted.has(a.type) === bulleted.has(b.type);
}

/** CommonMark: a list interrupts a paragraph only if it starts with 1 and its first item is not empty. */
function canInterrupt(node: Block): boolean {
  if (!listTypes.has(node.type) || (node.data.start ?? 1) !== 1 || !canWriteList(node)) return false;
  const first = blocksOf(blocksOf(node)[0] ?? {})[0];
  return node.type === 'list-tasks' || (first?.type === 'paragraph' && (first.nodes ?? []).some(hasText));
}

const hasText = (node: NonNullable<Block['nodes']>[number]) =>
  node.object !== 'text' || node.leaves.some((leaf) => leaf.text !== '');

function writeMath(formula: string): string {
  const longest = Math.max(1, ...(formula.match(/\$+/g) ?? []).map((run) => run.length));
  const fence = '$'.repeat(longest + 1);
  return `${fence}\n${formula}${formula === '' ? '' : '\n'}${fence}`;
}

/**
 * Writes single blocks of a document. Annotations in them become footnotes, which `footnotes` answers together; their
 * numbers are none of those that `source` has. `isCompact` leaves out the spaces that line up the cells of tables.
 */
export class BlockPrinter {
  private readonly writer: MarkdownWriter;

  constructor(source: string, links: LinkResolver | undefined, isCompact = false) {
    const names = block('paragraph', { source: source.match(/\[\^\d{1,6}\]:/g)?.join(' ') ?? '' });
    this.writer = new MarkdownWriter([names], links, isCompact);
  }

  /** A block, or the blocks of one place, without a line end behind the last line. */
  print(...blocks: Block[]): string {
    return this.writer.blocks(blocks.map(normaliseBlock));
  }

  /** A list whose items have another marker than the list beside it. */
  printList(list: Block, alternate: boolean): string {
    return this.writer.list(normaliseBlock(list), alternate);
  }

  printItem(item: Block, isTask: boolean, marker: string): string {
    return this.writer.item(normaliseBlock(item), isTask, marker);
  }

  footnotes(): string[] {
    return this.writer.notes();
  }
}

/** Markdown of a document's blocks, with a line end behind the last line; empty for no blocks. */
export function writeBody(nodes: Block[], links: LinkResolver | undefined): string {
  const body = new MarkdownWriter(nodes, links).document();
  return body === '' ? '' : `${body}\n`;
}
