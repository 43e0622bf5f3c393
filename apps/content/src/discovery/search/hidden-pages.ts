import { Injectable } from '@nestjs/common';
import type { Principal } from '@bindery/contracts';
import { ComputedPages } from '../../revisions/computed/computed-pages';
import { RevisionRepository } from '../../revisions/revisions/revision.repository';
import type { SearchedSpace } from './searched-space.repository';

/** Finds the pages that are hidden from a caller who only reads, by their conditions. */
@Injectable()
export class HiddenPages {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly computed: ComputedPages,
  ) {}

  /** Their ids, in order. */
  async of(principal: Principal, spaces: readonly SearchedSpace[]): Promise<string[]> {
    const read = spaces.filter(({ own }) => own === 0).map(({ id }) => id);
    if (read.length === 0) return [];
    const revisions = await this.revisions.currentOf(principal, read);
    const hidden = await Promise.all(revisions.map((revision) => this.computed.hiddenPages(revision)));
    return hidden.flatMap((pages) => [...pages]).sort();
  }
}
