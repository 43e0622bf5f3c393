import { parse } from 'yaml';
import { parseError } from './specification-error';

/** What a text holds as plain JSON. Throws SpecificationError. */
export function parseText(text: string): { value: unknown; format: 'json' | 'yaml' } {
  const plain = text.replace(/^\uFEFF/, '');
  const failure = jsonFailure(plain);
  if (failure === undefined) return { value: JSON.parse(plain), format: 'json' };
  const looksLikeJson = /^\s*[[{]/.test(plain);
  try {
    return { value: parseYaml(plain), format: 'yaml' };
  } catch (error) {
    throw parseError(`Not readable as ${looksLikeJson ? `JSON: ${failure}` : `YAML: ${firstLine(error)}`}`);
  }
}

function jsonFailure(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return firstLine(error);
  }
}

/**
 * Once through JSON and back: what aliases share becomes separate, and what has no end is refused. As in JSON the last
 * of equal keys counts: comparing all keys of a map takes time by the square of their number.
 */
function parseYaml(text: string): unknown {
  const value: unknown = parse(text, { merge: true, uniqueKeys: false, maxAliasCount: 100, logLevel: 'error' });
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

const firstLine = (error: unknown): string => (error as Error).message.split('\n')[0]!.replace(/:$/, '');
