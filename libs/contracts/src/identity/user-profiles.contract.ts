import { batch } from '../core/compose';
import { Flag, Id, MapOf, Text } from '../core/fields';
import type { Principal } from '../core/principal';

/** A user who is not the caller, as services need them for decisions on access and for mails. */
export class UserProfile {
  @Id() id!: string;
  @Text() displayName!: string;
  @Text({ optional: true, description: 'The e-mail address of the user. Included only if it is verified.' })
  email?: string;
  @Flag() emailNotifications!: boolean;
  @MapOf({ type: 'object' }, () => true) organizations!: Principal['organizations'];
}

/** Deleted users are left out. The subject has the name by which processes of the release before ask. */
export const userProfiles = batch('identity', 'people', UserProfile);
