import { hashToken } from '@bindery/secrets';

/**
 * A browser as sign-ins know it: by the hash of the secret that the gateway keeps in its cookie. Null stands for no browser:
 * the operator's own link, or a gateway of the release before, which keeps no secret.
 */
export const browserHash = (secret: string | undefined): string | null =>
  secret === undefined ? null : hashToken(secret);
