import { hashToken } from '@bindery/secrets';

/**
 * The identity of a browser in a sign-in: the hash of the secret in the gateway's cookie. Null for no browser:
 * the operator's own link, or a gateway of the release before, which stores no secret.
 */
export const browserHash = (secret: string | undefined): string | null =>
  secret === undefined ? null : hashToken(secret);
