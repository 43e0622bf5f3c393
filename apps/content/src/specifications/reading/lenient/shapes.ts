import { any, flag, list, map, number, object, text, type Kind, type Shape, type ShapeName } from './kinds';

const schema: Kind = { object: 'Schema' };
const headers: Kind = { map: { object: 'Header' } };
const examples: Kind = { map: { object: 'Example' } };
const content: Kind = { map: { object: 'Media Type' } };
const servers: Kind = { list: { object: 'Server' } };
const security: Kind = { list: { object: 'Security Requirement' } };
const paths: Kind = { map: { object: 'Path Item' }, isOfPaths: true };
const operation: Kind = { object: 'Operation' };

const parameter = {
  description: text,
  required: flag,
  deprecated: flag,
  allowEmptyValue: flag,
  style: text,
  explode: flag,
  allowReserved: flag,
  schema,
  example: any,
  examples,
  content,
} as const satisfies Record<string, Kind>;

/** In lower case. `query` is new in OpenAPI 3.2. */
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

/** The objects of OpenAPI 3.0 to 3.2, see https://spec.openapis.org/oas/v3.2.0.html#schema-0 */
export const shapes: Readonly<Record<ShapeName, Shape>> = {
  OpenAPI: {
    fields: {
      openapi: text,
      $self: text,
      info: object('Info'),
      jsonSchemaDialect: text,
      servers,
      paths,
      webhooks: map(object('Path Item')),
      components: object('Components'),
      security,
      tags: list(object('Tag')),
      externalDocs: object('External Documentation'),
    },
  },
  Info: {
    fields: {
      title: text,
      summary: text,
      description: text,
      termsOfService: text,
      contact: object('Contact'),
      license: object('License'),
      version: text,
    },
  },
  Contact: { fields: { name: text, url: text, email: text }, short: 'name' },
  License: { fields: { name: text, identifier: text, url: text }, required: ['name'], short: 'name' },
  Server: {
    fields: { url: text, description: text, name: text, variables: map(object('Server Variable')) },
    required: ['url'],
    short: 'url',
  },
  'Server Variable': {
    fields: { enum: list(text), default: text, description: text },
    required: ['default'],
    short: 'default',
  },
  Components: {
    fields: {
      schemas: map(schema),
      responses: map(object('Response')),
      parameters: map(object('Parameter')),
      examples,
      requestBodies: map(object('Request Body')),
      headers,
      securitySchemes: map(object('Security Scheme')),
      links: map(object('Link')),
      callbacks: map(map(object('Path Item'))),
      pathItems: map(object('Path Item')),
      mediaTypes: content,
    },
  },
  'Path Item': {
    fields: {
      summary: text,
      description: text,
      servers,
      parameters: list(object('Parameter')),
      ...(Object.fromEntries(methods.map((method) => [method, operation])) as Record<(typeof methods)[number], Kind>),
      additionalOperations: map(operation),
    },
  },
  Operation: {
    fields: {
      tags: list(text),
      summary: text,
      description: text,
      externalDocs: object('External Documentation'),
      operationId: text,
      parameters: list(object('Parameter')),
      requestBody: object('Request Body'),
      responses: map(object('Response')),
      callbacks: map(map(object('Path Item'))),
      deprecated: flag,
      security,
      servers,
    },
  },
  'External Documentation': { fields: { description: text, url: text }, required: ['url'], short: 'url' },
  Parameter: { fields: { name: text, in: text, ...parameter }, required: ['name', 'in'] },
  Header: { fields: parameter },
  'Request Body': { fields: { description: text, content, required: flag }, required: ['content'] },
  'Media Type': {
    fields: {
      schema,
      itemSchema: schema,
      example: any,
      examples,
      encoding: map(object('Encoding')),
      prefixEncoding: list(object('Encoding')),
      itemEncoding: object('Encoding'),
    },
  },
  Encoding: {
    fields: {
      contentType: text,
      headers,
      style: text,
      explode: flag,
      allowReserved: flag,
      encoding: map(object('Encoding')),
      prefixEncoding: list(object('Encoding')),
      itemEncoding: object('Encoding'),
    },
  },
  Response: {
    fields: { summary: text, description: text, headers, content, links: map(object('Link')) },
    required: ['description'],
    short: 'description',
  },
  Example: {
    fields: {
      summary: text,
      description: text,
      value: any,
      externalValue: text,
      dataValue: any,
      serializedValue: text,
    },
    short: 'value',
  },
  Link: {
    fields: {
      operationRef: text,
      operationId: text,
      parameters: any,
      requestBody: any,
      description: text,
      server: object('Server'),
    },
  },
  Tag: {
    fields: {
      name: text,
      summary: text,
      description: text,
      externalDocs: object('External Documentation'),
      parent: text,
      kind: text,
    },
    required: ['name'],
    short: 'name',
  },
  'Security Scheme': {
    fields: {
      type: text,
      description: text,
      name: text,
      in: text,
      scheme: text,
      bearerFormat: text,
      flows: object('OAuth Flows'),
      openIdConnectUrl: text,
      oauth2MetadataUrl: text,
      deprecated: flag,
    },
    required: ['type'],
  },
  'OAuth Flows': {
    fields: {
      implicit: object('OAuth Flow'),
      password: object('OAuth Flow'),
      clientCredentials: object('OAuth Flow'),
      authorizationCode: object('OAuth Flow'),
      deviceAuthorization: object('OAuth Flow'),
    },
  },
  'OAuth Flow': {
    fields: {
      authorizationUrl: text,
      deviceAuthorizationUrl: text,
      tokenUrl: text,
      refreshUrl: text,
      scopes: map(text),
    },
  },
  'Security Requirement': { fields: {}, isOpen: true },
  Discriminator: {
    fields: { propertyName: text, mapping: map(text), defaultMapping: text },
    required: ['propertyName'],
    short: 'propertyName',
  },
  Schema: {
    isOpen: true,
    fields: {
      title: text,
      description: text,
      format: text,
      pattern: text,
      contentEncoding: text,
      contentMediaType: text,
      deprecated: flag,
      readOnly: flag,
      writeOnly: flag,
      uniqueItems: flag,
      ...(Object.fromEntries(
        [
          ...['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'maxLength', 'minLength'],
          ...['maxItems', 'minItems', 'maxContains', 'minContains', 'maxProperties', 'minProperties'],
        ].map((name) => [name, number]),
      ) as Record<string, Kind>),
      required: list(text),
      enum: list(any),
      properties: map(schema),
      patternProperties: map(schema),
      additionalProperties: schema,
      unevaluatedProperties: schema,
      propertyNames: schema,
      dependentSchemas: map(schema),
      items: schema,
      prefixItems: list(schema),
      unevaluatedItems: schema,
      contains: schema,
      allOf: list(schema),
      oneOf: list(schema),
      anyOf: list(schema),
      not: schema,
      if: schema,
      then: schema,
      else: schema,
      contentSchema: schema,
      $defs: map(schema),
      definitions: map(schema),
      discriminator: object('Discriminator'),
      externalDocs: object('External Documentation'),
    },
  },
};
