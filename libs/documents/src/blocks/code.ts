import type { Code } from 'mdast';
import { attributes } from '../html/escape';
import { isBlank, textOf, type HtmlElement, type HtmlNode } from '../html/fragment';
import { textOfData } from '../inlines/inline-html';
import { read as readInto } from '../inlines/read-html';
import { writeHtmlInlines } from '../inlines/write-html';
import { block, blocksOf, leaf, text } from '../model/build';
import type { ReadContext } from '../model/context';
import { InlineBuilder } from '../model/inline-builder';
import type { Block, Data, Leaf, Node } from '../model/model';
import { omit } from '../model/omit';
import { formatTag } from '../syntax/tag';
import type { BlockWriter } from './reader';

const isFenced = /^(?:```|~~~)/;

/**
 * Code: a fence, within `{% code %}` when it has options, or `<pre>` when a line is highlighted or has inline content. Blank
 * lines after indented code are no part of it (CommonMark 0.31, section 4.4), of whatever white space.
 */
export function readCode(node: Code, source: string): Block {
  const data: Data = {};
  if (node.lang) data.syntax = node.lang;
  if (node.meta) data.meta = node.meta;
  const code = isFenced.test(source) ? node.value : withoutBlankEnd(node.value);
  return block(
    'code',
    data,
    code.split('\n').map((line) => codeLine([text(leaf(line))], false)),
  );
}

function withoutBlankEnd(lines: string): string {
  const end = lines.indexOf('\n', lines.trimEnd().length);
  return end < 0 ? lines : lines.slice(0, end);
}

function codeLine(nodes: Node[], highlighted: boolean): Block {
  return block('code-line', highlighted ? { highlighted } : {}, nodes);
}

/** The options of a code block, by the name that both the tag and (with dashes, after `data-`) `<pre>` give them. */
const codeOptions = {
  title: 'text',
  overflow: 'text',
  lineNumbers: 'boolean',
  fullWidth: 'boolean',
  expandable: 'boolean',
  collapsedLineCount: 'number',
} as const;

type Option = keyof typeof codeOptions;
const optionNames = Object.keys(codeOptions) as Option[];
const dashed = (name: string) => name.replace(/[A-Z]/g, (char) => `-${char.toLowerCase()}`);

export function optionValue(name: string, value: unknown): unknown {
  const kind = Object.hasOwn(codeOptions, name) ? codeOptions[name as Option] : undefined;
  if (typeof value !== 'string') return value;
  if (kind === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return kind === 'number' && /^\d+$/.test(value) ? Number(value) : value;
}

/** Whether a code block can be written at all: nothing but lines, each of one line. */
export function canWriteCode(node: Block): boolean {
  const lines = blocksOf(node);
  return lines.length > 0 && lines.every((line) => line.type === 'code-line' && (line.nodes ?? []).every(isOneLine));
}

function isOneLine(node: Node): boolean {
  if (node.object === 'text') return node.leaves.every((part) => !/[\r\n\0]/.test(part.text) && !part.data);
  return node.object === 'inline' && (node.nodes ?? []).every(isOneLine);
}

const isPlainLeaf = (part: Leaf) => part.marks.length === 0;
const isPlainLine = (line: Block) =>
  line.data.highlighted !== true &&
  (line.nodes ?? []).every((node) => node.object === 'text' && node.leaves.every(isPlainLeaf));

export function writeCode(node: Block, writer: BlockWriter): string {
  const lines = blocksOf(node);
  if (!lines.every(isPlainLine)) return writePre(node, writer);
  const code = lines.map((line) => lineText(line)).join('\n');
  const fence = writeFence(code, textOfData(node.data.syntax) ?? '', textOfData(node.data.meta) ?? '');
  const options = tagOptions(node.data);
  return Object.keys(options).length === 0 ? fence : `${formatTag('code', options)}\n${fence}\n{% endcode %}`;
}

function tagOptions(data: Data): Data {
  const options = omit(data, ['syntax', 'meta']);
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => {
      const known = Object.hasOwn(codeOptions, name) && (typeof value === 'boolean' || typeof value === 'number');
      return [name, known && optionValue(name, String(value)) === value ? String(value) : value];
    }),
  );
}

function lineText(line: Block): string {
  return (line.nodes ?? [])
    .map((node) => (node.object === 'text' ? node.leaves.map((part) => part.text).join('') : ''))
    .join('');
}

function writeFence(code: string, syntax: string, meta: string): string {
  const longest = Math.max(2, ...(code.match(/^[ \t]*`{3,}/gm) ?? []).map((run) => run.trim().length));
  const fence = '`'.repeat(longest + 1);
  const info = [syntax.replace(/[\s`\\&{]/g, encodeChar), meta.replace(/[`\\\r\n&{]|^\s|\s$/g, encodeChar)]
    .filter(Boolean)
    .join(' ');
  return `${fence}${info}\n${code}\n${fence}`;
}

