import type { Block, Document } from '@bindery/documents';
import type { Variables } from '@bindery/contracts';
import type { FileEntry } from '../../src/storage/files/file-entry';
import { mergeRevisions, type ContentSource, type MergedContent } from '../../src/model/merge/merge-content';
import type { StoredDocument } from '../../src/model/pages/document.repository';
import { newDocument } from '../../src/model/pages/new-document';
import { isFormerSlugKey, slugKeyOf, type DocumentPageEntry, type PageEntry } from '../../src/model/pages/page-entry';
import type { ReusableContentEntry } from '../../src/model/pages/reusable-content-entry';
import { emptyContent, type RevisionContent } from '../../src/model/pages/revision-content';
import type { ChunkData } from '../../src/storage/store/chunk';
import { PersistentMap } from '../../src/storage/store/persistent-map';

/** A block in tests: its key and its text. */
export type TestBlock = readonly [key: string, text: string];

/** A document page in tests; absent fields have defaults. */
export interface TestPage extends Partial<Omit<DocumentPageEntry, 'type' | 'document'>> {
  blocks?: readonly TestBlock[];
  markdown?: string | null;
}

export interface TestContent {
  pages?: Readonly<Record<string, TestPage>>;
  files?: Readonly<Record<string, Partial<FileEntry>>>;
  reusable?: Readonly<Record<string, { title: string; blocks?: readonly TestBlock[] }>>;
  variables?: Variables;
}

const time = '2026-01-01T00:00:00.000Z';

export const blockOf = ([key, text]: TestBlock): Block => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  key,
  data: {},
  nodes: [{ object: 'text', key: `${key}-text`, leaves: [{ object: 'leaf', text, marks: [] }] }],
});

const documentOf = (blocks: readonly TestBlock[]): Document => ({
  object: 'document',
  data: {},
  nodes: blocks.map(blockOf),
});

/** Contents in memory, stored as content stores them. */
export class MemoryContent implements ContentSource {
  readonly chunks = new Map<string, ChunkData>();
  private readonly stored = new Map<string, StoredDocument>();
  /** The number of chunks that were read. */
  reads = 0;

  map<V extends NonNullable<unknown>>(): PersistentMap<V> {
    return new PersistentMap<V>({
      read: async (hashes) => {
        this.reads += hashes.length;
        return hashes.flatMap((hash) => {
          const data = this.chunks.get(hash);
          return data ? [{ hash, data }] : [];
        });
      },
    });
  }

  async documents(hashes: string[]): Promise<Map<string, StoredDocument>> {
    return new Map(hashes.flatMap((hash) => (this.stored.has(hash) ? [[hash, this.stored.get(hash)!] as const] : [])));
  }

  content({ pages = {}, files = {}, reusable = {}, variables = {} }: TestContent): RevisionContent {
    const entries = Object.entries(pages).map(([id, page], index) => [id, this.page(id, page, index)] as const);
    return {
      ...emptyContent,
      variables,
      pages: this.write(entries),
      slugs: this.write(entries.map(([id, entry]) => [slugKeyOf(entry)!, id] as const)),
      files: this.write(Object.entries(files).map(([id, file]) => [id, fileOf(id, file)] as const)),
      reusableContents: this.write(
        Object.entries(reusable).map(([id, { title, blocks = [] }]) => [
          id,
          { title, document: this.keep(documentOf(blocks)) } satisfies ReusableContentEntry,
        ]),
      ),
    };
  }

  /** Merges and stores the result, as content does. */
  async merge(base: TestContent, main: TestContent, draft: TestContent): Promise<MergedContent> {
    return this.mergeContents(this.content(base), this.content(main), this.content(draft));
  }

  async mergeContents(base: RevisionContent, main: RevisionContent, draft: RevisionContent): Promise<MergedContent> {
    const merged = await mergeRevisions(this, { base, main, draft });
    for (const { hash, data } of merged.chunks) this.chunks.set(hash, data);
    for (const { hash, ...document } of merged.documents) this.stored.set(hash, document);
    return merged;
  }

  async pages({ pages }: RevisionContent): Promise<Record<string, PageEntry>> {
    return Object.fromEntries(await this.map<PageEntry>().entries(pages));
  }

  async slugs({ slugs }: RevisionContent): Promise<Record<string, string>> {
    const entries = await this.map<string>().entries(slugs);
    return Object.fromEntries(entries.filter(([key]) => !isFormerSlugKey(key)));
  }

  async files({ files }: RevisionContent): Promise<Record<string, FileEntry>> {
    return Object.fromEntries(await this.map<FileEntry>().entries(files));
  }

  async reusable({ reusableContents }: RevisionContent): Promise<Record<string, ReusableContentEntry>> {
    return Object.fromEntries(await this.map<ReusableContentEntry>().entries(reusableContents));
  }

  /** The blocks of a page, or of a reusable content, as tests write them. */
  blocks(entry: object | undefined): TestBlock[] {
    const hash = (entry as { document?: string } | undefined)?.document;
    if (hash === undefined) return [];
    const { nodes } = JSON.parse(this.stored.get(hash)!.body) as Document;
    return nodes.map((node) => [node.key!, textOf(node)]);
  }

  markdown(entry: object | undefined): string | null {
    return this.stored.get((entry as { document: string }).document)!.markdown;
  }

  private page(id: string, { blocks, markdown = null, ...entry }: TestPage, index: number): PageEntry {
    return {
      type: 'document',
      parent: '',
      order: `a${index}`,
      title: id,
      slug: id,
      createdAt: time,
      updatedAt: time,
      ...entry,
      ...(blocks && { document: this.keep(documentOf(blocks), markdown) }),
    };
  }

  private keep(document: Document, markdown: string | null = null): string {
    const { hash, ...made } = newDocument(document, markdown);
    this.stored.set(hash, made);
    return hash;
  }

  private write<V extends NonNullable<unknown>>(entries: Iterable<readonly [string, V]>): string {
    const { root, chunks } = PersistentMap.fromEntries(entries);
    for (const { hash, data } of chunks) this.chunks.set(hash, data);
    return root;
  }
}

const fileOf = (id: string, file: Partial<FileEntry>): FileEntry => ({
  name: `${id}.txt`,
  contentType: 'text/plain',
  size: 1,
  sha256: id,
  ...file,
});

const textOf = (block: Block): string =>
  (block.nodes ?? [])
    .map((node) => (node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : ''))
    .join('');
