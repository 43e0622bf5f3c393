import { setImmediate as breathe } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DocumentRepository } from '../pages/document.repository';
import {
  indexedDocument,
  indexedTitle,
  searchedSections,
  wordsIn,
  type SearchedDocument,
  type Section,
} from './document-sections';
import { Lexicon } from './lexicon';
import { keyText, type DocumentKey, type IndexState, type NewDocument } from './search-index';
import { SearchIndexRepository } from './search-index.repository';

/** Pages of one transaction, and characters of text that are indexed in one. */
export const batchPages = 100;
const batchText = 400_000;

/** A page as it is to be found. */
export interface PageToIndex {
  id: string;
  parent: string;
  title: string;
  path: string;
  /** Absent where it is not to be found. */
  key: DocumentKey | undefined;
  /** Whether no revision holds it. */
  computed: boolean;
}

/** Puts pages into the index of a space, each document once. */
@Injectable()
export class PageIndexer {
  constructor(
    private readonly index: SearchIndexRepository,
    private readonly documents: DocumentRepository,
    private readonly lexicon: Lexicon,
  ) {}

  /** Takes over what other spaces have indexed of the same documents. */
  async share(state: IndexState, pages: readonly Pick<PageToIndex, 'key'>[]): Promise<void> {
    const shards = await this.index.sharedShards(
      state,
      pages.flatMap(({ key }) => key ?? []),
    );
    const fresh = shards.filter((shard) => !state.shards.includes(shard));
    if (fresh.length === 0) return;
    await this.index.adopt(state, [...state.shards, ...fresh]);
    state.shards = [...state.shards, ...fresh];
  }

  async put(state: IndexState, pages: readonly PageToIndex[]): Promise<void> {
    const keys = [...new Map(pages.flatMap(({ key }) => (key ? [[keyText(key), key] as const] : []))).values()];
    const ids = await this.index.documents(state, keys);
    const missing = keys.filter((key) => !ids.has(keyText(key)));
    for (const [text, id] of await this.indexMissing(state, missing)) ids.set(text, id);
    const indexed = pages.map(({ id, parent, title, path, key, computed }) => {
      const document = (key && ids.get(keyText(key))) ?? null;
      return { id, parent, title: indexedTitle(title), path, document, computed };
    });
    await this.index.step(state, () => this.index.putPages(state, indexed));
  }

  /** Indexes documents that no shard of the space holds yet, a bounded amount of text at a time. */
  private async indexMissing(state: IndexState, keys: readonly DocumentKey[]): Promise<Map<string, string>> {
    const ids = new Map<string, string>();
    let batch: SearchedDocument[] = [];
    let text = 0;
    for (const [index, key] of keys.entries()) {
      const sections = await this.sectionsOf(state, key);
      batch.push({ ...key, sections });
      text += sections.reduce((sum, { body }) => sum + body.length, 0);
      await breathe();
      if (text < batchText && index < keys.length - 1) continue;
      for (const [indexed, id] of await this.indexDocuments(state, batch)) ids.set(indexed, id);
      batch = [];
      text = 0;
    }
    return ids;
  }

  private async indexDocuments(
    state: IndexState,
    documents: readonly SearchedDocument[],
  ): Promise<Map<string, string>> {
    const shard = await this.index.openShard(state);
    const stems = await this.lexicon.stems(state.dictionary, documents.flatMap(wordsIn));
    const indexed: NewDocument[] = [];
    for (const document of documents) {
      indexed.push(indexedDocument(shard, document, stems));
      await breathe();
    }
    return this.index.step(state, () => this.index.insertDocuments(state, indexed));
  }

  private async sectionsOf({ organizationId }: IndexState, { hash }: DocumentKey): Promise<Section[]> {
    if (!hash) return [];
    const stored = (await this.documents.findAll(organizationId, [hash])).get(hash);
    return stored ? searchedSections(stored.body) : [];
  }
}

export function* batches<T>(items: readonly T[], size: number): Iterable<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
