import { ApiError } from '@bindery/contracts';
import type { Document } from '@bindery/documents';
import type { FileEntry } from '../../storage/files/file-entry';
import type { ContentSource } from '../../model/merge/merge-content';
import type { DocumentPageEntry, PageEntry } from '../../model/pages/page-entry';
import { sourceOf, withoutStaleSource } from '../../model/pages/page-source';
import type { PageTree } from '../../model/pages/page-trees';
import type { NewDocument } from '../../model/pages/new-document';
import type { ReusableContentEntry } from '../../model/pages/reusable-content-entry';
import type { RevisionContent } from '../../model/pages/revision-content';
import type { Chunk } from '../../storage/store/chunk';
import { withKeys } from './edited-document';
import { Links, type Refs, type ResolvedBody } from './links';
import { MapEdit } from './map-edit';
import { PageEdit } from './page-edit';
import type { GivenBody } from './read-markdown';
import { pageAfter, pageRestated, storedForm, type WrittenPage } from './written-page';

/** The text of a page during an edit, and the field that changed it. */
interface PageField {
  page: WrittenPage;
  field: string;
}

export interface EditedContent {
  content: RevisionContent;
  chunks: Chunk[];
  documents: NewDocument[];
}

/** The content of a revision while changes are applied to it. */
export class ContentEdit {
  readonly pages: PageEdit;
  readonly files: MapEdit<FileEntry>;
  readonly links: Links;
  /** Pages that a change named or touched. */
  readonly touched = new Set<string>();
  private readonly pageMap: MapEdit<PageEntry>;
  private readonly slugMap: MapEdit<string>;
  private readonly reusableMap: MapEdit<ReusableContentEntry>;
  private readonly held = new Map<string, PageField>();
  /** The stored document that was read last: a change reads that of its page twice, and a call has up to 500 changes. */
  private lastRead?: { hash: string; page: WrittenPage };
  /** The documents of new reusable contents. */
  private readonly inserted: NewDocument[] = [];

  constructor(
    private readonly source: ContentSource,
    private readonly before: RevisionContent,
    refs: Refs,
    tree: () => Promise<PageTree>,
  ) {
    this.pageMap = new MapEdit(source.map<PageEntry>(), before.pages);
    this.slugMap = new MapEdit(source.map<string>(), before.slugs);
    this.files = new MapEdit(source.map<FileEntry>(), before.files);
    this.pages = new PageEdit(this.pageMap, this.slugMap, tree);
    this.reusableMap = new MapEdit(source.map<ReusableContentEntry>(), before.reusableContents);
    this.links = new Links(this.pages, this.files, () => this.reusableMap.entries(), refs);
  }

  /** A page that a change names. Throws 404 that names the field. */
  async page(id: string, field: string): Promise<PageEntry> {
    const entry = await this.pages.get(id);
    if (!entry) throw missing('Page', field);
    return entry;
  }

  /** The current document of a page, with its file. */
  async written(id: string, { document }: DocumentPageEntry): Promise<WrittenPage | undefined> {
    return this.held.get(id)?.page ?? (await this.stored(document));
  }

  async stored(hash: string | undefined): Promise<WrittenPage | undefined> {
    if (hash === undefined) return undefined;
    if (this.lastRead?.hash === hash) return this.lastRead.page;
    const found = (await this.source.documents([hash])).get(hash);
    if (!found) throw new Error(`Document ${hash} is missing`);
    const page = { document: JSON.parse(found.body) as Document, markdown: found.markdown };
    this.lastRead = { hash, page };
    return page;
  }

  /** Sets the body of a page, and updates its file to match its entry. Returns whether either changed. */
  async write(
    id: string,
    before: PageEntry | undefined,
    entry: DocumentPageEntry,
    given: ResolvedBody | undefined,
    field: string,
  ): Promise<boolean> {
    const old = before?.type === 'document' ? before : undefined;
    const was = old && (await this.written(id, old));
    const body = given ? pageAfter(was, given, entry.title) : was;
    if (!body) return false;
    // A new file has only the given settings. A body that changed the title contains it already.
    const settings = { title: entry.title, ...(was?.markdown != null && old), ...given?.settings };
    const page = pageRestated(
      body,
      given?.title === entry.title ? { ...settings, title: entry.title } : settings,
      entry,
    );
    if (page === was) return false;
    this.hold(id, page, field);
    return true;
  }

  /** Adds a reusable content. Its file is written when it is exported. */
  async insertReusableContent(id: string, title: string, given: GivenBody, field: string): Promise<void> {
    const body = await this.links.resolve(given, { parent: '' });
    const document = storedForm({ document: withKeys(body.document, undefined), markdown: null }, field);
    this.reusableMap.set(id, { title, document: document.hash });
    this.inserted.push(document);
  }

  /** Gives a page a document with its file. */
  hold(id: string, page: WrittenPage, field: string): void {
    this.held.set(id, { page, field });
  }

  /** Returns a page to its stored document. */
  release(id: string): void {
    this.held.delete(id);
  }

  /** The content with all changes, and the documents and chunks to store before it is used. */
  async finish(): Promise<EditedContent> {
    const documents = new Map<string, NewDocument>();
    const add = (made: NewDocument) => documents.set(made.hash, made) && made.hash;
    for (const [id, { page, field }] of this.held) {
      const entry = await this.pages.get(id);
      if (entry?.type !== 'document') continue;
      this.pageMap.set(id, { ...entry, document: add(storedForm(page, field)) });
    }
    this.inserted.forEach(add);
    for (const id of this.touched) await this.keepSource(id);
    const [pages, slugs, files, reusable] = await Promise.all([
      this.pageMap.write(),
      this.slugMap.write(),
      this.files.write(),
      this.reusableMap.write(),
    ]);
    return {
      content: {
        ...this.before,
        pages: pages.root,
        slugs: slugs.root,
        files: files.root,
        reusableContents: reusable.root,
      },
      chunks: [...pages.chunks, ...slugs.chunks, ...files.chunks, ...reusable.chunks],
      documents: [...documents.values()],
    };
  }

  /** An unreadable file is removed with its page, or when the page is overwritten, and is restored with it. */
  private async keepSource(id: string): Promise<void> {
    const before = sourceOf(await this.pageMap.stored(id));
    const entry = await this.pages.get(id);
    const now = sourceOf(entry);
    if (entry && !now) this.pageMap.set(id, withoutStaleSource(entry));
    if (before?.file && before.file !== now?.file) this.files.set(before.file, null);
    if (now?.file && now.bytes && !(await this.files.get(now.file))) this.files.set(now.file, now.bytes);
  }
}

export const missing = (what: string, field: string): ApiError =>
  new ApiError(404, `${what} not found`, [{ field, message: `${field} does not exist` }]);
