import type { Block } from '@bindery/documents';
import { attributes, html, join, type Html } from '@bindery/html';
import type { BlockWriter, DocumentWriter } from './document-writer';
import { formulaOf } from './formula';
import { highlighted } from './highlight';
import { iconOf } from './icons';
import { textIn } from './references';

/** Lines that a long block of code shows before it is opened. */
const shownLines = 10;

const code: BlockWriter = (block, writer) => {
  const { data, nodes = [] } = block;
  const tokens = highlighted(block);
  const lines = nodes.map((node, index) => lineOf(node, writer, tokens?.[index]));
  const syntax = textIn(data.syntax);
  const content = html`<pre${attributes({
    class:
      [data.overflow === 'wrap' && 'wrap', data.lineNumbers === true && 'numbered'].filter(Boolean).join(' ') ||
      undefined,
    // What scrolls has to be reached by the keyboard.
    tabindex: 0,
    role: 'region',
    'aria-label': textIn(data.title) || writer.labels.code,
  })}><code${attributes({ class: /^[\w+#.-]{1,40}$/.test(syntax) ? `language-${syntax}` : undefined })}>${join(lines)}</code></pre>`;
  const title = textIn(data.title);
  const figure = html`<figure class="code">
    ${title ? html`<figcaption>${title}</figcaption>` : undefined}${content}
  </figure>`;
  if (data.expandable !== true || lines.length <= shownLines) return figure;
  return html`<details class="long">
    <summary>${title || writer.labels.showCode}</summary>
    ${figure}
  </details>`;
};

/** Each line is an element, so that it can be numbered; its end is part of the text, so that it can be copied. */
function lineOf(node: NonNullable<Block['nodes']>[number], writer: DocumentWriter, tokens?: Html): Html {
  const isLine = node.object === 'block';
  const content = tokens ?? writer.inlines(isLine ? node.nodes : [node]);
  const marked = isLine && node.data.highlighted === true;
  return html`<span class="${marked ? 'line marked' : 'line'}">${content}${'\n'}</span>`;
}

const math: BlockWriter = ({ data }, { labels }) => {
  const source = textIn(data.formula);
  const formula = formulaOf(source, 'block');
  const names = { tabindex: 0, role: 'region', 'aria-label': labels.formula };
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

/** Blocks whose text is taken to the letter. */
export const codeBlocks: Record<string, BlockWriter> = {
  code,
  'code-line': (line, writer) => html`<pre><code>${lineOf(line, writer)}</code></pre>`,
  math,
  prompt,
};
