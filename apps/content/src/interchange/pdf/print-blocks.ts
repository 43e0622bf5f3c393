import { methodLine, methodPart, type Block } from '@bindery/documents';
import type { LinkTargets } from './destinations';
import { plainRun, printable, runsOf } from './inline-runs';
import { sizes, type PdfCanvas } from './pdf-canvas';
import { printCode } from './print-code';
import { printImage } from './print-image';
import { printTable } from './print-table';

const step = 16;
const deepest = 160;
const headings: Record<string, number> = { 'heading-1': 16, 'heading-2': 13.5, 'heading-3': 11.5 };

/** Prints the blocks of a document, each below the one before. */
export class BlockPrinter {
  private readonly marked = new Set<string>();

  constructor(
    private readonly paper: PdfCanvas,
    private readonly images: ReadonlyMap<string, Uint8Array>,
    private readonly targets: LinkTargets,
  ) {}

  blocks(blocks: readonly Block[], indent = 0): void {
    for (const block of blocks) this.block(block, Math.min(indent, deepest));
  }

  /** The footnotes of the page, below a rule. */
  notes(): void {
    const { paper, targets } = this;
    if (targets.notes.size > 0) paper.rule();
    for (const { number, blocks, goTo } of targets.notes.values()) {
      paper.need(sizes.text * 2);
      paper.pdf.addNamedDestination(goTo, 'XYZ', null, paper.pdf.y, null);
      this.item(`${number}.`, 0, () => this.blocks(blocks, step + 6));
    }
  }

  private block(block: Block, indent: number): void {
    const { paper } = this;
    const { type, data } = block;
    const size = headings[type];
    if (size !== undefined) {
      paper.space(8);
      paper.need(size * 4);
      this.mark(block);
      paper.runs(runsOf(block.nodes, this.targets), { size, indent, bold: true });
      return paper.space(4);
    }
    this.mark(block);
    switch (type) {
      case 'paragraph':
        paper.runs(runsOf(block.nodes, this.targets), { indent });
        return paper.space();
      case 'divider':
        return paper.rule();
      case 'list-ordered':
      case 'list-unordered':
      case 'list-tasks':
        return this.list(block, indent);
      case 'code':
        return this.code(block, indent);
      case 'math':
        return this.textLine(text(data.formula), indent, 'mono');
      case 'table':
        return printTable(paper, block, indent, this.targets);
      case 'image':
        return this.image(block, indent);
      case 'content-ref':
        return this.reference(data.ref, indent);
      case 'hint':
        this.textLine(text(data.style).toUpperCase(), indent + step, 'bold');
        return this.children(block, indent + step);
      case 'blockquote':
      case 'stepper-step':
        return this.children(block, indent + step);
      case 'tabs-item':
        this.textLine(text(data.title), indent, 'bold');
        return this.children(block, indent + step);
      case 'update':
        this.textLine(text(data.date), indent, 'bold');
        return this.children(block, indent);
      default:
        this.textLine(ownText(block), indent, methodPart(block) ? 'bold' : 'regular');
        return this.children(block, indent);
    }
  }

  private children({ nodes = [], fragments = [] }: Block, indent: number): void {
    for (const fragment of fragments) this.blocks(fragment.nodes, indent);
    this.blocks(
      nodes.filter((node): node is Block => node.object === 'block'),
      indent,
    );
  }

  private list({ type, nodes = [], data }: Block, indent: number): void {
    const first = typeof data.start === 'number' ? data.start : 1;
    const items = nodes.filter((node): node is Block => node.object === 'block');
    for (const [index, item] of items.entries()) {
      const sign =
        type === 'list-ordered' ? `${first + index}.` : type === 'list-tasks' ? (item.data.checked ? '☑' : '☐') : '•';
      this.item(sign, indent, () => this.children(item, indent + step + (type === 'list-ordered' ? 6 : 0)));
    }
    this.paper.space(2);
  }

  /** A sign, and beside it what is printed. */
  private item(sign: string, indent: number, print: () => void): void {
    const { paper } = this;
    paper.need(sizes.text * 2);
    const top = paper.pdf.y;
    paper.line(sign, { indent });
    paper.pdf.y = top;
    print();
    // An item without text still takes its line.
    if (paper.pdf.y === top) paper.space(sizes.text * 1.5);
  }

  private code({ nodes = [], data }: Block, indent: number): void {
    this.textLine(text(data.title), indent, 'bold');
    const lines = nodes.map((line) =>
      runsOf(line.object === 'block' ? line.nodes : [line], this.targets)
        .map((run) => run.text)
        .join(''),
    );
    printCode(this.paper, lines.join('\n').replaceAll('\t', '    '), indent);
  }

  private image({ data, fragments = [] }: Block, indent: number): void {
    const ref = (data.ref ?? {}) as { file?: string; url?: string };
    const shown = printImage(this.paper, this.images.get(ref.file ?? ''), indent);
    if (!shown) this.textLine(text(data.alt) || text(ref.url), indent, 'italic');
    for (const { nodes } of fragments) this.blocks(nodes, indent);
  }

  /** A card with a link, as a line. */
  private reference(ref: unknown, indent: number): void {
    const title = this.targets.titleOf(ref);
    if (title === undefined) return;
    this.paper.runs([{ ...plainRun(title), bold: true, ...this.targets.targetOf(ref) }], { indent });
    this.paper.space(3);
  }

  /** Adds a destination at the start of a block. */
  private mark(block: Block): void {
    const name = this.targets.destinationOf(block);
    if (name === undefined || this.marked.has(name)) return;
    this.marked.add(name);
    this.paper.pdf.addNamedDestination(name, 'XYZ', null, this.paper.pdf.y, null);
  }

  private textLine(said: string, indent: number, font: 'regular' | 'bold' | 'italic' | 'mono'): void {
    if (said === '') return;
    this.paper.line(printable(said), { font, indent });
    this.paper.space(3);
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The text of a block that is only in its data, such as the address of an embed. */
function ownText(block: Block): string {
  const part = methodPart(block);
  if (part) return methodLine(part);
  const { url, method, path, name, description } = block.data;
  return [url, method, path, name, description].map(text).filter(Boolean).join(' ');
}
