import { hash } from 'node:crypto';
import type { TranslationUnit } from '@bindery/contracts';
import type { Term } from '@bindery/models';

const digest = (...parts: unknown[]): string => hash('sha256', JSON.stringify(parts)).slice(0, 32);

/** Names what all units of a translation are translated with: another fingerprint has them all translated anew. */
export const fingerprintOf = (provider: string, instructions: string, terms: readonly Term[]): string =>
  digest(provider, instructions, terms);

/** Names what a unit's translation is made of. Documents are named by their content. */
export const sourceOf = ({ title, linkTitle, document }: TranslationUnit, fingerprint: string): string =>
  digest(title, linkTitle ?? null, document ?? null, fingerprint);
