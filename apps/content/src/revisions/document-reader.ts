import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { notFound, type JSONDocument } from '@bindery/contracts';
import { asChanging, rawAnswer } from '@bindery/messaging';
import { ComputedPages } from '../computed/computed-pages';
import { DocumentRepository } from '../pages/document.repository';
import type { PageEntry } from '../pages/page-entry';
import type { ReusableContentEntry } from '../pages/reusable-content-entry';
import { HiddenContentReader } from '../readers/hidden-content';
import { ChunkRepository } from '../store/chunk.repository';
import type { RevisionAccess } from './revision.repository';

const empty = { object: 'document', data: {}, nodes: [] };

/** Documents alone, as JSON. */
@Injectable()
export class DocumentReader {
  /** The documents that revisions point at. */
  private readonly pointedAt = new LRUCache<string, ReadonlySet<string>>({ max: 50 });

  constructor(
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
    private readonly computedPages: ComputedPages,
    private readonly hidden: HiddenContentReader,
  ) {}

  /** A document that the revision points at; what else the organization has stays hidden. Throws 404. */
  async byId(revision: RevisionAccess, id: string): Promise<JSONDocument> {
    if (!(await this.documentsOf(revision)).has(id)) throw notFound('Document');
    return this.read(revision, id);
  }

  /** Throws 404 for what is no document page. */
  async ofPage(revision: RevisionAccess, id: string): Promise<JSONDocument> {
    const map = this.chunks.map<PageEntry>(revision.organizationId);
    const entry = (await map.get(revision.pages, [id])).get(id);
    if ((await this.hidden.of(revision)).pages.has(id)) throw notFound('Page');
    if (entry?.type === 'document') return this.read(revision, entry.document);
    const computed = entry ? undefined : (await this.computedPages.of(revision))?.byId.get(id);
    if (!computed) throw notFound('Page');
    return asChanging(rawAnswer<JSONDocument>(Buffer.from(await this.computedPages.document(computed.entry))));
  }

  async ofReusableContent(revision: RevisionAccess, id: string): Promise<JSONDocument> {
    const map = this.chunks.map<ReusableContentEntry>(revision.organizationId);
    const entry = (await map.get(revision.reusableContents, [id])).get(id);
    if (!entry || (await this.hidden.of(revision)).parts.has(id)) throw notFound('Reusable content');
    return this.read(revision, entry.document);
  }

  private async read({ organizationId }: RevisionAccess, hash: string | undefined): Promise<JSONDocument> {
    if (hash === undefined) return rawAnswer(Buffer.from(JSON.stringify(empty)));
    const stored = await this.documents.find(organizationId, hash);
    if (!stored) throw new Error(`Document ${hash} is missing`);
    return rawAnswer(Buffer.from(stored.body));
  }

  private async documentsOf(revision: RevisionAccess) {
    const { id, organizationId, pages, reusableContents, claims } = revision;
    const hidden = await this.hidden.of(revision);
    const key = hidden.pages.size > 0 ? `${id} ${JSON.stringify(claims)}` : id;
    const known = this.pointedAt.get(key);
    if (known) return known;
    const all = [
      ...(await this.chunks.map<{ document?: string }>(organizationId).entries(pages)),
      ...(await this.chunks.map<{ document?: string }>(organizationId).entries(reusableContents)),
    ];
    const shown = all.filter(([one]) => !hidden.pages.has(one) && !hidden.parts.has(one));
    const found = new Set(shown.flatMap(([, { document }]) => document ?? []));
    this.pointedAt.set(key, found);
    return found;
  }
}
