import { spaceCards, spacePurged } from '@bindery/contracts';
import type { Reference } from '@bindery/service';

const toSpaces = (held: string, consumer: string): Reference => ({
  to: 'space',
  held,
  owner: spaceCards,
  end: spacePurged,
  consumer,
  payload: (space) => ({ space }),
});

/** Spaces that are translated, their translations once they are there, and spaces that tasks are for. */
export const references: Reference[] = [
  toSpaces(
    `select source_space as id, organization_id as organization from translation
     union all select result_space, organization_id from translation where result_revision is not null`,
    'translations-of-purged-spaces',
  ),
  toSpaces(
    `select space_id as id, organization_id as organization from agent_task where space_id is not null
     union select space_id, organization_id from change_request_conversation`,
    'agent-tasks-of-purged-spaces',
  ),
];
