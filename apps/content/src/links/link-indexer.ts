import { Injectable } from '@nestjs/common';
import { setImmediate as breathe } from 'node:timers/promises';
import type { JobContext } from '@bindery/jobs';
import type { FileEntry } from '../files/file-entry';
import { DocumentRepository } from '../pages/document.repository';
import type { PageEntry } from '../pages/page-entry';
import type { ReusableContentEntry } from '../pages/reusable-content-entry';
import { EMPTY_ROOT, MissingChunkError } from '../store/chunk';
import { ChunkRepository } from '../store/chunk.repository';
import { LinkIndexRepository, type LinkChange, type LinkedMaps, type LinkedObject } from './link-index.repository';
import { linkSourceOf, ownLinksOf, type LinkSource } from './link-source';

/** Documents that are read in one statement. */
const batchDocuments = 50;

/**
 * Brings the index of a space's links up to date with its main branch, at a cost in proportion to what changed. A
 * document is read once for its organization; then the objects of the space change all at once.
 */
@Injectable()
export class LinkIndexer {
  constructor(
    private readonly index: LinkIndexRepository,
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
  ) {}

  /** Throws `JobLostError` when the work is to end. */
  async run(space: string, context: JobContext<object>): Promise<void> {
    for (;;) {
      const head = await this.index.head(space);
      if (!head) return;
      const { organizationId: organization, ...to } = head;
      const from = await this.index.indexed(space);
      const change = await this.change(space, organization, from, to).catch(async (error: unknown) => {
        // What was indexed last may have been swept since; then everything is compared.
        if (!(error instanceof MissingChunkError) || isNothing(from)) throw error;
        await this.index.reset(space);
        return undefined;
      });
      if (!change) continue;
      await this.indexDocuments(organization, change, context);
      if (await this.index.apply(change)) return;
    }
  }

  private async change(space: string, organization: string, from: LinkedMaps, to: LinkedMaps): Promise<SourcedChange> {
    const put: LinkedObject[] = [];
    const removed: Pick<LinkedObject, 'kind' | 'id'>[] = [];
    const own = new Map<string, LinkSource>();
    const compare = async <E extends object>(
      kind: LinkedObject['kind'],
      name: keyof LinkedMaps,
      held: (entry: E) => Pick<LinkedObject, 'document' | 'own'>,
    ) => {
      for (const { key: id, after } of await this.chunks.map<E>(organization).diff(from[name], to[name]))
        if (after) put.push({ kind, id, ...held(after) });
        else removed.push({ kind, id });
    };
    await compare<PageEntry>('page', 'pages', (entry) => {
      const links = ownLinksOf(entry);
      if (links) own.set(links.hash, links);
      return { document: (entry.type === 'document' && entry.document) || null, own: links?.hash ?? null };
    });
    await compare<ReusableContentEntry>('reusable-content', 'reusableContents', ({ document = null }) => ({
      document,
      own: null,
    }));
    await compare<FileEntry>('file', 'files', () => ({ document: null, own: null }));
    return { space, organization, from, to, put, removed, own };
  }

  private async indexDocuments(
    organization: string,
    { put, own }: SourcedChange,
    context: JobContext<object>,
  ): Promise<void> {
    const missing = async (hashes: string[]) => this.index.missing(organization, [...new Set(hashes)]);
    const ownMissing = await missing([...own.keys()]);
    if (ownMissing.length > 0)
      await this.index.insert(
        organization,
        ownMissing.map((hash) => own.get(hash)!),
      );
    const documents = await missing(put.flatMap(({ document }) => document ?? []));
    for (let at = 0; at < documents.length; at += batchDocuments) {
      const sources: LinkSource[] = [];
      for (const [hash, { body }] of await this.documents.findAll(
        organization,
        documents.slice(at, at + batchDocuments),
      )) {
        sources.push(linkSourceOf(hash, body));
        await breathe();
      }
      await this.index.insert(organization, sources);
      await context.report({});
    }
  }
}

const isNothing = (maps: LinkedMaps): boolean => Object.values(maps).every((root) => root === EMPTY_ROOT);

interface SourcedChange extends LinkChange {
  /** What pages hold outside of their documents, by hash. */
  own: ReadonlyMap<string, LinkSource>;
}
