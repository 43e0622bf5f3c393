import { setImmediate as breathe } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DocumentRepository } from '../../pages/document.repository';
import { indexedTitle, searchedSections, type Section } from '../document-sections';
import type { SpaceIndex } from '../index-state';
import { IndexStateRepository } from '../index-state.repository';
import type { DocumentKey, PageToIndex } from '../search-engine';
import { IndexRepository } from './index.repository';
import { indexedDocument, keyText, wordsIn, type NewDocument, type SearchedDocument } from './indexed-document';
import { Lexicon } from './lexicon';

/** Characters of text that are indexed in one transaction. */
const batchText = 400_000;

/** Puts pages into the index of a space, each document once. */
@Injectable()
export class PageIndexer {
  constructor(
    private readonly states: IndexStateRepository,
    private readonly repository: IndexRepository,
    private readonly documents: DocumentRepository,
    private readonly lexicon: Lexicon,
  ) {}

  /** Takes over what other spaces have indexed of the same documents. */
  async share(index: SpaceIndex, documents: readonly DocumentKey[]): Promise<void> {
    const shards = await this.repository.sharedShards(index, documents);
    const fresh = shards.filter((shard) => !index.shards.includes(shard));
    if (fresh.length > 0) await this.states.adopt(index, [...index.shards, ...fresh]);
  }

  async put(index: SpaceIndex, pages: readonly PageToIndex[]): Promise<void> {
    const keys = [...new Map(pages.flatMap(({ key }) => (key ? [[keyText(key), key] as const] : []))).values()];
    const ids = await this.repository.documents(index, keys);
    const missing = keys.filter((key) => !ids.has(keyText(key)));
    for (const [text, id] of await this.indexMissing(index, missing)) ids.set(text, id);
    const indexed = pages.map(({ id, parent, title, path, key, computed }) => {
      const document = (key && ids.get(keyText(key))) ?? null;
      return { id, parent, title: indexedTitle(title), path, document, computed };
    });
    await this.states.step(index, () => this.repository.putPages(index, indexed));
  }

  /** Indexes documents that no shard of the space holds yet, a bounded amount of text at a time. */
  private async indexMissing(index: SpaceIndex, keys: readonly DocumentKey[]): Promise<Map<string, string>> {
    const ids = new Map<string, string>();
    let batch: SearchedDocument[] = [];
    let text = 0;
    for (const [at, key] of keys.entries()) {
      const sections = await this.sectionsOf(index, key);
      batch.push({ ...key, sections });
      text += sections.reduce((sum, { body }) => sum + body.length, 0);
      await breathe();
      if (text < batchText && at < keys.length - 1) continue;
      for (const [indexed, id] of await this.indexDocuments(index, batch)) ids.set(indexed, id);
      batch = [];
      text = 0;
    }
    return ids;
  }

  private async indexDocuments(
    index: SpaceIndex,
    documents: readonly SearchedDocument[],
  ): Promise<Map<string, string>> {
    const shard = await this.repository.openShard(index);
    const stems = await this.lexicon.stems(index.analyzer, documents.flatMap(wordsIn));
    const indexed: NewDocument[] = [];
    for (const document of documents) {
      indexed.push(indexedDocument(shard, document, stems));
      await breathe();
    }
    return this.states.step(index, () => this.repository.insertDocuments(index, indexed));
  }

  private async sectionsOf({ organizationId }: SpaceIndex, { hash }: DocumentKey): Promise<Section[]> {
    if (!hash) return [];
    const stored = (await this.documents.findAll(organizationId, [hash])).get(hash);
    return stored ? searchedSections(stored.body) : [];
  }
}
