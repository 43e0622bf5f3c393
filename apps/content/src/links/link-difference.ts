import { Injectable } from '@nestjs/common';
import type { FileEntry } from '../files/file-entry';
import type { PageEntry } from '../pages/page-entry';
import type { ReusableContentEntry } from '../pages/reusable-content-entry';
import { ChunkRepository } from '../store/chunk.repository';
import type { LinkedMaps, LinkedObject } from './link-index.repository';
import { ownLinksOf, type LinkSource } from './link-source';

/** What two revisions hold differently, as far as links start at it or lead to it. */
export interface LinkDifference {
  put: LinkedObject[];
  removed: Pick<LinkedObject, 'kind' | 'id'>[];
  /** What pages hold outside of their documents, by hash. */
  own: ReadonlyMap<string, LinkSource>;
}

/** Compares what links start at and lead to, at a cost in proportion to what differs. */
@Injectable()
export class LinkDifferences {
  constructor(private readonly chunks: ChunkRepository) {}

  async between(organization: string, from: LinkedMaps, to: LinkedMaps): Promise<LinkDifference> {
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
    return { put, removed, own };
  }
}
