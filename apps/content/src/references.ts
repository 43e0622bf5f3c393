import { memberRemoved, userProfiles, teamCards, teamDeleted } from '@bindery/contracts';
import type { Reference } from '@bindery/service';

const subjects = (type: string): string =>
  `select subject_id as id, organization_id as organization from access_grant where subject_type = '${type}'`;

/** The users and teams with grants on a space or a collection. */
export const references: Reference[] = [
  {
    to: 'user',
    held: subjects('user'),
    owner: userProfiles,
    end: memberRemoved,
    consumer: 'access-of-members',
    payload: (user) => ({ user, role: null }),
  },
  {
    to: 'team',
    held: subjects('team'),
    owner: teamCards,
    end: teamDeleted,
    consumer: 'access-of-teams',
    payload: (team) => ({ team }),
  },
];
