import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import { linksOf, type LinkState } from './links/link-index.repository';
import type { IndexSource } from './search/index-state';
import { indexOf } from './search/index-state.repository';

/** A space with a new head of main, and the state of its indexes. */
export interface RevisedSpace {
  id: string;
  organizationId: string;
  search: IndexSource;
  /** Undefined before its links are indexed for the first time. */
  links: LinkState | undefined;
  /** Spaces with pages that are computed from it. */
  dependents: string[];
}

type Row = Pick<RevisedSpace, 'id' | 'organizationId' | 'dependents'> &
  Pick<IndexSource, 'language' | 'pages' | 'index'> & { to: LinkState['to']; from: LinkState['from'] | null };

@Injectable()
export class RevisedSpaceRepository {
  constructor(private readonly db: Database) {}

  /** The existing ones of the spaces. */
  async find(spaces: readonly string[]): Promise<RevisedSpace[]> {
    const rows = await this.db.query<Row>(
      `select s.id, s.organization_id as "organizationId", s.language, r.pages, ${indexOf('x')} as index,
         ${linksOf('r')} as to, case when l.space_id is not null then ${linksOf('l')} end as from, array(
           select d.id from search_space y join space d on d.id = y.space_id
           where d.organization_id = s.organization_id and y.specifications && array[s.id]::text[] order by d.id) as dependents
       from space s join branch b on b.space_id = s.id and b.id = 'main' join revision r on r.id = b.head
       left join search_space x on x.space_id = s.id left join link_space l on l.space_id = s.id
       where s.id = any($1) order by s.id`,
      [spaces],
    );
    return rows.map(({ id, organizationId, dependents, language, pages, index, to, from }) => ({
      ...{ id, organizationId, dependents },
      search: { organizationId, language, pages, index },
      links: from ? { organizationId, from, to } : undefined,
    }));
  }
}
