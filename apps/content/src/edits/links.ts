import {
  referencesOf,
  walk,
  type Block,
  type ContentRef,
  type Data,
  type Document,
  type Inline,
  type Node,
} from '@bindery/documents';
import type { FileEntry } from '../files/file-entry';
import type { MapEdit } from './map-edit';
import type { PageEdit } from './page-edit';

/** Names that a call gave to what it adds, with the ids. */
export interface Refs {
  pages: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
}

type PageRef = Extract<ContentRef, { page?: string }>;

/** Turns what links of a body say into references by id. */
export class Links {
  constructor(
    private readonly pages: PageEdit,
    private readonly files: MapEdit<FileEntry>,
    private readonly refs: Refs,
  ) {}

  /**
   * Replaces the references of a document of a page below `parent` in place. A link of `markdown` that should lead into
   * the space and does not becomes plain text. Answers whether anything was replaced.
   */
  async resolve(document: Document, parent: string, markdown: boolean): Promise<boolean> {
    const folder = await this.pages.pathOf(parent);
    const found = new Map<string, ContentRef | undefined>();
    let changed = false;
    for (const { ref } of referencesOf(document)) {
      const key = JSON.stringify(ref);
      if (found.has(key)) continue;
      const target = await this.refOf(ref, folder);
      found.set(key, target);
      if (JSON.stringify(target) !== key) changed = true;
    }
    if (!changed) return false;
    if (markdown) unlink(document.nodes, found);
    for (const node of walk(document))
      if (node.object === 'block' || node.object === 'inline') node.data = replaced(node.data, found) as Data;
    return true;
  }

  /** What a reference leads to; undefined when it should lead into the space and does not. */
  async refOf(ref: ContentRef, folder: readonly string[]): Promise<ContentRef | undefined> {
    if ('space' in ref && ref.space !== undefined) return ref;
    if (ref.kind === 'page' || (ref.kind === 'anchor' && ref.page !== undefined)) return this.pageRef(ref);
    if (ref.kind === 'file') {
      const file = this.refs.files.get(ref.file) ?? ref.file;
      return (await this.files.get(file)) && { kind: 'file', file };
    }
    return ref.kind === 'url' ? this.ofUrl(ref, folder) : ref;
  }

  private async pageRef(ref: PageRef): Promise<ContentRef | undefined> {
    const name = ref.page!;
    const page = (await this.pages.get(name)) ? name : await this.pages.at([name]);
    return page === undefined ? undefined : ({ ...ref, page } as ContentRef);
  }

  private async ofUrl(ref: ContentRef & { kind: 'url' }, folder: readonly string[]): Promise<ContentRef | undefined> {
    const [address = '', anchor] = ref.url.split('#', 2);
    const path = pathOf(address, folder);
    if (!path) return ref;
    const named = /^\.\/(.+)\.md$/.exec(address)?.[1];
    const page = this.refs.pages.get(named ?? '') ?? (await this.pages.at(path));
    if (page === undefined) return undefined;
    return anchor ? { kind: 'anchor', anchor, page } : { kind: 'page', page };
  }
}

/** The slugs that an address names: `/pages/<path>`, or a Markdown file relative to the page; undefined for other addresses. */
function pathOf(address: string, folder: readonly string[]): string[] | undefined {
  const inSpace = /^\/pages\/(.+)$/.exec(address)?.[1];
  const isRelative = /^\.{1,2}\//.test(address) || /^[^/:?#]+(?:\/[^/:?#]+)*\.md$/.test(address);
  if (inSpace === undefined && !isRelative) return undefined;
  const path = inSpace === undefined ? [...folder] : [];
  for (const step of (inSpace ?? address).split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.' && step !== '') path.push(decoded(step));
  }
  const last = path.pop()?.replace(/\.md$/, '') ?? '';
  return /^readme$/i.test(last) && path.length > 0 ? path : [...path, last].filter(Boolean);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A value with the references in it that were found; what was not found stays. */
function replaced(value: unknown, found: ReadonlyMap<string, ContentRef | undefined>): unknown {
  if (Array.isArray(value)) return value.map((item) => replaced(item, found));
  if (typeof value !== 'object' || value === null) return value;
  if ('kind' in value) return found.get(JSON.stringify(value)) ?? value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaced(item, found)]));
}

/** Puts the text of links that lead nowhere in their place. */
function unlink(nodes: Node[], found: ReadonlyMap<string, ContentRef | undefined>): void {
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index]!;
    if (node.object === 'text') continue;
    if (node.nodes) unlink(node.nodes, found);
    for (const part of (node as Block | Inline).fragments ?? []) unlink(part.nodes, found);
    const key = JSON.stringify(node.data.ref);
    if (node.type === 'link' && found.has(key) && found.get(key) === undefined)
      nodes.splice(index, 1, ...(node.nodes ?? []));
  }
}
