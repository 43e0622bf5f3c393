import { below } from '../deviations';
import { asText, isObject, objectOf, type JsonObject } from '../json';
import { bodyFrom, convertResponse } from './convert-swagger';
import { mendResponses } from './mend-responses';
import type { MendContext, VisitedValue } from './mending';
import { methods } from './shapes';

const known: ReadonlySet<string> = new Set(methods);

/** Mends the operations of a path: names of methods, bodies, parameters in the path, ids. */
export function mendOperations(item: JsonObject, at: VisitedValue, mending: MendContext): void {
  lowerMethods(item, at, mending);
  item.parameters = listOfParameters(item.parameters, at, mending);
  const shared = takeBodies(item, at, mending);
  if (shared.length > 0) {
    // A path item has no body.
    for (const operation of operationsIn(item)) {
      const own = objectOf(operation.value);
      own.parameters = [...shared, ...(Array.isArray(own.parameters) ? (own.parameters as unknown[]) : [])];
    }
  }
  if (item.parameters === undefined) delete item.parameters;
  for (const { key, value, spot } of operationsIn(item, at)) {
    if (!isObject(value)) continue;
    value.parameters = listOfParameters(value.parameters, { ...at, ...spot }, mending);
    convertBody(value, { ...at, ...spot }, mending);
    if (value.parameters === undefined) delete value.parameters;
    if (at.pathName !== undefined) declareParameters(value, item, { ...at, ...spot }, mending);
    const { operationId } = value;
    if (typeof operationId === 'string') {
      if (mending.operationIds.has(operationId))
        mending.report(
          'DUPLICATE_OPERATION_ID',
          `The operationId ${operationId} is used by another operation, too`,
          spot,
        );
      mending.operationIds.add(operationId);
    }
    mendResponses(value, { ...at, ...spot, key }, mending);
    for (const name of ['consumes', 'produces', 'schemes']) if (mending.version === '2.0') delete value[name];
  }
}

function operationsIn(item: JsonObject, at?: VisitedValue) {
  const spot = at ?? {};
  const own = Object.entries(item).filter(([key]) => known.has(key));
  const more = Object.entries(objectOf(item.additionalOperations));
  return [
    ...own.map(([key, value]) => ({ key, value, spot: below(spot, key) })),
    ...more.map(([key, value]) => ({ key, value, spot: below(below(spot, 'additionalOperations'), key) })),
  ];
}

function lowerMethods(item: JsonObject, at: VisitedValue, mending: MendContext): void {
  for (const key of Object.keys(item)) {
    const method = key.toLowerCase();
    if (method === key || !known.has(method)) continue;
    mending.report('METHOD', `The method ${key} must be written ${method}`, at);
    if (!Object.hasOwn(item, method)) item[method] = item[key];
    delete item[key];
  }
}

/** Parameters are a list; some authors write a map by name. */
function listOfParameters(value: unknown, at: VisitedValue, mending: MendContext): unknown {
  if (!isObject(value) || typeof value.$ref === 'string' || typeof value.name === 'string') return value;
  mending.report('TYPE', 'parameters must be a list; the names of the map are read as those of the parameters', at);
  return Object.entries(value).map(([name, parameter]) => (isObject(parameter) ? { name, ...parameter } : { name }));
}

/** Removes and returns the parameters that are a body, or parts of one. */
function takeBodies(holder: JsonObject, at: VisitedValue, mending: MendContext): JsonObject[] {
  if (!Array.isArray(holder.parameters)) return [];
  const taken: JsonObject[] = [];
  const left = (holder.parameters as unknown[]).filter((given) => {
    const parameter = bodyParameter(given, at, mending);
    if (!/^(body|formdata)$/i.test(asText(parameter.in))) return true;
    taken.push({ ...parameter });
    return false;
  });
  if (taken.length > 0) holder.parameters = left.length > 0 ? left : undefined;
  return taken;
}

function bodyParameter(given: unknown, at: VisitedValue, mending: MendContext): JsonObject {
  if (!isObject(given) || typeof given.$ref !== 'string') return objectOf(given);
  const name = /\/parameters\/([^/]+)$/.exec(given.$ref)?.[1];
  const ofRoot = name !== undefined && Object.hasOwn(mending.bodyParameters, name);
  return ofRoot ? objectOf(mending.bodyParameters[name]) : mending.follow(given, at.home);
}

function convertBody(operation: JsonObject, at: VisitedValue, mending: MendContext): void {
  const bodies = takeBodies(operation, at, mending);
  if (bodies.length > 0) {
    if (mending.version !== '2.0')
      mending.report('SWAGGER_FIELD', 'Parameters in body or formData must be a requestBody; they are read as one', at);
    // The operation's own body comes after that of its path.
    operation.requestBody ??= bodyFrom([...bodies].reverse(), operation, mending);
  }
  const produces = Array.isArray(operation.produces) ? (operation.produces as string[]) : [];
  for (const response of Object.values(objectOf(operation.responses)))
    if (isObject(response) && mending.version === '2.0') convertResponse(response, produces, mending);
}

/** Adds the parameters that a path has in braces and that are not described. */
function declareParameters(operation: JsonObject, item: JsonObject, at: VisitedValue, mending: MendContext): void {
  const wanted = new Set([...(at.pathName ?? '').matchAll(/\{([^{}]+)\}/g)].map((match) => match[1]!));
  const given = [item.parameters, operation.parameters].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  );
  const declared = new Set<string>();
  for (const one of given) {
    const { name, in: place } = mending.follow(one, at.home);
    if (asText(place).toLowerCase() !== 'path') continue;
    declared.add(asText(name));
    if (!wanted.has(asText(name)))
      mending.report(
        'UNKNOWN_PATH_PARAMETER',
        `The path has no {${asText(name)}}, which is described as its parameter`,
        at,
      );
  }
  const missing = [...wanted].filter((name) => !declared.has(name));
  if (missing.length === 0) return;
  for (const name of missing)
    mending.report('UNDECLARED_PATH_PARAMETER', `The parameter ${name} of the path is not described`, at);
  operation.parameters = [
    ...missing.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...(Array.isArray(operation.parameters) ? (operation.parameters as unknown[]) : []),
  ];
}
