import { Injectable } from '@nestjs/common';
import type { FileEntry } from '../../storage/files/file-entry';
import type { PageEntry } from '../../model/pages/page-entry';
import type { ReusableContentEntry } from '../../model/pages/reusable-content-entry';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import type { LinkedMaps, LinkedObject } from './link-index.repository';
import { ownLinksOf, type LinkSource } from './link-source';

/** The differences of two revisions that matter for links: their sources and their targets. */
export interface LinkDifference {
  put: LinkedObject[];
  removed: Pick<LinkedObject, 'kind' | 'id'>[];
  /** The documents of `put` that their objects did not have before. */
  documents: string[];
  /** The references of pages outside of their documents, by hash. */
  own: ReadonlyMap<string, LinkSource>;
}

/** Compares the sources and targets of links, at a cost in proportion to the difference. */
@Injectable()
export class LinkDifferences {
  constructor(private readonly chunks: ChunkRepository) {}

  async between(organization: string, from: LinkedMaps, to: LinkedMaps): Promise<LinkDifference> {
    const put: LinkedObject[] = [];
    const removed: Pick<LinkedObject, 'kind' | 'id'>[] = [];
    const documents = new Set<string>();
    const own = new Map<string, LinkSource>();
    const compare = async <E extends object>(
      kind: LinkedObject['kind'],
      name: keyof LinkedMaps,
      documentOf: (entry: E) => string | null,
      linksOf: (entry: E) => LinkSource | undefined = () => undefined,
    ) => {
      for (const { key: id, before, after } of await this.chunks.map<E>(organization).diff(from[name], to[name])) {
        if (!after) removed.push({ kind, id });
        else {
          const document = documentOf(after);
          const links = linksOf(after);
          if (links) own.set(links.hash, links);
          if (document !== null && document !== (before && documentOf(before))) documents.add(document);
          put.push({ kind, id, document, own: links?.hash ?? null });
        }
      }
    };
    const ofPage = (entry: PageEntry) => (entry.type === 'document' && entry.document) || null;
    await compare<PageEntry>('page', 'pages', ofPage, ownLinksOf);
    await compare<ReusableContentEntry>('reusable-content', 'reusableContents', ({ document = null }) => document);
    await compare<FileEntry>('file', 'files', () => null);
    return { put, removed, documents: [...documents], own };
  }
}
