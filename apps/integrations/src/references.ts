import { spaceCards, spacePurged } from '@bindery/contracts';
import type { Reference } from '@bindery/service';

/** Spaces with installations. */
export const references: Reference[] = [
  {
    to: 'space',
    held: `select content_id as id, organization_id as organization from content_installation where kind = 'space'`,
    owner: spaceCards,
    end: spacePurged,
    consumer: 'space_purged',
    payload: (space) => ({ space }),
  },
];
