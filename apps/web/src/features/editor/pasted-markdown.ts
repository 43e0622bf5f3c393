import type { Nodes, Parents } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** Markdown as elements of HTML; HTML within it stays text. */
export function elementsOf(markdown: string): HTMLElement {
  const root = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return element('div', {}, root);
}

const tags: Partial<Record<Nodes['type'], string>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  listItem: 'li',
  emphasis: 'em',
  strong: 'strong',
  delete: 's',
  tableRow: 'tr',
};

function made(node: Nodes, hasTop: boolean): Node {
  switch (node.type) {
    case 'text':
    case 'html':
      return document.createTextNode(node.value);
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
      // Headings move one level down in a text with a `#`: the title of the page is above them all.
      return element(`h${Math.min(4, node.depth + (hasTop ? 1 : 0))}`, {}, node);
    case 'list':
      return node.ordered ? element('ol', { start: String(node.start ?? 1) }, node) : element('ul', {}, node);
    case 'listItem': {
      const item = element('li', {}, node);
      if (typeof node.checked === 'boolean') item.prepend(box(node.checked));
      return item;
    }
    case 'link':
      return element('a', { href: node.url }, node);
    case 'image':
      return element('img', { src: node.url, alt: node.alt ?? '' });
    case 'thematicBreak':
      return document.createElement('hr');
    case 'break':
      return document.createElement('br');
    case 'table': {
      const [head, ...rows] = node.children;
      const table = document.createElement('table');
      if (head) table.append(row('th', head.children));
      table.append(...rows.map(({ children }) => row('td', children)));
      return table;
    }
    default:
      return 'children' in node ? element(tags[node.type] ?? 'span', {}, node) : document.createTextNode('');
  }
}

function element(tag: string, attributes: Record<string, string>, parent?: Parents): HTMLElement {
  const found = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  const hasTop =
    parent?.type === 'root' && parent.children.some((child) => child.type === 'heading' && child.depth === 1);
  for (const child of parent?.children ?? []) found.append(made(child, hasTop));
  return found;
}

function row(tag: string, cells: readonly Parents[]): HTMLElement {
  const found = document.createElement('tr');
  found.append(...cells.map((cell) => element(tag, {}, cell)));
  return found;
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
