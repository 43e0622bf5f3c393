import type { ApiSchema, ApiServer } from '@bindery/contracts';
import { isObject, objectOf, objectsOf, textOf, type JsonObject } from '../reading/json';
import { descriptionOf, json } from './schema-facts';
import type { Place, Specification } from './specification';

const mostServers = 20;

/** The servers of the nearest list that has any. */
export function describeServers(specification: Specification, nearest: readonly Place[]): ApiServer[] {
  for (const holder of [...nearest, specification.root]) {
    const servers = objectsOf(holder.value.servers).slice(0, mostServers).flatMap(serverOf);
    if (servers.length > 0) return servers;
  }
  return [];
}

function serverOf(server: JsonObject): ApiServer[] {
  const url = textOf(server.url);
  if (!url) return [];
  const variables = Object.entries(objectOf(server.variables)).flatMap(([name, variable]) =>
    isObject(variable) ? [variableOf(name, variable)] : [],
  );
  return [{ url, ...descriptionOf(server), ...(variables.length > 0 && { variables }) }];
}

const variableOf = (name: string, variable: JsonObject): ApiSchema => ({
  name,
  type: 'string',
  ...descriptionOf(variable),
  ...(Array.isArray(variable.enum) && { values: variable.enum.map(json) }),
  ...(variable.default !== undefined && { default: json(variable.default) }),
});

/** An address with the defaults of its variables. */
export const plainUrl = ({ url, variables = [] }: ApiServer): string =>
  url.replace(/\{([^{}]+)\}/g, (whole, wanted: string) => {
    const variable = variables.find(({ name }) => name === wanted);
    const value: unknown = variable?.default === undefined ? undefined : parsed(variable.default);
    return typeof value === 'string' && value ? value : whole;
  });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // It was cut.
    return undefined;
  }
}
