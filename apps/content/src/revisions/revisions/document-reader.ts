import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { notFound, type DocumentQuery, type JSONDocument, type Variables } from '@bindery/contracts';
import { asChanging, rawAnswer } from '@bindery/messaging';
import { computedPage } from '../computed/computed-content';
import { ComputedPages } from '../computed/computed-pages';
import { evaluatedFor } from '../evaluation/evaluated-for';
import { DocumentRepository, type StoredDocument } from '../../model/pages/document.repository';
import type { PageEntry } from '../../model/pages/page-entry';
import type { ReusableContentEntry } from '../../model/pages/reusable-content-entry';
import { HiddenContentReader, nameOfHidden } from '../visitor-content/hidden-content';
import { PageConditions } from '../visitor-content/page-conditions';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import type { RevisionAccess } from './revision.repository';

const empty = { object: 'document', data: {}, nodes: [] };

/** Reads documents alone, as JSON. */
@Injectable()
export class DocumentReader {
  /** Cached results of `documentsOf`. */
  private readonly pointedAt = new LRUCache<string, ReadonlyMap<string, Variables | undefined>>({ max: 50 });

  constructor(
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
    private readonly computedPages: ComputedPages,
    private readonly conditions: PageConditions,
    private readonly hidden: HiddenContentReader,
  ) {}

  /** A document that the revision refers to; others of the organization are not returned. Throws 404. */
  async byId(revision: RevisionAccess, id: string, asked: DocumentQuery): Promise<JSONDocument> {
    const found = await this.documentsOf(revision);
    if (!found.has(id)) throw notFound('Document');
    return this.read(revision, id, asked, found.get(id));
  }

  /** Throws 404 for an id of no document page. */
  async ofPage(revision: RevisionAccess, id: string, asked: DocumentQuery): Promise<JSONDocument> {
    const map = this.chunks.map<PageEntry>(revision.organizationId);
    const entry = (await map.get(revision.pages, [id])).get(id);
    if ((await this.conditions.hiddenPages(revision)).has(id)) throw notFound('Page');
    if (entry?.type === 'document') return this.read(revision, entry.document, asked, entry.variables);
    const computed = entry ? undefined : computedPage(await this.computedPages.of(revision), id);
    if (computed?.entry.type !== 'document') throw notFound('Page');
    const { document, variables } = computed.entry;
    if (!('computed' in computed.entry)) return asChanging(await this.read(revision, document, asked, variables));
    const { body, origin } = await this.computedPages.document(revision, computed.entry);
    return asChanging(this.present({ ...revision, ...origin }, { body, markdown: null }, asked, variables));
  }

  async ofReusableContent(revision: RevisionAccess, id: string, asked: DocumentQuery): Promise<JSONDocument> {
    const map = this.chunks.map<ReusableContentEntry>(revision.organizationId);
    const entry = (await map.get(revision.reusableContents, [id])).get(id);
    if (!entry || (await this.hidden.of(revision)).parts.has(id)) throw notFound('Reusable content');
    return this.read(revision, entry.document, asked);
  }

  private async read(
    revision: RevisionAccess,
    hash: string | undefined,
    asked: DocumentQuery,
    page?: Variables,
  ): Promise<JSONDocument> {
    if (hash === undefined) return rawAnswer(Buffer.from(JSON.stringify(empty)));
    const stored = await this.documents.find(revision.organizationId, hash);
    if (!stored) throw new Error(`Document ${hash} is missing`);
    return this.present(revision, stored, asked, page);
  }

  private present(
    revision: RevisionAccess,
    stored: StoredDocument,
    { evaluated }: DocumentQuery,
    page?: Variables,
  ): JSONDocument {
    const shown = evaluatedFor(revision, stored, { evaluated, page });
    const answer = rawAnswer<JSONDocument>(Buffer.from(shown.body));
    return revision.claims !== undefined && shown !== stored ? asChanging(answer) : answer;
  }

  /** The documents that the reader may see, by hash, each with the variables of the pages that show it, unless these differ. */
  private async documentsOf(revision: RevisionAccess): Promise<ReadonlyMap<string, Variables | undefined>> {
    const { id, organizationId, pages, reusableContents } = revision;
    const hidden = await this.hidden.of(revision);
    const key = `${id} ${nameOfHidden(hidden)}`;
    const known = this.pointedAt.get(key);
    if (known) return known;
    const all = [
      ...(await this.chunks.map<ReusableContentEntry>(organizationId).entries(reusableContents)),
      ...(await this.chunks.map<PageEntry>(organizationId).entries(pages)),
    ];
    const found = new Map<string, Variables | undefined>();
    for (const [one, entry] of all) {
      if (!('document' in entry) || entry.document === undefined) continue;
      if (hidden.pages.has(one) || hidden.parts.has(one)) continue;
      const variables = 'variables' in entry ? entry.variables : undefined;
      const isAlone = !found.has(entry.document) || isDeepStrictEqual(found.get(entry.document), variables);
      found.set(entry.document, isAlone ? variables : undefined);
    }
    this.pointedAt.set(key, found);
    return found;
  }
}
