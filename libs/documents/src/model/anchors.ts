import GithubSlugger from 'github-slugger';
import { scanTags } from '../html/tags';
import { gitbookAnchor, otherAnchors } from './anchor-forms';
import { blocksOf, fragmentOf } from './build';
import type { Block, Document, Fragment, Node } from './model';
import { walk } from './walk';

/**
 * Gives headings, tabs, expandables, methods and blocks of OpenAPI the anchors by which a link reaches them. `meta.id` is the id that was set by hand
 * (`data.id`), else GitBook's form of the text, numbered where it is taken; ids and names by hand come first, so that they
 * never move. `meta.aliases` are further names that lead there, as far as no other block has them for its id: the ids that
 * this platform gave before (GitHub's form, numbered), then the other forms that links use. Blocks of OpenAPI come last: pages
 * had anchors before these had any.
 */
export function withAnchors(document: Document): Document {
  const blocks = [...blocksIn(document.nodes, isAnchored)];
  const taken = new Set(walk(document).flatMap(namesByHand));
  const numbers = new Map<string, number>();
  const texts = blocks.map(anchorText);
  const forms = texts.map(gitbookAnchor);
  const ids = blocks.map((block, index) => idByHand(block) ?? unique(forms[index]!, taken, numbers));
  const aliases = ids.map((): string[] => []);
  const add = (index: number, name: string) => {
    if (name === '' || taken.has(name)) return;
    taken.add(name);
    aliases[index]!.push(name);
  };
  formerIds(blocks).forEach((id, index) => id !== undefined && add(index, id));
  texts.forEach((text, index) => {
    for (const name of otherAnchors(text, forms[index]!)) add(index, name);
  });
  blocks.forEach((block, index) => {
    const { aliases: _, ...meta } = block.meta ?? {};
    block.meta = { ...meta, id: ids[index], ...(aliases[index]!.length > 0 && { aliases: aliases[index] }) };
  });
  for (const block of blocksIn(document.nodes, isOpenApi))
    block.meta = { ...block.meta, id: unique(gitbookAnchor(openApiText(block)), taken, numbers) };
  return document;
}

/** Every name by which a link reaches into a node itself: the first is its id. */
export function anchorsOf(node: Node | Fragment): string[] {
  if (node.object !== 'block') return namesByHand(node);
  const id = node.meta?.id ?? node.data.id;
  const { aliases } = node.meta ?? {};
  const further = Array.isArray(aliases) ? (aliases as unknown[]) : [];
  const names = [id, ...further].filter((name): name is string => typeof name === 'string' && name !== '');
  return [...names, ...namesInSource(node.data.source)];
}

/** The names that the elements of a piece of HTML have: their ids, and what `<a name>` says. */
function namesInSource(source: unknown): string[] {
  if (typeof source !== 'string' || !/\s(?:id|name)\s*=/i.test(source)) return [];
  return scanTags(source).flatMap(({ kind, name: element, attributes: { id, name } }) =>
    kind === 'open' ? [id, element === 'a' ? name : undefined].filter(isName) : [],
  );
}

const isName = (name: string | undefined): name is string => name !== undefined && /^\S+$/.test(name);

const headings = new Set(['heading-1', 'heading-2', 'heading-3']);
export const isHeading = (block: Block) => headings.has(block.type);
const isMethod = ({ type }: Block) => type === 'swagger-method' || type === 'api-method';
const isAnchored = (block: Block) =>
  isHeading(block) || isMethod(block) || block.type === 'tabs-item' || block.type === 'expandable';

const openApiTypes = new Set(['swagger', 'openapi-operation', 'openapi-webhook', 'openapi-schemas']);
const isOpenApi = ({ type }: Block) => openApiTypes.has(type);

/** The blocks of one kind, without those in notes, which are no part of the page's text. */
function* blocksIn(nodes: readonly Block[], isOfKind: (block: Block) => boolean): Generator<Block> {
  for (const node of nodes) {
    if (isOfKind(node)) yield node;
    yield* blocksIn(blocksOf(node), isOfKind);
    for (const part of node.fragments ?? []) yield* blocksIn(part.nodes, isOfKind);
  }
}

/** A call by its method and path, a webhook by its name; models have one name, as on computed pages. */
function openApiText({ type, data }: Block): string {
  if (type === 'openapi-schemas') return 'models';
  const parts = type === 'openapi-webhook' ? [data.name] : [data.method, data.path];
  return parts.filter((part) => typeof part === 'string').join(' ');
}

const idByHand = ({ data: { id } }: Block): string | undefined => (typeof id === 'string' ? id : undefined);

function namesByHand(node: Node | Fragment): string[] {
  if (node.object === 'text') return node.leaves.flatMap(({ data }) => namesInSource(data?.source));
  if (node.object !== 'block') return [];
  const id = isAnchored(node) ? idByHand(node) : undefined;
  return [...(id === undefined ? [] : [id]), ...namesInSource(node.data.source)];
}

/** The ids that blocks without one by hand had when all of them had GitHub's form. */
function formerIds(blocks: readonly Block[]): (string | undefined)[] {
  const slugger = new GithubSlugger();
  for (const block of blocks) {
    const id = idByHand(block);
    if (id !== undefined) slugger.slug(id, true);
  }
  return blocks.map((block) =>
    idByHand(block) === undefined && !isMethod(block) ? slugger.slug(anchorText(block) || 'undefined') : undefined,
  );
}

/** A name that nothing has yet; the count of each goes on where it was, so that many alike take no square of time. */
function unique(wanted: string, taken: Set<string>, numbers: Map<string, number>): string {
  const name = wanted || 'undefined';
  let number = numbers.get(name) ?? 0;
  let found = name;
  while (taken.has(found)) found = `${name}-${++number}`;
  numbers.set(name, number);
  taken.add(found);
  return found;
}

function anchorText(block: Block): string {
  if (block.type === 'tabs-item') return typeof block.data.title === 'string' ? block.data.title : '';
  if (block.type === 'expandable') return inlineText(fragmentOf(block, 'expandable-title')?.nodes ?? []);
  if (isMethod(block)) return methodTitle(block);
  return inlineText(block.nodes ?? []);
}

/** The title of a method: in its data, or in a part of its own. */
function methodTitle(block: Block): string {
  if (typeof block.data.summary === 'string') return block.data.summary;
  return inlineText(blocksOf(block).find(({ type }) => type === 'api-method-summary')?.nodes ?? []);
}

/** The text of a heading or title, as a slug is made of it. */
export function inlineText(nodes: Node[]): string {
  return nodes
    .map((node) => {
      if (node.object === 'text') return node.leaves.map((leaf) => leaf.text).join('');
      if (node.type === 'button' && typeof node.data.label === 'string') return node.data.label;
      return node.nodes ? inlineText(node.nodes) : '';
    })
    .join('')
    .trim();
}
