import { oneOf, type ConfigOf } from '@bindery/config';

export const identitySettings = {
  ORGANIZATION_CREATION: oneOf(['open', 'closed'], 'whether users may create organizations', 'open'),
};

export type IdentityConfig = ConfigOf<typeof identitySettings>;

/** The injection token of the service's own settings. */
export const IDENTITY_CONFIG = Symbol('identity config');
