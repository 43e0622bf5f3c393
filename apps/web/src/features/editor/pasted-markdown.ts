import type { Definition, FootnoteDefinition, Nodes, Parents, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { DOMParser as EditorParser } from 'prosemirror-model';
import { isWebAddress } from './addresses';
import { Origins } from './origins';
import { schema } from './schema';
import { toDocument } from './to-document';

/** Markdown as elements of HTML; HTML within it stays text. */
export function elementsOf(markdown: string): HTMLElement {
  const root = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return new MarkdownReader(root).element('div', {}, root);
}

const tags: Partial<Record<Nodes['type'], string>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  listItem: 'li',
  emphasis: 'em',
  strong: 'strong',
  delete: 's',
};

class MarkdownReader {
  /** The definitions of the text, which stand anywhere in it, by their names. */
  private readonly addresses = new Map<string, Definition>();
  private readonly notes = new Map<string, FootnoteDefinition>();
  /** The names that the text refers to; notes within notes are not shown there. */
  private readonly noted = new Set<string>();
  private readonly addressed = new Set<string>();
  private isInNote = false;
  /** Headings move one level down in a text with a `#`: the title of the page is above them all. */
  private readonly headingLevel: 0 | 1;

  constructor(root: Root) {
    this.headingLevel = root.children.some((child) => child.type === 'heading' && child.depth === 1) ? 1 : 0;
    this.define(root);
  }

  element(tag: string, attributes: Record<string, string>, { children }: Parents): HTMLElement {
    const found = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
    for (const child of children) {
      const note = child.type === 'footnoteReference' ? this.notes.get(child.identifier) : undefined;
      if (note) found.append(...this.annotation(note, found));
      else found.append(this.made(child));
    }
    return found;
  }

  /** The first definition of a name holds. */
  private define(node: Nodes, isInNote = false): void {
    if (node.type === 'definition' && !this.addresses.has(node.identifier)) this.addresses.set(node.identifier, node);
    if (node.type === 'footnoteDefinition' && !this.notes.has(node.identifier)) this.notes.set(node.identifier, node);
    if (node.type === 'footnoteReference' && !isInNote) this.noted.add(node.identifier);
    if (node.type === 'linkReference' || node.type === 'imageReference') this.addressed.add(node.identifier);
    const isNote = isInNote || node.type === 'footnoteDefinition';
    if ('children' in node) for (const child of node.children) this.define(child, isNote);
  }

  /** A note belongs to the word before it. Notes of notes are left out: they could refer to each other for ever. */
  private annotation(note: FootnoteDefinition, before: HTMLElement): Node[] {
    if (this.isInNote) return [];
    this.isInNote = true;
    const body = EditorParser.fromSchema(schema).parse(this.element('div', {}, note));
    this.isInNote = false;
    const leaf = { object: 'leaf', text: takeWord(before.lastChild), marks: [] };
    const { nodes } = toDocument(body, new Origins(), {});
    const annotation = {
      object: 'inline',
      type: 'annotation',
      isVoid: false,
      data: {},
      nodes: [{ object: 'text', leaves: [leaf] }],
      fragments: [{ object: 'fragment', fragment: 'annotation-body', type: 'annotation-body', nodes }],
    };
    const found = document.createElement('span');
    found.dataset.inline = JSON.stringify(annotation);
    return [found];
  }

  private made(node: Nodes): Node {
    switch (node.type) {
      case 'text':
        return document.createTextNode(node.value.replace(/\s*\n\s*/g, ' '));
      case 'html':
        return document.createTextNode(/^<br\s*\/?>$/i.test(node.value) ? '\n' : node.value);
      case 'break':
        return document.createTextNode('\n');
      case 'paragraph':
        return alone(withLines(this.element('p', {}, node)));
      case 'inlineCode':
        return withText('code', node.value);
      case 'code': {
        const code = withText('code', node.value);
        if (node.lang) code.className = `language-${node.lang}`;
        const block = document.createElement('pre');
        block.append(code);
        return block;
      }
      case 'heading':
        return this.element(`h${Math.min(4, node.depth + this.headingLevel)}`, {}, node);
      case 'list':
        return node.ordered
          ? this.element('ol', { start: String(node.start ?? 1) }, node)
          : this.element('ul', {}, node);
      case 'listItem': {
        const item = this.element('li', {}, node);
        if (typeof node.checked === 'boolean') item.prepend(box(node.checked));
        return item;
      }
      case 'link':
        return this.element('a', { href: node.url }, node);
      case 'linkReference':
        return this.element('a', { href: this.addresses.get(node.identifier)?.url ?? '' }, node);
      case 'image':
        return picture(node.url, node.alt);
      case 'imageReference':
        return picture(this.addresses.get(node.identifier)?.url ?? '', node.alt);
      case 'thematicBreak':
        return document.createElement('hr');
      case 'table': {
        const table = document.createElement('table');
        table.append(...node.children.map((row) => this.element('tr', {}, row)));
        return table;
      }
      case 'tableCell': {
        // The editor makes titles of the cells in the first row.
        const cell = document.createElement('td');
        cell.append(withLines(this.element('p', {}, node)));
        return cell;
      }
      case 'definition': {
        const isUsed = this.addressed.has(node.identifier) && this.addresses.get(node.identifier) === node;
        return isUsed ? document.createTextNode('') : unused(node);
      }
      case 'footnoteDefinition':
        return this.noted.has(node.identifier) ? document.createTextNode('') : this.element('div', {}, node);
      default:
        return 'children' in node ? this.element(tags[node.type] ?? 'span', {}, node) : document.createTextNode('');
    }
  }
}

function picture(url: string, alt: string | null | undefined): Node {
  if (!isWebAddress(url)) return document.createTextNode(alt ?? '');
  const found = document.createElement('img');
  found.setAttribute('src', url);
  found.setAttribute('alt', alt ?? '');
  return found;
}

/** A definition that no text refers to is text. */
function unused({ label, identifier, url }: Definition): HTMLElement {
  const found = withText('p', `[${label ?? identifier}]: `);
  const link = withText('a', url);
  link.setAttribute('href', url);
  found.append(link);
  return found;
}

/** A picture in a paragraph of its own is a block, without the paragraph. */
function alone(paragraph: HTMLElement): HTMLElement {
  const [picture, ...more] = paragraph.childNodes;
  return picture instanceof HTMLImageElement && more.length === 0 ? picture : paragraph;
}

/** The word that ends in a text, which loses it. */
function takeWord(text: Node | null): string {
  const word = (text instanceof Text && /\S+$/.exec(text.data)?.[0]) || '';
  if (word !== '') (text as Text).data = (text as Text).data.slice(0, -word.length);
  return word;
}

/** The editor reads line ends in elements that say so. */
function withLines(element: HTMLElement): HTMLElement {
  if (element.textContent.includes('\n')) element.dataset.lines = '';
  return element;
}

function withText(tag: string, text: string): HTMLElement {
  const found = document.createElement(tag);
  found.textContent = text;
  return found;
}

function box(checked: boolean): HTMLElement {
  const found = document.createElement('input');
  found.type = 'checkbox';
  found.checked = checked;
  found.toggleAttribute('checked', checked);
  return found;
}
