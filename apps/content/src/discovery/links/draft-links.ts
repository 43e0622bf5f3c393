import { setImmediate as breathe } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DocumentRepository } from '../../model/pages/document.repository';
import type { RevisionAccess } from '../../revisions/revisions/revision.repository';
import { LinkDifferences } from './link-difference';
import { LinkIndexRepository } from './link-index.repository';
import { linkSourceOf, type LinkSource } from './link-source';
import type { LinkDraft } from './link-tables';

/** Documents that are read in one statement. */
const batchDocuments = 50;
const cachedReferences = 200_000;

/**
 * The links of drafts: what the index holds of the space, but for what the draft has changed. Drafts are not indexed, as
 * most of them are edited more often than their links are looked at.
 */
@Injectable()
export class DraftLinks {
  /** Of documents that only drafts hold; a document never changes. */
  private readonly sources = new LRUCache<string, LinkSource>({
    maxSize: cachedReferences,
    sizeCalculation: ({ references, anchors }) => 1 + references.length + anchors.length,
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
