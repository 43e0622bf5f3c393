import type { Deviations } from '../deviations';
import { isObject, type JsonObject } from '../json';
import type { ParsedText } from '../parsed-text';
import { SpecificationError } from '../specification-error';
import type { SpecificationVersion } from './mending';

const supported = 'Swagger 2.0, or OpenAPI 3.0, 3.1 or 3.2';

/** The OpenAPI version of a specification, guessed where it names none. Throws SpecificationError for a text that is no specification. */
export function versionOf(root: JsonObject, { doubt }: ParsedText, deviations: Deviations): SpecificationVersion {
  const named = namedIn(root);
  // A truncated text without a version gets only the error of its format.
  if (doubt && !guessed(root)) throw doubt;
  if (named) {
    const given = root[named.field];
    if (typeof given !== 'string' || !given.startsWith(named.version))
      deviations.add(
        'VERSION',
        `${named.field} must be a version as text; ${JSON.stringify(given)} is read as ${named.version}`,
      );
    return named.version;
  }
  const guess = guessed(root);
  if (!guess)
    throw new SpecificationError('PARSE_ERROR', [
      {
        code: 'VERSION',
        message: `The text is not a specification: it has neither openapi nor swagger with a version (${supported}), nor paths`,
      },
    ]);
  const given = root.openapi ?? root.swagger;
  const problem = given === undefined ? 'openapi is missing' : `The version ${JSON.stringify(given)} is unknown`;
  deviations.add('VERSION', `${problem}; the specification is read as ${guess} (there are ${supported})`);
  return guess;
}

function namedIn(root: JsonObject): { field: 'openapi' | 'swagger'; version: SpecificationVersion } | undefined {
  for (const field of ['openapi', 'swagger'] as const) {
    const given = root[field];
    if (typeof given !== 'string' && typeof given !== 'number') continue;
    const [, major, minor = '0'] = /^v?(\d+)(?:\.(\d+))?/.exec(String(given).trim()) ?? [];
    const version = `${major}.${minor}`;
    if (version === '2.0' || version === '3.0' || version === '3.1' || version === '3.2') return { field, version };
  }
  return undefined;
}

function guessed(root: JsonObject): SpecificationVersion | undefined {
  if (isObject(root.definitions) || typeof root.host === 'string' || typeof root.basePath === 'string') return '2.0';
  return isObject(root.paths) || isObject(root.webhooks) || isObject(root.components) ? '3.1' : undefined;
}
