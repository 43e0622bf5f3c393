import { readJSON } from './json-attributes';
import { googleTasks, strayLists, wordLists } from './pasted-lists';
import { pastedTables } from './pasted-tables';
import { rename } from './rename-element';

/**
 * Makes HTML of word processors and other sites what the editor reads: lists of Word are lists, styles that mean bold or italic
 * are elements, and what is for the eye of another program goes. Blocks that were copied in the editor lose the ids that are `known`:
 * those stand in the document already.
 */
export function cleanHTML(html: string, known: ReadonlySet<string> = new Set()): string {
  // The policy of the app forbids styles in HTML, also where it is only parsed: they are read from another attribute.
  const { body } = new DOMParser().parseFromString(
    html.replace(/<style\b[^]*?<\/style>/gi, '').replace(/(<[a-z][^<>]*?\s)style(\s*=)/gi, '$1data-style$2'),
    'text/html',
  );
  body.querySelectorAll('script, style, meta, link, template, o\\:p').forEach((element) => element.remove());
  for (const code of body.querySelectorAll('pre')) {
    for (const line of code.querySelectorAll('br')) line.replaceWith('\n');
    const last = lastText(code);
    if (last) last.data = last.data.replace(/\n$/, '');
  }
  // HTML that was copied in the editor itself is right already.
  if (!body.querySelector('[data-pm-slice]')) {
    wordLists(body);
    googleTasks(body);
    strayLists(body);
    headings(body);
    codeLines(body);
    pastedTables(body);
    lines(body);
  }
  for (const element of body.querySelectorAll<HTMLElement>('[data-json]')) withoutId(element, known);
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]')) styled(element);
  return body.innerHTML;
}

function withoutId(element: HTMLElement, known: ReadonlySet<string>): void {
  const { id, ...data } = readJSON(element, 'json') ?? {};
  if (typeof id === 'string' && known.has(id)) element.dataset.json = JSON.stringify(data);
}

function lastText(node: Node): Text | undefined {
  if (node.nodeType === Node.TEXT_NODE) return node as Text;
  return node.lastChild ? lastText(node.lastChild) : undefined;
}

/** Moves headings one level down in a text that has `h1` and `h2`: the title of the page is above them all. */
function headings(body: HTMLElement): void {
  if (!body.querySelector('h1') || !body.querySelector('h2')) return;
  for (const heading of body.querySelectorAll('h1, h2, h3'))
    rename(heading, `h${Number(heading.localName.slice(1)) + 1}`);
}

/** Editors of code put each line into an element, within one whose style keeps the spaces. */
function codeLines(body: HTMLElement): void {
  for (const block of body.querySelectorAll<HTMLElement>('div[data-style]')) {
    if (!/white-space:\s*pre\s*(;|$)/i.test(block.dataset.style ?? '')) continue;
    const hasLines = [...block.children].some(({ localName }) => localName === 'div');
    const lines = hasLines ? [...block.childNodes].map(({ textContent }) => textContent ?? '') : [block.textContent];
    const source = lines.join('\n').replaceAll('\u00a0', ' ');
    const code = document.createElement('code');
    code.textContent = source;
    const made = document.createElement(source.includes('\n') ? 'pre' : 'p');
    made.append(code);
    block.replaceWith(made);
  }
}

function textsIn(element: Element): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}

const blocks = 'p, div, li, td, blockquote, ul, ol, table, pre, h1, h2, h3, h4, h5, h6';

/** Breaks within the text of a paragraph are line ends, which the editor reads in elements that say so. */
function lines(body: HTMLElement): void {
  for (const line of body.querySelectorAll('br')) {
    const block = line.closest<HTMLElement>(blocks);
    if (!block || !/^(p|div|li|td)$/.test(block.localName) || block.querySelector(blocks)) continue;
    for (const text of textsIn(block)) text.data = text.data.replace(/\s+/g, ' ');
    for (const each of block.querySelectorAll('br')) each.replaceWith('\n');
    block.normalize();
    for (const text of textsIn(block)) text.data = text.data.replace(/ *\n */g, '\n');
    while (block.lastChild?.nodeValue?.trim() === '') block.lastChild.remove();
    const paragraph = document.createElement('p');
    paragraph.dataset.lines = '';
    paragraph.append(...block.childNodes);
    if (/^(p|div)$/.test(block.localName)) block.replaceWith(paragraph);
    else block.append(paragraph);
  }
}

/** Puts the text of an element into the elements that its style means. */
function styled(element: HTMLElement): void {
  const style = element.dataset.style ?? '';
  element.removeAttribute('data-style');
  // Google Docs wraps all in an element for bold text that is not bold.
  if (element.localName === 'b' && /font-weight:\s*(normal|400)/i.test(style))
    return element.replaceWith(...element.childNodes);
  if (!/^(span|font|a)$/.test(element.localName)) return;
  if (/font-weight:\s*(bold|[6-9]00)/i.test(style)) wrap(element, 'strong');
  if (/font-style:\s*italic/i.test(style)) wrap(element, 'em');
  if (/text-decoration[^;]*:[^;]*line-through/i.test(style)) wrap(element, 's');
}

function wrap(element: HTMLElement, tag: string): void {
  const inner = document.createElement(tag);
  inner.append(...element.childNodes);
  element.append(inner);
}
