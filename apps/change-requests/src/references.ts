import { spaceCards, spacePurged } from '@bindery/contracts';
import type { Reference } from '@bindery/service';

/** Comments, change requests and their settings refer to spaces. */
export const references: Reference[] = [
  {
    to: 'space',
    held: ['comment', 'change_request', 'space_counter']
      .map((table) => `select space_id as id, '' as organization from ${table}`)
      .join(' union all '),
    owner: spaceCards,
    end: spacePurged,
    consumer: 'purge',
    payload: (space) => ({ space }),
  },
];
