import { Injectable } from '@nestjs/common';
import type { Principal } from '@bindery/contracts';
import { ComputedPages } from '../../revisions/computed/computed-pages';
import type { PageOfSpace } from './search-engine';
import type { SearchedSpace } from './searched-space.repository';

type ReadSpace = Pick<SearchedSpace, 'id' | 'organizationId' | 'roots'>;

/** Finds the pages that are hidden from a caller who only reads, by their conditions. */
@Injectable()
export class HiddenPages {
  constructor(private readonly computed: ComputedPages) {}

  /** In one order. */
  async of(principal: Principal, spaces: readonly ReadSpace[]): Promise<PageOfSpace[]> {
    const hidden = await Promise.all(spaces.map((space) => this.inSpace(principal, space)));
    return hidden.flat();
  }

  private async inSpace(reader: Principal, { id: space, organizationId, roots }: ReadSpace): Promise<PageOfSpace[]> {
    const claims = reader.visit?.claims ?? {};
    const hidden = await Promise.all(
      roots.map((pages) => this.computed.hiddenPages({ organizationId, space, pages, claims, reader })),
    );
    const ids = new Set(hidden.flatMap((pages) => [...pages]));
    return [...ids].sort().map((page) => ({ space, page }));
  }
}
