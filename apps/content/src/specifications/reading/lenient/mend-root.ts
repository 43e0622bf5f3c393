import type { SpecificationFile } from '../gather-files';
import { isObject, objectOf, objectsOf, textOf, type JsonObject } from '../json';
import type { ParsedText } from '../parsed-text';
import { convertSwaggerRoot } from './convert-swagger';
import type { MendContext } from './mending';

/** Mends the root of a specification: its version, its info, its paths. */
export function mendRoot(mending: MendContext, home: SpecificationFile, entry: ParsedText): void {
  const { version } = mending;
  const { openapi } = mending.root;
  if (version === '2.0') convertSwaggerRoot(mending, home);
  const isCurrent = typeof openapi === 'string' && /^3\.[12]/.test(openapi);
  // First, because readers look for it there.
  home.specification = {
    openapi: isCurrent ? openapi : version === '3.2' ? '3.2.0' : '3.1.1',
    ...withoutVersion(mending.root),
  };
  mendInfo(mending, entry);
  mendPaths(mending);
  mendTags(mending);
}

const withoutVersion = ({ openapi: _openapi, swagger: _swagger, ...rest }: JsonObject): JsonObject => rest;

function mendInfo(mending: MendContext, entry: ParsedText): void {
  const { root } = mending;
  const spot = { path: { above: undefined, key: 'info' } };
  if (!isObject(root.info)) {
    mending.report('MISSING', 'info must be an object with title and version', spot);
    root.info = typeof root.info === 'string' ? { title: root.info } : {};
  }
  const info = root.info as JsonObject;
  if (typeof info.version === 'number') {
    // As it is written: 1.10 is another version than 1.1.
    const literal = entry.literalAt(['info', 'version']) ?? String(info.version);
    mending.report('TYPE', `version must be text; ${literal} is read as "${literal}"`, {
      path: { above: spot.path, key: 'version' },
    });
    info.version = literal;
  }
  for (const [name, instead] of [
    ['title', 'API'],
    ['version', '0'],
  ] as const)
    if (info[name] === undefined || info[name] === null) {
      mending.report('MISSING', `The Info must have ${name}`, spot);
      info[name] = instead;
    }
}

/** Paths begin with a slash (OpenAPI 3.1, Paths Object). */
function mendPaths(mending: MendContext): void {
  const { root, version } = mending;
  const spot = { path: { above: undefined, key: 'paths' } };
  if (root.paths === undefined) {
    const isFine = version === '3.1' || version === '3.2' ? (root.webhooks ?? root.components) : undefined;
    if (isFine === undefined) mending.report('MISSING', 'paths is missing', { path: undefined });
    return;
  }
  if (root.paths === null) {
    mending.report('EMPTY', 'paths is empty', spot);
    root.paths = {};
  }
  if (!isObject(root.paths)) return;
  const paths: JsonObject = {};
  for (const [name, item] of Object.entries(root.paths)) {
    const isRight = name.startsWith('/') || name.startsWith('x-') || name === '$ref';
    const right = isRight ? name : `/${name}`;
    const at = { path: { above: spot.path, key: name } };
    if (!isRight) mending.report('PATH', `The path ${name} must begin with a slash; it is read as ${right}`, at);
    if (!isRight && (Object.hasOwn(paths, right) || Object.hasOwn(root.paths, right)))
      paths[right] = { ...objectOf(item), ...objectOf(root.paths[right]), ...objectOf(paths[right]) };
    else paths[right] = item;
  }
  root.paths = paths;
}

function mendTags(mending: MendContext): void {
  const seen = new Set<string>();
  for (const tag of objectsOf(mending.root.tags)) {
    const name = textOf(tag.name);
    if (name === undefined) continue;
    if (seen.has(name))
      mending.report('DUPLICATE_TAG', `The tag ${name} is twice in tags; the first one counts`, {
        path: { above: undefined, key: 'tags' },
      });
    seen.add(name);
  }
}
