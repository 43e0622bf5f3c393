import { setImmediate as breathe } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DocumentRepository } from '../../../model/pages/document.repository';
import { indexedTitle, searchedSections } from '../document-sections';
import type { SpaceIndex } from '../index-state';
import { IndexStateRepository } from '../index-state.repository';
import type { DocumentKey, PageToIndex } from '../search-engine';
import { IndexRepository, type IndexedPage } from './index.repository';
import { indexedDocument, keyText, wordsIn, type NewDocument, type SearchedDocument } from './indexed-document';
import { Lexicon } from './lexicon';

/** Characters of text that one transaction indexes. */
const batchText = 400_000;

/** Adds pages to the index of a space, each document once. */
@Injectable()
export class PageIndexer {
  constructor(
    private readonly states: IndexStateRepository,
    private readonly repository: IndexRepository,
    private readonly documents: DocumentRepository,
    private readonly lexicon: Lexicon,
  ) {}

  /** Shares the shards of other spaces that have indexed the same documents. */
  async share(index: SpaceIndex, documents: readonly DocumentKey[]): Promise<void> {
    const shards = await this.repository.sharedShards(index, documents);
    const fresh = shards.filter((shard) => !index.shards.includes(shard));
    if (fresh.length > 0) await this.states.adopt(index, [...index.shards, ...fresh]);
  }

  async put(index: SpaceIndex, pages: readonly PageToIndex[]): Promise<void> {
    const keys = keysOf(pages);
    const { ids } = await this.repository.documents(index, keys);
    const missing = keys.filter((key) => !ids.has(keyText(key)));
    const last = await this.indexMissing(index, missing, ids);
    await this.states.step(index, async () => {
      if (last.length > 0)
        for (const [text, id] of await this.repository.insertDocuments(index, last)) ids.set(text, id);
      await this.repository.putPages(index, withDocuments(pages, ids));
    });
  }

  /**
   * The same for a few pages, with removed ones, in as few statements as possible. Reads and splits documents at once;
   * the returned function writes, in the caller's transaction.
   */
  async change(
    index: Omit<SpaceIndex, 'run'>,
    pages: readonly PageToIndex[],
    removed: readonly string[],
  ): Promise<(held: SpaceIndex) => Promise<void>> {
    const read = await this.read(index, keysOf(pages));
    // Stems are cached after the first query.
    await this.lexicon.stems(index.analyzer, wordsIn(read));
    return (held) => this.write(held, read, pages, removed);
  }

  private async write(
    index: SpaceIndex,
    documents: readonly SearchedDocument[],
    pages: readonly PageToIndex[],
    removed: readonly string[],
  ): Promise<void> {
    const { ids, openShard } = await this.repository.documents(index, documents);
    const missing = documents.filter((document) => !ids.has(keyText(document)));
    if (missing.length > 0) {
      const indexed = await this.indexed(index, missing, openShard ?? undefined);
      for (const [text, id] of await this.repository.insertDocuments(index, indexed)) ids.set(text, id);
    }
    await this.repository.putPages(index, withDocuments(pages, ids), { removed, settle: true });
  }

  /**
   * Indexes documents that no shard of the space has yet, a bounded amount of text at a time, and collects their ids.
   * Returns the last batch, which is stored together with the pages.
   */
  private async indexMissing(
    index: SpaceIndex,
    keys: readonly DocumentKey[],
    ids: Map<string, string>,
  ): Promise<NewDocument[]> {
    let batch: SearchedDocument[] = [];
    let text = 0;
    for (const [at, key] of keys.entries()) {
      // One at a time, as many may be long.
      const [document] = await this.read(index, [key]);
      batch.push(document!);
      text += document!.sections.reduce((sum, { body }) => sum + body.length, 0);
      if (text < batchText || at === keys.length - 1) continue;
      const indexed = await this.indexed(index, batch);
      const stored = await this.states.step(index, () => this.repository.insertDocuments(index, indexed));
      for (const [key, id] of stored) ids.set(key, id);
      batch = [];
      text = 0;
    }
    return batch.length > 0 ? this.indexed(index, batch) : [];
  }

  /** Documents in the form that a shard of the space stores. */
  private async indexed(
    index: SpaceIndex,
    documents: readonly SearchedDocument[],
    open?: number,
  ): Promise<NewDocument[]> {
    const shard = open ?? (await this.repository.openShard(index));
    const stems = await this.lexicon.stems(index.analyzer, wordsIn(documents));
    const indexed: NewDocument[] = [];
    for (const document of documents) {
      indexed.push(indexedDocument(shard, document, stems));
      await breathe();
    }
    return indexed;
  }

  /** Documents with their sections, read with one statement. */
  private async read(
    { organizationId }: Omit<SpaceIndex, 'run'>,
    keys: readonly DocumentKey[],
  ): Promise<SearchedDocument[]> {
    const hashes = [...new Set(keys.flatMap(({ hash }) => hash || []))];
    const stored = hashes.length > 0 ? await this.documents.findSome(organizationId, hashes) : undefined;
    const documents: SearchedDocument[] = [];
    for (const key of keys) {
      const found = stored?.get(key.hash);
      documents.push({ ...key, sections: found ? searchedSections(found.body) : [] });
      await breathe();
    }
    return documents;
  }
}

const keysOf = (pages: readonly PageToIndex[]): DocumentKey[] => [
  ...new Map(pages.flatMap(({ key }) => (key ? [[keyText(key), key] as const] : []))).values(),
];

/** `ids` are those of documents, by `keyText`. */
const withDocuments = (pages: readonly PageToIndex[], ids: ReadonlyMap<string, string>): IndexedPage[] =>
  pages.map(({ id, parent, title, path, key, computed }) => {
    const document = (key && ids.get(keyText(key))) ?? null;
    return { id, parent, title: indexedTitle(title), path, document, computed };
  });
