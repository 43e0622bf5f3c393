import { setImmediate as breathe } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DocumentRepository } from '../../model/pages/document.repository';
import type { RevisionAccess } from '../../revisions/revisions/revision.repository';
import { LinkDifferences } from './link-difference';
import { LinkIndexRepository } from './link-index.repository';
import { linkSourceOf, type LinkSource } from './link-source';
import type { LinkDraft } from './link-tables';

/** Documents that one statement reads. */
const batchDocuments = 50;
/** The maximum of cached characters of links, whose addresses may be long. */
const cachedLength = 32 * 1024 * 1024;

/**
 * The links of drafts: the index of the space with the changes of the draft. Drafts are not indexed, because
 * most of them are edited more often than their links are read.
 */
@Injectable()
export class DraftLinks {
  /** Links of documents that only drafts have; a document never changes. */
  private readonly sources = new LRUCache<string, LinkSource>({
    maxSize: cachedLength,
    sizeCalculation: (source) => JSON.stringify(source).length,
  });

  constructor(
    private readonly index: LinkIndexRepository,
    private readonly differences: LinkDifferences,
    private readonly documents: DocumentRepository,
  ) {}

  async of(revision: RevisionAccess): Promise<LinkDraft> {
    const { space, organizationId: organization } = revision;
    const indexed = await this.index.indexed(space);
    const { put, removed, own } = await this.differences.between(organization, indexed, revision);
    const hashes = put.flatMap(({ document, own: held }) => [document, held]).filter((hash) => hash !== null);
    const missing = await this.index.missing(organization, [...new Set(hashes)]);
    const read = await this.read(
      organization,
      missing.filter((hash) => !own.has(hash)),
    );
    return {
      space,
      organization,
      objects: [
        ...put.map((object) => ({ ...object, removed: false })),
        ...removed.map((object) => ({ ...object, removed: true })),
      ],
      sources: [...missing.flatMap((hash) => own.get(hash) ?? []), ...read],
    };
  }

  private async read(organization: string, hashes: readonly string[]): Promise<LinkSource[]> {
    const keyOf = (hash: string) => `${organization}/${hash}`;
    const sources = hashes.flatMap((hash) => this.sources.get(keyOf(hash)) ?? []);
    const unknown = hashes.filter((hash) => !this.sources.has(keyOf(hash)));
    for (let at = 0; at < unknown.length; at += batchDocuments) {
      const found = await this.documents.findAll(organization, unknown.slice(at, at + batchDocuments));
      for (const [hash, { body }] of found) {
        const source = linkSourceOf(hash, body);
        this.sources.set(keyOf(hash), source);
        sources.push(source);
        await breathe();
      }
    }
    return sources;
  }
}
