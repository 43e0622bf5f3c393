import { Injectable } from '@nestjs/common';
import type { Principal } from '@bindery/contracts';
import { ComputedPages } from '../../revisions/computed/computed-pages';
import type { SearchedSpace } from './searched-space.repository';

/** Finds the pages that are hidden from a caller who only reads, by their conditions. */
@Injectable()
export class HiddenPages {
  constructor(private readonly computed: ComputedPages) {}

  /** Their ids, in order. */
  async of(principal: Principal, spaces: readonly Pick<SearchedSpace, 'id' | 'organizationId' | 'roots'>[]) {
    const claims = principal.visit?.claims ?? {};
    const hidden = await Promise.all(
      spaces.flatMap(({ id: space, organizationId, roots }) =>
        roots.map((pages) => this.computed.hiddenPages({ organizationId, space, pages, claims, reader: principal })),
      ),
    );
    return [...new Set(hidden.flatMap((pages) => [...pages]))].sort();
  }
}
