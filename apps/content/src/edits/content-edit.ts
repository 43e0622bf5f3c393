import { ApiError } from '@bindery/contracts';
import type { Document } from '@bindery/documents';
import type { FileEntry } from '../files/file-entry';
import type { ContentSource } from '../merge/merge-content';
import type { DocumentPageEntry, PageEntry } from '../pages/page-entry';
import { saidBySource } from '../pages/page-settings';
import { withoutSource, type NewDocument } from '../pages/new-document';
import type { RevisionContent } from '../revisions/revision-content';
import { isSame } from '../merge/three-way';
import type { Chunk } from '../store/chunk';
import { storedForm, withKeys, type GivenBody } from './edited-document';
import { Links, type Refs } from './links';
import { MapEdit } from './map-edit';
import { PageEdit } from './page-edit';

/** What a page holds while it is changed. */
interface Held {
  document: Document;
  given?: GivenBody | undefined;
  field: string;
}

export interface EditedContent {
  content: RevisionContent;
  chunks: Chunk[];
  documents: NewDocument[];
}

/** The content of a revision while changes are made to it. */
export class ContentEdit {
  readonly pages: PageEdit;
  readonly files: MapEdit<FileEntry>;
  readonly links: Links;
  /** Pages that a change named or touched. */
  readonly touched = new Set<string>();
  private readonly pageMap: MapEdit<PageEntry>;
  private readonly slugMap: MapEdit<string>;
  private readonly held = new Map<string, Held>();

  constructor(
    private readonly source: ContentSource,
    private readonly before: RevisionContent,
    refs: Refs,
  ) {
    this.pageMap = new MapEdit(source.map<PageEntry>(), before.pages);
    this.slugMap = new MapEdit(source.map<string>(), before.slugs);
    this.files = new MapEdit(source.map<FileEntry>(), before.files);
    this.pages = new PageEdit(this.pageMap, this.slugMap);
    this.links = new Links(this.pages, this.files, refs);
  }

  /** A page that a change names. Throws 404 that names the field. */
  async page(id: string, field: string): Promise<PageEntry> {
    const entry = await this.pages.get(id);
    if (!entry) throw missing('Page', field);
    return entry;
  }

  /** The document that a page has now. */
  async document(id: string, { document }: DocumentPageEntry): Promise<Document | undefined> {
    return this.held.get(id)?.document ?? (await this.stored(document));
  }

  async stored(hash: string | undefined): Promise<Document | undefined> {
    if (hash === undefined) return undefined;
    const found = (await this.source.documents([hash])).get(hash);
    if (!found) throw new Error(`Document ${hash} is missing`);
    return JSON.parse(found.body) as Document;
  }

  /** Gives a page what was given as its body: links lead where they should, and blocks that stay keep their keys. */
  async hold(id: string, entry: DocumentPageEntry, given: GivenBody, field: string): Promise<void> {
    const { document, markdown } = given;
    const linked = await this.links.resolve(document, entry.parent, markdown !== undefined);
    const keyed = withKeys(document, await this.document(id, entry));
    this.held.set(id, { document: keyed, field, given: linked ? { ...given, markdown: undefined } : given });
  }

  /** Gives a page a document as it is. */
  holdDocument(id: string, document: Document, field: string): void {
    this.held.set(id, { document, field });
  }

  /** A page has its stored document again. */
  release(id: string): void {
    this.held.delete(id);
  }

  /** The content with all changes, and what has to be stored before it is used. */
  async finish(): Promise<EditedContent> {
    const documents = new Map<string, NewDocument>();
    const add = (made: NewDocument) => documents.set(made.hash, made) && made.hash;
    for (const [id, { document, given, field }] of this.held) {
      const entry = await this.pages.get(id);
      if (entry?.type !== 'document') continue;
      this.pageMap.set(id, { ...entry, document: add(storedForm(document, entry, given, field)) });
    }
    for (const id of this.touched) if (!this.held.has(id)) await this.dropStaleSource(id, add);
    const [pages, slugs, files] = await Promise.all([this.pageMap.write(), this.slugMap.write(), this.files.write()]);
    return {
      content: { ...this.before, pages: pages.root, slugs: slugs.root, files: files.root },
      chunks: [...pages.chunks, ...slugs.chunks, ...files.chunks],
      documents: [...documents.values()],
    };
  }

  /** Of a page whose document stayed, but not what else its Markdown file says, the file is kept no longer. */
  private async dropStaleSource(id: string, add: (made: NewDocument) => string): Promise<void> {
    const entry = await this.pages.get(id);
    if (entry?.type !== 'document' || !entry.document) return;
    const before = (await this.source.map<PageEntry>().get(this.before.pages, [id])).get(id);
    const isStored = before?.type === 'document' && before.document === entry.document;
    if (isStored && isSame(saidBySource(before), saidBySource(entry))) return;
    const { body, markdown } = (await this.source.documents([entry.document])).get(entry.document)!;
    if (isStored && markdown !== null) this.pageMap.set(id, { ...entry, document: add(withoutSource(body)) });
  }
}

export const missing = (what: string, field: string): ApiError =>
  new ApiError(404, `${what} not found`, [{ field, message: `${field} names nothing that is there` }]);
