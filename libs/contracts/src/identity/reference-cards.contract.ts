import { batch } from '../core/compose';
import { Organization, organizationCards } from './organizations.contract';
import { User, userCards } from './users.contract';

/** Organizations that the caller is in, where content refers to them; of others not even the name is shown. */
export const knownOrganizations = batch('identity', 'knownOrganizations', Organization, {
  perCaller: true,
  missing: (id): Organization => ({ ...organizationCards.missing!(id), title: 'Organization' }),
});

/** Users whom the caller may know, where content refers to them; others are shown like deleted users. */
export const knownUsers = batch('identity', 'knownUsers', User, { perCaller: true, missing: userCards.missing! });
