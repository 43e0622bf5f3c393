import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SpaceState } from '@bindery/contracts';
import type { PublishedSite } from '../published/find-published';
import { codeFingerprint } from './code-fingerprint';

const app = join(__dirname, '..');
const manifest = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8')) as { version: string };
/** Libraries whose code is seen in pages. */
const libraries = ['contracts', 'documents', 'expressions', 'html', 'icons'].map((name) =>
  dirname(require.resolve(`@bindery/${name}`)),
);

/** The code that renders pages, and the release, which decides on the packages of others. Other code renders pages again. */
const renderer = [manifest.version, codeFingerprint([app, ...libraries])];

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
