import { createHash } from 'node:crypto';
import { firstScript, type SpaceState } from '@bindery/contracts';
import type { PublishedSite } from '../published/find-published';
import { codeFingerprint } from './code-fingerprint';

/** The code that renders pages, all of which is in this folder but for their first script. Other code renders them again. */
const renderer = [codeFingerprint(__dirname), firstScript];

/**
 * The tag of an answer for a visitor at an address: it changes with the site, with each space that the visitor
 * sees (links show names of pages of other spaces), with the visitor's claims and with the address.
 */
export function tagOf(
  { site, admitted, structure }: PublishedSite,
  spaces: readonly SpaceState[],
  at: string[],
): string {
  const parts = [
    renderer,
    site.id,
    site.version,
    admitted.claims,
    admitted.signedIn === true,
    structure.siteSpaces().map(({ id }) => id),
    spaces
      .map(({ id, title, language, revision, specifications }) => [id, title, language, revision, specifications])
      .sort(),
    at,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32);
}
