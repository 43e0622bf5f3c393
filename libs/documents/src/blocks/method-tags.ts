import type { TagSpec } from './tag-spec';

const holding = (tag: string, attributes: TagSpec['attributes'] = {}): TagSpec => ({
  tag,
  type: tag,
  attributes,
  body: 'blocks',
});

/**
 * Methods of an interface as two former dialects describe them, on the page itself: `swagger`, and `api-method` before that.
 * Their blocks have the names of their tags, but for `swagger`, which is the type of a block that names a specification.
 */
export const methodTags: TagSpec[] = [
  {
    tag: 'swagger',
    type: 'swagger-method',
    attributes: {
      baseUrl: 'text',
      path: 'text',
      method: 'text',
      summary: 'text',
      expanded: 'boolean',
      fullWidth: 'boolean',
    },
    body: 'blocks',
  },
  holding('swagger-description'),
  holding('swagger-parameter', { in: 'text', name: 'text', type: 'text', required: 'boolean' }),
  holding('swagger-response', { status: 'text', description: 'text' }),
  holding('api-method', { method: 'text', host: 'text', path: 'text' }),
  holding('api-method-summary'),
  holding('api-method-description'),
  holding('api-method-spec'),
  holding('api-method-request'),
  holding('api-method-path-parameters'),
  holding('api-method-query-parameters'),
  holding('api-method-body-parameters'),
  holding('api-method-form-data-parameters'),
  holding('api-method-headers'),
  holding('api-method-parameter', { name: 'text', type: 'text', required: 'boolean' }),
  holding('api-method-response'),
  holding('api-method-response-example', { httpCode: 'text' }),
  holding('api-method-response-example-description'),
];
