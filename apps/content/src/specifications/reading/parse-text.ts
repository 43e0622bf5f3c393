import type { Deviations } from './deviations';
import { parseJson } from './parse-json';
import { parseYaml } from './parse-yaml';
import type { ParsedText } from './parsed-text';
import { firstLine, parseError } from './specification-error';

/** Throws SpecificationError for an unreadable text; `file` is its name in reports. */
export function parseText(text: string, deviations: Deviations, file?: string): ParsedText {
  const plain = text.replace(/^\uFEFF/, '');
  const spot = { file };
  const json = parseJson(plain, deviations, spot);
  if ('value' in json) return { ...json, format: 'json' };
  // Truncated JSON is also truncated YAML, but its author wrote JSON.
  const broken = /^\s*[[{]/.test(plain) ? parseError(`Not readable as JSON: ${json.failure}`) : undefined;
  try {
    const yaml = parseYaml(plain, deviations, spot);
    return { ...yaml, ...(yaml.doubt && broken && { doubt: broken }), format: 'yaml' };
  } catch (error) {
    throw broken ?? parseError(`Not readable as YAML: ${firstLine(error)}`);
  }
}
