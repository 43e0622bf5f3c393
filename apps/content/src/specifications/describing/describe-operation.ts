import type { ApiOperation, ApiParameter, ApiResponse, ApiSchema } from '@bindery/contracts';
import { textOf } from '../reading/json';
import { isHidden } from '../reading/operations';
import { describeBody, describeHeaders, describeValue } from './describe-body';
import { describeSchema, SchemaBudget } from './describe-schema';
import { describeSecurity } from './describe-security';
import { describeServers, plainUrl } from './describe-servers';
import { descriptionOf } from './schema-facts';
import type { Place, Specification } from './specification';

const places = ['path', 'query', 'querystring', 'header', 'cookie'] as const;
const mostResponses = 50;
/** The maximum characters of the description of an operation or model. */
const longestDescription = 20_000;

/** An operation by its path, or a webhook by its name; undefined when the specification has none, or hides it. */
export function describeOperation(
  specification: Specification,
  { kind, name, method }: Pick<ApiOperation, 'kind' | 'name' | 'method'>,
): ApiOperation | undefined {
  const item = itemOf(specification, kind, name);
  const operation = operationIn(specification, item, method);
  if (isHidden(item.value) || isHidden(operation.value)) return undefined;
  if (Object.keys(operation.value).length === 0) return undefined;
  const room = new SchemaBudget();
  const summary = textOf(operation.value.summary) ?? textOf(item.value.summary);
  const servers = kind === 'path' ? describeServers(specification, [operation, item]) : [];
  const [server] = servers;
  const request = specification.at(operation, 'requestBody');
  const parameters = parametersOf(specification, [item, operation], room);
  const body = describeBody(specification, request, room);
  if (body && request.value.required === true) body.schema.required = true;
  const about = [item, operation].map(({ value }) => descriptionOf(value, longestDescription));
  return {
    kind,
    name,
    method,
    ...(summary && { summary }),
    ...Object.assign({}, ...about),
    ...(operation.value.deprecated === true && { deprecated: true as const }),
    ...(server && { server: plainUrl(server) }),
    ...(server && (servers.length > 1 || server.description || server.variables) && { servers }),
    ...describeSecurity(specification, operation),
    parameters,
    ...(body && { body }),
    responses: responsesOf(specification, operation, room),
  };
}

/** A path is also found without its first slash, as some authors write it. */
function itemOf(specification: Specification, kind: ApiOperation['kind'], name: string): Place {
  if (kind === 'webhook') return specification.at(specification.root, 'webhooks', name);
  const item = specification.at(specification.root, 'paths', name);
  const isThere = Object.keys(item.value).length > 0 || name.startsWith('/');
  return isThere ? item : specification.at(specification.root, 'paths', `/${name}`);
}

/** Methods that OpenAPI does not name are written as in requests. */
function operationIn(specification: Specification, item: Place, method: string): Place {
  const operation = specification.at(item, method);
  if (Object.keys(operation.value).length > 0) return operation;
  const more = specification.at(item, 'additionalOperations');
  const name = Object.keys(more.value).find((key) => key.toLowerCase() === method);
  return name === undefined ? operation : specification.at(more, name);
}

/** A model by its name; undefined when the specification has none. */
export function describeModel(specification: Specification, name: string): ApiSchema | undefined {
  const model = specification.at(specification.root, 'components', 'schemas', name);
  if (Object.keys(model.value).length === 0) return undefined;
  const pointer = model.pointer ?? `${model.file?.filename ?? ''}#/components/schemas/${name}`;
  return {
    ...describeSchema(specification, { ...model, pointer }, new SchemaBudget()),
    ...descriptionOf(model.value, longestDescription),
    name,
  };
}

/** Parameters of the operation override those of its path. */
function parametersOf(specification: Specification, holders: readonly Place[], room: SchemaBudget): ApiParameter[] {
  const byName = new Map<string, ApiParameter>();
  for (const holder of holders)
    for (const parameter of specification.list(holder, 'parameters')) {
      const { value } = parameter;
      const place = places.find((known) => known === value.in);
      const name = textOf(value.name);
      if (!place || !name || room.left-- <= 0) continue;
      byName.set(`${place} ${name}`, { ...describeValue(specification, parameter, room), name, in: place });
    }
  return [...byName.values()].sort((a, b) => places.indexOf(a.in) - places.indexOf(b.in));
}

function responsesOf(specification: Specification, operation: Place, room: SchemaBudget): ApiResponse[] {
  const responses = specification.at(operation, 'responses');
  return Object.keys(responses.value)
    .filter((status) => !status.startsWith('x-'))
    .slice(0, mostResponses)
    .map((status) => {
      const response = specification.at(responses, status);
      const body = describeBody(specification, response, room);
      const summary = textOf(response.value.summary);
      const { description = summary } = descriptionOf(response.value);
      const headers = describeHeaders(specification, response, room);
      // The response has the same description already.
      if (body?.schema.description === description) delete body?.schema.description;
      return {
        status,
        ...(description && { description }),
        ...(headers.length > 0 && { headers }),
        ...(body && { body }),
      };
    });
}
