import { Injectable } from '@nestjs/common';
import { setImmediate as breathe } from 'node:timers/promises';
import type { JobContext } from '@bindery/jobs';
import { DocumentRepository } from '../pages/document.repository';
import { EMPTY_ROOT, MissingChunkError } from '../store/chunk';
import { LinkDifferences, type LinkDifference } from './link-difference';
import { LinkIndexRepository, type LinkedMaps } from './link-index.repository';
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

  /** Throws `JobLostError` when the work is to end. */
  async run(space: string, context: JobContext<object>): Promise<void> {
    for (;;) {
      const head = await this.index.head(space);
      if (!head) return;
      const { organizationId: organization, ...to } = head;
      const from = await this.index.begin(space);
      const difference = await this.differences.between(organization, from, to).catch(async (error: unknown) => {
        // What was indexed last may have been swept since; then everything is compared.
        if (!(error instanceof MissingChunkError) || isNothing(from)) throw error;
        await this.index.reset(space);
        return undefined;
      });
      if (!difference) continue;
      await this.indexDocuments(organization, difference, context);
      const { put } = difference;
      // From nothing there is no difference to what was indexed before and is gone.
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
