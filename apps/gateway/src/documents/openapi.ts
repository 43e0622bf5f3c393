import {
  allEndpoints,
  type Dto,
  type Endpoint,
  eventOf,
  fieldsOf,
  Int,
  isMutation,
  Nested,
  pathNames,
  type Schema,
  SchemaRegistry,
  Text,
} from '@bindery/contracts';

class ErrorDetail {
  @Text() field!: string;
  @Text() message!: string;
}

class ErrorBody {
  @Int({ min: 400, max: 599 }) code!: number;
  @Text() message!: string;
  @Nested(() => ErrorDetail, { optional: true, array: true }) details?: ErrorDetail[];
}

class ErrorAnswer {
  @Nested(() => ErrorBody) error!: ErrorBody;
}

const commonErrors: Record<number, string> = {
  400: 'The request is not valid; `details` names the fields',
  401: 'No valid token was sent',
  403: 'The caller can see the object, but is not allowed to do this',
  404: 'The object does not exist, or the caller cannot see it',
  429: 'Too many requests; try again after the seconds in `Retry-After`',
  431: 'The URL and the headers are too long',
  503: 'A part of the platform is not available; try again after the seconds in `Retry-After`',
  504: 'A part of the platform took too long to answer',
};

/** The errors of an operation with a body for one that it cannot read. */
const bodyErrors: Record<number, string> = {
  413: 'The body is too large',
};

/** The errors of every method except GET for an unsupported Content-Type. */
const typeErrors: Record<number, string> = {
  415: 'The content type of the body is not application/json',
};

/** The errors of the headers for every mutation: Idempotency-Key and If-Match. */
const mutationErrors: Record<number, string> = {
  409: 'The state of the object does not allow this, or a request with this Idempotency-Key is still running',
  412: 'The object has another version than If-Match',
  422: 'The Idempotency-Key was used for another request',
};

const ownErrors: Record<number, string> = {
  ...bodyErrors,
  ...typeErrors,
  ...mutationErrors,
};

/** The OpenAPI 3.1 document of all operations, derived from the contracts. */
export function openApiDocument(
  publicUrl: string,
  version: string,
  endpoints: readonly Endpoint[] = allEndpoints(),
): object {
  const registry = new SchemaRegistry();
  const error = registry.ref(ErrorAnswer);
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint, registry, error);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bindery',
      version,
      description: 'The management API of a self-hosted documentation platform.',
      license: { name: 'Apache-2.0' },
    },
    servers: [{ url: `${publicUrl}/v1` }],
    security: [{ token: [] }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas: registry.schemas, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
}

function operation(endpoint: Endpoint, registry: SchemaRegistry, error: Schema): object {
  const errors = {
    ...commonErrors,
    ...(endpoint.method !== 'GET' && typeErrors),
    ...(endpoint.body && bodyErrors),
    ...(isMutation(endpoint) && mutationErrors),
    ...Object.fromEntries((endpoint.errors ?? []).map((status) => [status, ownErrors[status] ?? 'Refused'])),
  };
  const success = endpoint.returns
    ? { description: 'Success', content: contentOf(endpoint.returns, registry) }
    : { description: 'Success, without content' };
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    ...(endpoint.description && { description: endpoint.description }),
    tags: [endpoint.tag],
    ...(endpoint.deprecated && { deprecated: true }),
    ...(endpoint.anonymous && { security: [{ token: [] }, {}] }),
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint, registry)],
    ...(endpoint.body && { requestBody: { required: true, content: json(registry.ref(endpoint.body)) } }),
    responses: {
      [endpoint.status]: success,
      ...(endpoint.creates && { 201: success }),
      ...Object.fromEntries(
        Object.entries(errors).map(([status, description]) => [status, { description, content: json(error) }]),
      ),
    },
  };
}

function contentOf(returns: Dto, registry: SchemaRegistry): object {
  const event = eventOf(returns);
  return event ? { 'text/event-stream': { schema: registry.ref(event) } } : json(registry.ref(returns));
}

const json = (schema: Schema) => ({ 'application/json': { schema } });

const pathParameters = ({ path }: Endpoint) =>
  pathNames(path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));

function queryParameters({ query }: Endpoint, registry: SchemaRegistry): object[] {
  if (!query) return [];
  const defaults = new query() as Record<string, unknown>;
  return fieldsOf(query).map((field) => {
    const { description, ...schema } = registry.field(field);
    const fallback = defaults[field.name];
    return {
      name: field.name,
      in: 'query',
      required: !field.optional && fallback === undefined,
      ...(description && { description }),
      schema: { ...schema, ...(fallback !== undefined && { default: fallback }) },
    };
  });
}
