import { createHash } from 'node:crypto';
import type { SpaceState } from '@bindery/contracts';
import type { PublishedSite } from '../published/find-published';

/** The release of what renders pages; pages of another one are made again. */
const renderer = 4;

/**
 * A name for what a visitor is answered at an address: it changes with the site, with each of the spaces that are there
 * for the visitor (links show names of pages of other spaces), with the visitor's claims and with the address.
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
