import type { Block } from '@bindery/documents';
import { attributes, html, join, type Html } from '@bindery/html';
import type { BlockWriter, DocumentWriter } from './document-writer';
import { formulaOf } from './formula';
import { highlighted } from './highlight';
import { iconOf } from './icons';
import { textIn } from './references';

/** Lines that a long block of code shows before the reader expands it. */
const shownLines = 10;

const code: BlockWriter = (block, writer) => {
  const { data, nodes = [] } = block;
  if (/^mermaid$/i.test(textIn(data.syntax)) && writer.references.diagrams) return diagram(block, writer);
  const syntax = textIn(data.syntax);
  const isDiff = /^(diff|patch)$/i.test(syntax);
  const tokens = highlighted(block);
  const lines = nodes.map((node, index) => lineOf(node, writer, { tokens: tokens?.[index], isDiff }));
  const content = html`<pre${attributes({
    class:
      [data.overflow === 'wrap' && 'wrap', data.lineNumbers === true && 'numbered'].filter(Boolean).join(' ') ||
      undefined,
    // Scrollable content must be focusable by keyboard.
    tabindex: 0,
    role: 'group',
    'aria-label': textIn(data.title) || writer.labels.code,
  })}><code${attributes({ class: /^[\w+#.-]{1,40}$/.test(syntax) ? `language-${syntax}` : undefined })}>${join(lines)}</code></pre>`;
  const title = textIn(data.title);
  const more =
    data.expandable === true && lines.length > shownLines
      ? html`<details class="long"><summary>${writer.labels.showCode}</summary></details>`
      : undefined;
  return html`<figure class="code">
    ${title ? html`<figcaption>${title}</figcaption>` : undefined}${more}${content}
  </figure>`;
};

/** A script draws it in a box whose height is estimated from its lines, so that nothing moves; until then, or without the script, its text is shown. */
function diagram({ data, nodes = [] }: Block, writer: DocumentWriter): Html {
  const { script, frame } = writer.references.diagrams!;
  const { labels } = writer;
  const title = textIn(data.title);
  const size = nodes.length <= 6 ? 'low' : nodes.length <= 16 ? 'middle' : 'high';
  const values = { 'data-script': script, 'data-frame': frame, 'data-label': title || labels.diagram };
  return html`<figure${attributes({ class: 'diagram', ...values })}>
    <div class="drawn ${size}">
      <pre${attributes({ tabindex: 0, role: 'group', 'aria-label': labels.code })}><code>${nodes.map((node) => lineOf(node, writer))}</code></pre>
    </div>
    ${title ? html`<figcaption>${title}</figcaption>` : undefined}
    <details>
      <summary>${labels.showCode}</summary>
    </details>
  </figure>`;
}

/** Each line is an element, so that it can be numbered; its end is part of the text, so that it can be copied. */
function lineOf(
  node: NonNullable<Block['nodes']>[number],
  writer: DocumentWriter,
  { tokens, isDiff = false }: { tokens?: Html | undefined; isDiff?: boolean } = {},
): Html {
  const isLine = node.object === 'block';
  const content = tokens ?? writer.inlines(isLine ? node.nodes : [node]);
  const marks = [
    isLine && node.data.highlighted === true && 'marked',
    isDiff && changeIn(content.markup.replace(/<[^>]*>/g, '')),
  ];
  return html`<span class="${['line', ...marks].filter(Boolean).join(' ')}">${content}${'\n'}</span>`;
}

/** The change of a line in a diff, by its first character; none for lines of its header. */
function changeIn(line: string): string | undefined {
  if (/^(\+\+\+|---) /.test(line)) return undefined;
  return line.startsWith('+') ? 'plus' : line.startsWith('-') ? 'minus' : undefined;
}

const math: BlockWriter = ({ data }, { labels }) => {
  const source = textIn(data.formula);
  const formula = formulaOf(source, 'block');
  const names = { tabindex: 0, role: 'group', 'aria-label': labels.formula };
  return formula
    ? html`<div${attributes({ class: 'math', ...names })}>${formula}</div>`
    : html`<pre${attributes({ class: 'math', ...names })}><code>${source}</code></pre>`;
};

const prompt: BlockWriter = ({ data, nodes }, writer) => {
  const description = textIn(data.description);
  return html`<section class="prompt" aria-label="${writer.labels.prompt}">
    ${description ? html`<p class="title">${iconOf(textIn(data.icon) || 'sparkles')} ${description}</p>` : undefined}
    ${writer.blocks(nodes)}
  </section>`;
};

/** Blocks with literal text. */
export const codeBlocks: Record<string, BlockWriter> = {
  code,
  'code-line': (line, writer) => html`<pre><code>${lineOf(line, writer)}</code></pre>`,
  math,
  prompt,
};
