import { memberRemoved, userProfiles, spaceCards, spacePurged, teamCards, teamDeleted } from '@bindery/contracts';
import type { Reference } from '@bindery/service';

const subjects = (type: string): string =>
  `select subject_id as id, organization_id as organization from site_grant where subject_type = '${type}'`;

/** Spaces in sites, and users and teams with grants on a site. */
export const references: Reference[] = [
  {
    to: 'space',
    held: `select s.space_id as id, t.organization_id as organization from site_space s join site t on t.id = s.site_id`,
    owner: spaceCards,
    end: spacePurged,
    consumer: 'site-spaces-of-purged-spaces',
    payload: (space) => ({ space }),
  },
  {
    to: 'user',
    held: subjects('user'),
    owner: userProfiles,
    end: memberRemoved,
    consumer: 'site-access-of-members',
    payload: (user) => ({ user, role: null }),
  },
  {
    to: 'team',
    held: subjects('team'),
    owner: teamCards,
    end: teamDeleted,
    consumer: 'site-access-of-teams',
    payload: (team) => ({ team }),
  },
];
