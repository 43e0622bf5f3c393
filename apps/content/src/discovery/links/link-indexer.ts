import { Injectable } from '@nestjs/common';
import { setImmediate as breathe } from 'node:timers/promises';
import type { JobContext } from '@bindery/jobs';
import { DocumentRepository } from '../../model/pages/document.repository';
import { EMPTY_ROOT, MissingChunkError } from '../../storage/store/chunk';
import { LinkDifferences, type LinkDifference } from './link-difference';
import { LinkIndexRepository, type LinkedMaps, type LinkState } from './link-index.repository';
import { linkSourceOf, type LinkSource } from './link-source';

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
    private readonly differences: LinkDifferences,
    private readonly documents: DocumentRepository,
  ) {}

  /**
   * A run that is short enough for one transaction of the caller; undefined for a longer one. It returns false, and does
   * nothing, when another run has changed the index.
   */
  async short(
    space: string,
    { organizationId: organization, from, to }: LinkState,
  ): Promise<(() => Promise<boolean>) | undefined> {
    if (isNothing(from)) return undefined;
    if (isSame(from, to)) return () => Promise.resolve(true);
    const { put, removed, documents, own } = await this.differences.between(organization, from, to);
    if (put.length + removed.length > batchDocuments) return undefined;
    const stored = await this.documents.findSome(organization, documents);
    const sources = [...own.values(), ...Array.from(stored, ([hash, { body }]) => linkSourceOf(hash, body))];
    return () => this.index.change({ space, organization, from, to, put, removed }, sources);
  }

  /** Throws `JobLostError` when the job is to end. */
  async run(space: string, context: JobContext<object>): Promise<void> {
    for (;;) {
      const state = await this.index.begin(space);
      if (!state) return;
      const { organizationId: organization, from, to } = state;
      const difference = await this.differences.between(organization, from, to).catch(async (error: unknown) => {
        // The indexed revision may have been swept since; then everything is compared.
        if (!(error instanceof MissingChunkError) || isNothing(from)) throw error;
        await this.index.reset(space);
        return undefined;
      });
      if (!difference) continue;
      await this.indexDocuments(organization, difference, context);
      const { put } = difference;
      // A comparison with an empty map does not report objects that were indexed before and are gone.
      const removed = isNothing(from) ? await this.index.others(space, put) : difference.removed;
      if (await this.index.apply({ space, organization, from, to, put, removed })) return;
    }
  }

  private async indexDocuments(
    organization: string,
    { put, own }: LinkDifference,
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
      for (const [hash, { body }] of await this.documents.findSome(
        organization,
        documents.slice(at, at + batchDocuments),
      )) {
        sources.push(linkSourceOf(hash, body));
        await breathe();
      }
      await this.index.insert(organization, sources);
      // A run that takes no longer than one statement needs no renewal of its lease.
      if (documents.length > batchDocuments) await context.report({});
    }
  }
}

const isSame = (one: LinkedMaps, other: LinkedMaps): boolean =>
  one.pages === other.pages && one.files === other.files && one.reusableContents === other.reusableContents;

const isNothing = (maps: LinkedMaps): boolean => Object.values(maps).every((root) => root === EMPTY_ROOT);
