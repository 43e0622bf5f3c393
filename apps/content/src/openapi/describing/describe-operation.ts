import type { ApiBody, ApiOperation, ApiParameter, ApiResponse, ApiSchema } from '@bindery/contracts';
import { isObject, objectsOf, textOf } from '../reading/json';
import { isHidden } from '../reading/operations';
import { describeSchema, descriptionOf, Room } from './describe-schema';
import type { Place, Specification } from './specification';

const places = ['path', 'query', 'header', 'cookie'] as const;
const mostResponses = 50;
/** Characters of the description of an operation or model. */
const longestDescription = 20_000;

/** An operation by its path, or a webhook by its name; undefined when the specification has none, or hides it. */
export function describeOperation(
  specification: Specification,
  { kind, name, method }: Pick<ApiOperation, 'kind' | 'name' | 'method'>,
): ApiOperation | undefined {
  const item = specification.at(specification.root, kind === 'path' ? 'paths' : 'webhooks', name);
  const operation = specification.at(item, method);
  if (isHidden(item.value) || isHidden(operation.value)) return undefined;
  if (Object.keys(operation.value).length === 0) return undefined;
  const room = new Room();
  const summary = textOf(operation.value.summary);
  const server = serverOf(specification, [operation, item]);
  const request = specification.at(operation, 'requestBody');
  const body = bodyOf(specification, request, room);
  return {
    kind,
    name,
    method,
    ...(summary && { summary }),
    ...descriptionOf(operation.value, longestDescription),
    ...(operation.value.deprecated === true && { deprecated: true as const }),
    ...(kind === 'path' && server && { server }),
    security: securityOf(specification, operation),
    parameters: parametersOf(specification, [item, operation], room),
    ...(body && { body: request.value.required === true ? required(body) : body }),
    responses: responsesOf(specification, operation, room),
  };
}

/** A model by its name; undefined when the specification has none. */
export function describeModel(specification: Specification, name: string): ApiSchema | undefined {
  const model = specification.at(specification.root, 'components', 'schemas', name);
  if (Object.keys(model.value).length === 0) return undefined;
  const pointer = model.pointer ?? `${model.file?.filename ?? ''}#/components/schemas/${name}`;
  return {
    ...describeSchema(specification, { ...model, pointer }, new Room()),
    ...descriptionOf(model.value, longestDescription),
    name,
  };
}

const required = ({ contentType, schema }: ApiBody): ApiBody => ({
  contentType,
  schema: { ...schema, required: true },
});

/** Those of the operation take the place of those of its path. */
function parametersOf(specification: Specification, holders: readonly Place[], room: Room): ApiParameter[] {
  const byName = new Map<string, ApiParameter>();
  for (const holder of holders)
    for (const parameter of specification.list(holder, 'parameters')) {
      const { value } = parameter;
      const place = places.find((known) => known === value.in);
      const name = textOf(value.name);
      if (!place || !name || room.left-- <= 0) continue;
      byName.set(`${place} ${name}`, {
        ...describeSchema(specification, schemaOf(specification, parameter), room),
        ...descriptionOf(value),
        ...(value.required === true && { required: true as const }),
        ...(value.deprecated === true && { deprecated: true as const }),
        name,
        in: place,
      });
    }
  return [...byName.values()].sort((a, b) => places.indexOf(a.in) - places.indexOf(b.in));
}

/** A parameter has a schema, or a content of one type. */
function schemaOf(specification: Specification, parameter: Place): Place {
  if (isObject(parameter.value.schema)) return specification.at(parameter, 'schema');
  const [contentType] = Object.keys(isObject(parameter.value.content) ? parameter.value.content : {});
  return specification.at(parameter, 'content', contentType ?? '', 'schema');
}

/** JSON where there is a choice. */
function bodyOf(specification: Specification, holder: Place, room: Room): ApiBody | undefined {
  const types = Object.keys(isObject(holder.value.content) ? holder.value.content : {});
  const contentType = types.find((type) => /json/i.test(type)) ?? types[0];
  if (contentType === undefined) return undefined;
  const schema = describeSchema(specification, specification.at(holder, 'content', contentType, 'schema'), room);
  return { contentType, schema: { ...schema, ...descriptionOf(holder.value) } };
}

function responsesOf(specification: Specification, operation: Place, room: Room): ApiResponse[] {
  const responses = specification.at(operation, 'responses');
  return Object.keys(responses.value)
    .slice(0, mostResponses)
    .map((status) => {
      const response = specification.at(responses, status);
      const body = bodyOf(specification, response, room);
      const description = descriptionOf(response.value);
      // It is said of the response already.
      if (body?.schema.description === description.description) delete body?.schema.description;
      return { status, ...description, ...(body && { body }) };
    });
}

/** The first address of the nearest list of servers, its variables with their defaults. */
function serverOf(specification: Specification, nearest: readonly Place[]): string | undefined {
  for (const holder of [...nearest, specification.root]) {
    const [server] = objectsOf(holder.value.servers);
    const url = textOf(server?.url);
    if (!server || !url) continue;
    const variables = isObject(server.variables) ? server.variables : {};
    return url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
      const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
      return (isObject(variable) && textOf(variable.default)) || whole;
    });
  }
  return undefined;
}

function securityOf(specification: Specification, operation: Place): string[] {
  const { security = specification.root.value.security } = operation.value;
  return objectsOf(security)
    .map((needed) => Object.keys(needed).join(' + '))
    .filter(Boolean);
}
