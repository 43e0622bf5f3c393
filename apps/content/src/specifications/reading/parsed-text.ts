import type { SpecificationError } from './specification-error';

/** What a text holds. */
export interface ParsedText {
  /** Plain JSON. */
  value: unknown;
  format: 'json' | 'yaml';
  /** How the text writes the number at a place: `1.0` where the value is 1. */
  literalAt(keys: readonly string[]): string | undefined;
  /** Why the text is not valid, where what it holds is a guess. */
  doubt?: SpecificationError;
}
