import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import type { IndexState } from './search-index';
import { SearchIndexRepository } from './search-index.repository';

/** What search keeps of pages that no revision holds. Writes make sure that no later run has taken over. */
@Injectable()
export class ComputedIndexRepository {
  constructor(
    private readonly db: Database,
    private readonly index: SearchIndexRepository,
  ) {}

  /** Notes from what the space's pages are computed; null where that is to be looked at. */
  async dependOn(state: IndexState, specifications: string[] | null): Promise<void> {
    await this.index.step(state, () =>
      this.db.run(`update search_space set specifications = $2 where space_id = $1`, [state.space, specifications]),
    );
    state.specifications = specifications;
  }

  async arrive(state: IndexState, computed: string): Promise<void> {
    await this.index.step(state, () =>
      this.db.run(`update search_space set computed = $2 where space_id = $1`, [state.space, computed]),
    );
    state.computed = computed;
  }

  /** The computed pages of the space that are indexed. */
  async pageIds({ space }: IndexState): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `select page_id as id from search_page where space_id = $1 and computed`,
      [space],
    );
    return rows.map(({ id }) => id);
  }

  /** The spaces of an organization with pages that are computed from one of these specifications, by slug or id. */
  async dependents(organization: string, references: string[]): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `select s.id from search_space x join space s on s.id = x.space_id
       where s.organization_id = $1 and x.specifications && $2::text[] order by s.id`,
      [organization, references],
    );
    return rows.map(({ id }) => id);
  }
}
