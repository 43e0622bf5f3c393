import { createHash } from 'node:crypto';
import { randomText } from '@bindery/persistence';

type TokenKind = 'user' | 'session' | 'integration' | 'installation' | 'code' | 'refresh';

const prefixes: Record<TokenKind, string> = {
  user: 'bnd_user_',
  session: 'bnd_session_',
  integration: 'bnd_integration_',
  installation: 'bnd_installation_',
  code: 'bnd_code_',
  refresh: 'bnd_refresh_',
};

/** Tokens are random, not passwords, so a plain hash is enough to store them. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

const checksum = (text: string): string => hashToken(text).slice(0, 6);

/** A new token `bnd_<kind>_<random>_<checksum>` with 190 random bits; the checksum lets scanners recognise leaks. */
export function createToken(kind: TokenKind): string {
  const body = prefixes[kind] + randomText(32);
  return `${body}_${checksum(body)}`;
}

/** The token's ends, to recognise it by. */
export const hintOf = (token: string): string => `${token.slice(0, token.indexOf('_', 4) + 5)}…${token.slice(-4)}`;
