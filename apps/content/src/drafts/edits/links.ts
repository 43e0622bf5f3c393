import {
  editFrontMatter,
  mapLinks,
  mapNodes,
  readFrontMatter,
  referencesOf,
  stableLink,
  type Addresses,
  type ContentRef,
  type Data,
  type Document,
} from '@bindery/documents';
import type { FileEntry } from '../../storage/files/file-entry';
import { FilePaths } from '../../model/pages/file-paths';
import type { ReusableContentEntry } from '../../model/pages/reusable-content-entry';
import type { MapEdit } from './map-edit';
import type { PageEdit } from './page-edit';
import type { GivenBody } from './read-markdown';

/** The names that a call gave to new objects, with their ids. */
export interface Refs {
  pages: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
}

/** The page that a body is for. */
export interface LinkPlace {
  parent: string;
  /** The path of its file. */
  file?: string | undefined;
  /** The targets of addresses that its file has already. */
  known?: Addresses | undefined;
}

/** A body with references by id in place of its links. */
export interface ResolvedBody extends GivenBody {
  /** Replaces the links in Markdown by references by id, except addresses that the page's file has. */
  rewrite: (markdown: string) => string;
}

/** The target of a reference. `isWritten`: the file of the page keeps the address as it was given. */
interface Target {
  ref: ContentRef;
  isWritten: boolean;
}

type PageRef = Extract<ContentRef, { page?: string }>;

/** Turns links of a body into references by id. A link without a target stays as it is. */
export class Links {
  private paths: Promise<FilePaths> | undefined;

  constructor(
    private readonly pages: PageEdit,
    private readonly files: MapEdit<FileEntry>,
    private readonly reusable: () => Promise<Iterable<readonly [string, ReusableContentEntry]>>,
    private readonly refs: Refs,
  ) {}

  /** Returns a copy, because a transaction may be repeated with the same body. An export writes references as paths. */
  async resolve(body: GivenBody, place: LinkPlace): Promise<ResolvedBody> {
    const { cover } = body.settings;
    const found = new Map<string, Target>();
    const folder = await this.pages.pathOf(place.parent);
    for (const one of [cover?.ref, cover?.refDark, ...referencesOf(body.document).map(({ ref }) => ref)]) {
      const key = JSON.stringify(one);
      if (one && !found.has(key)) found.set(key, await this.target(one, folder, place));
    }
    const document = found.size === 0 ? body.document : withTargets(body.document, found);
    const settings = { ...body.settings, ...(cover && { cover: replaced(cover, found) as typeof cover }) };
    return { ...body, document, settings, rewrite: (markdown) => rewritten(markdown, found, place.known) };
  }

  /** The target of a reference of a page. */
  async refOf(ref: ContentRef, place: LinkPlace): Promise<ContentRef> {
    return (await this.target(ref, await this.pages.pathOf(place.parent), place)).ref;
  }

  private async target(ref: ContentRef, folder: readonly string[], place: LinkPlace): Promise<Target> {
    if (ref.kind === 'url') return this.ofUrl(ref.url, folder, place);
    return { ref: await this.byName(ref), isWritten: false };
  }

  private async byName(ref: ContentRef): Promise<ContentRef> {
    if ('space' in ref && ref.space !== undefined) return ref;
    if (ref.kind === 'file') return { kind: 'file', file: this.refs.files.get(ref.file) ?? ref.file };
    if (ref.kind !== 'page' && (ref.kind !== 'anchor' || ref.page === undefined)) return ref;
    return { ...ref, page: (await this.pageNamed(ref)) ?? ref.page! } as ContentRef;
  }

  private async pageNamed({ page }: PageRef): Promise<string | undefined> {
    return (await this.pages.get(page!)) ? page : this.pages.at([page!]);
  }

  private async ofUrl(url: string, folder: readonly string[], { file, known }: LinkPlace): Promise<Target> {
    if (/^[a-z][a-z0-9+.-]*:|^\/\/|^$/i.test(url)) return { ref: { kind: 'url', url }, isWritten: true };
    const [address = '', anchor] = splitAnchor(url);
    const to = (page: string): ContentRef => (anchor ? { kind: 'anchor', anchor, page } : { kind: 'page', page });
    const name = /^\.\/([^/]+?)(?:\.md)?$/.exec(address)?.[1] ?? '';
    const own = this.refs.pages.get(name);
    if (own !== undefined) return { ref: to(own), isWritten: false };
    const added = this.refs.files.get(name) ?? this.refs.files.get(address.replace(/^\.\//, ''));
    if (added !== undefined) return { ref: { kind: 'file', file: added }, isWritten: false };
    const before = known?.refOf(url);
    const written = before ?? (file === undefined ? undefined : (await this.filePaths()).find(url, file)?.ref);
    if (written && written.kind !== 'url') return { ref: written, isWritten: true };
    const path = pathOf(address, folder);
    const page = path && (await this.pages.at(path));
    return page === undefined ? { ref: { kind: 'url', url }, isWritten: true } : { ref: to(page), isWritten: false };
  }

  /** The paths of all files: read once, and only for an address that is new to a page with a file. */
  private filePaths(): Promise<FilePaths> {
    return (this.paths ??= (async () =>
      FilePaths.of(await this.pages.entries(), await this.files.entries(), await this.reusable()))());
  }
}

function splitAnchor(url: string): [address: string, anchor: string | undefined] {
  const at = url.indexOf('#');
  return at < 0 ? [url, undefined] : [url.slice(0, at), url.slice(at + 1)];
}

/** The slugs of an address: `/pages/<path>`, or a Markdown file relative to the page; undefined for other addresses. */
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

/** A copy of a document with the found targets in place of its references. */
const withTargets = (document: Document, found: ReadonlyMap<string, Target>): Document =>
  mapNodes(document, (node) => {
    if (node.object === 'block' || node.object === 'inline') node.data = replaced(node.data, found) as Data;
    return node;
  });

/** A copy of a value with the found targets in place of its references; other references stay. */
function replaced(value: unknown, found: ReadonlyMap<string, Target>): unknown {
  if (Array.isArray(value)) return value.map((item) => replaced(item, found));
  if (typeof value !== 'object' || value === null) return value;
  if ('kind' in value) return found.get(JSON.stringify(value))?.ref ?? value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaced(item, found)]));
}

function rewritten(markdown: string, found: ReadonlyMap<string, Target>, known: Addresses | undefined): string {
  const changes = new Map<string, string>();
  for (const [key, { ref, isWritten }] of found) {
    const url = stableLink(JSON.parse(key) as ContentRef);
    const link = isWritten ? url : (known?.urlOf(ref) ?? stableLink(ref));
    if (link !== url) changes.set(url, link);
  }
  if (changes.size === 0) return markdown;
  const change = (url: string): string | undefined => changes.get(url);
  const { cover, coverDark } = readFrontMatter(markdown);
  return editFrontMatter(mapLinks(markdown, change), {
    ...(cover && { cover: change(cover) ?? cover }),
    ...(coverDark && { coverDark: change(coverDark) ?? coverDark }),
  });
}
