import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DocumentRepository } from '../../model/pages/document.repository';
import type { RevisionAccess } from '../revisions/revision.repository';
import { ChunkRepository } from '../../storage/store/chunk.repository';

type Holder = Pick<RevisionAccess, 'organizationId' | 'pages' | 'reusableContents'>;

const batch = 2_000;

/** Finds whether documents of a revision have blocks under a condition, or expressions that depend on the reader. */
@Injectable()
export class ConditionalDocuments {
  /** By organization and roots, which never change. Concurrent callers share one read. */
  private readonly revisions = new LRUCache<string, boolean, Holder>({
    max: 1_000,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _before, { context }) => this.isAnyIn(context),
  });

  constructor(
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
  ) {}

  areIn(holder: Holder): Promise<boolean> {
    const key = [holder.organizationId, holder.pages, holder.reusableContents].join(' ');
    return this.revisions.forceFetch(key, { context: holder });
  }

  private async isAnyIn({ organizationId, pages, reusableContents }: Holder): Promise<boolean> {
    const map = this.chunks.map<{ document?: string }>(organizationId);
    const holders = [...(await map.entries(pages)), ...(await map.entries(reusableContents))];
    const hashes = [...new Set(holders.flatMap(([, { document }]) => document ?? []))];
    for (let at = 0; at < hashes.length; at += batch)
      if (await this.documents.isAnyConditional(organizationId, hashes.slice(at, at + batch))) return true;
    return false;
  }
}
