import type { SpecificationError } from './specification-error';

/** The parsed content of a text. */
export interface ParsedText {
  /** Plain JSON. */
  value: unknown;
  format: 'json' | 'yaml';
  /** The spelling of the number at a location: `1.0` where the value is 1. */
  literalAt(keys: readonly string[]): string | undefined;
  /** The reason why the text is not valid, where the value is a guess. */
  doubt?: SpecificationError;
}