const encodeChar = (char: string) => `&#x${char.charCodeAt(0).toString(16).toUpperCase()};`;

function writePre(node: Block, writer: BlockWriter): string {
  const syntax = textOfData(node.data.syntax);
  const options = Object.fromEntries(
    optionNames
      .filter((name) => node.data[name] !== undefined)
      .map((name) => [`data-${dashed(name)}`, String(node.data[name])]),
  );
  const lines = blocksOf(node).map((line) => {
    const content = `${writeHtmlInlines(line.nodes ?? [], writer.context, true)}\n`;
    return line.data.highlighted === true ? `<strong>${content}</strong>` : content;
  });
  const outer = attributes({ class: syntax === undefined ? undefined : `language-${syntax}`, ...options });
  const inner = attributes({ class: syntax === undefined ? undefined : `lang-${syntax}` });
  return `<pre${outer}><code${inner}>${lines.join('')}</code></pre>`;
}

/** The HTML of code, on one line. */
export function writeCodeHtml(node: Block, writer: BlockWriter): string {
  return writePre(node, writer).replaceAll('\n', '&#xA;');
}

/** Reads `<pre>`, or the `<code>` that is all of it. `<strong>` around a whole line, with its line end, highlights it. */
export function readPre(node: HtmlElement, context: ReadContext): Block {
  const [only, ...more] = node.children.filter((child) => !isBlank(child));
  const code = only?.kind === 'element' && only.name === 'code' && more.length === 0 ? only : node;
  const syntax = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(
    `${code.attributes.class ?? ''} ${node.attributes.class ?? ''}`,
  )?.[1];
  const data: Data = syntax === undefined ? {} : { syntax };
  for (const name of optionNames) {
    const value = node.attributes[`data-${dashed(name)}`];
    if (value !== undefined) data[name] = optionValue(name, value);
  }
  return block('code', data, readLines(code.children, context));
}

function readLines(nodes: HtmlNode[], context: ReadContext): Block[] {
  const lines: Block[] = [];
  let builder = new InlineBuilder();
  let started = false;
  const end = (highlighted: boolean) => {
    lines.push(codeLine(builder.finish(), highlighted));
    builder = new InlineBuilder();
    started = false;
  };
  const take = (value: string, highlighted: boolean) => {
    const parts = value.split('\n');
    parts.forEach((part, index) => {
      builder.add(part, []);
      if (index < parts.length - 1) end(highlighted);
      else if (part !== '') started = true;
    });
  };
  const visit = (list: HtmlNode[], highlighted: boolean) => {
    for (const child of list) {
      if (child.kind === 'text') take(child.value, highlighted);
      else if (child.kind === 'element' && child.name === 'strong' && textOf([child]).includes('\n'))
        visit(child.children, true);
      else {
        readInto([child], [], builder, context);
        started = true;
      }
    }
  };
  visit(nodes, false);
  if (started || lines.length === 0) end(false);
  return lines;
}
