import { call, contract, del, get, internal, patch, post, put } from '../core/endpoint';
import { Const, Flag, Id, Nested, OneOf, Text, Timestamp, Url, Value } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';

const openApiProcessingStates = ['pending', 'progress', 'complete'] as const;
export type OpenAPIProcessingState = (typeof openApiProcessingStates)[number];
const openApiVisibilities = ['private', 'public'] as const;
export type OpenAPIVisibility = (typeof openApiVisibilities)[number];
const openApiErrorCodes = ['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'] as const;
export type OpenAPIErrorCode = (typeof openApiErrorCodes)[number];

const slug = { min: 1, max: 100, pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/ };

export const isOpenAPISlug = (text: string): boolean => text.length <= slug.max && slug.pattern.test(text);

/** The maximum length of a specification: in characters if it is sent, in bytes if it is fetched. */
export const longestSpecification = 16 * 1024 * 1024;

export class OpenAPIErrorObject {
  @Text() message!: string;
  @Text({ optional: true }) code?: string;
}

export class OpenAPISpecPermissions {
  @Flag() view!: boolean;
  @Flag({ description: 'Whether the caller can replace, publish and delete the specification.' }) edit!: boolean;
}

class OpenAPISpecUrls {
  @Url() location!: string;
  @Url() app!: string;
  @Url({
    optional: true,
    description: 'The public URL of the specification. Included while the specification is public.',
  })
  published?: string;
}

export class OpenAPISpec {
  @Const('openapi-spec') object!: 'openapi-spec';
  @Id() id!: string;
  @Timestamp() createdAt!: string;
  @Timestamp() updatedAt!: string;
  @Text(slug) slug!: string;
  @Url({ optional: true }) sourceURL?: string;
  @OneOf(openApiProcessingStates) processingState!: OpenAPIProcessingState;
  @OneOf(openApiVisibilities, { optional: true }) visibility?: OpenAPIVisibility;
  @Id({ optional: true }) lastVersion?: string;
  @Timestamp({ optional: true }) lastProcessedAt?: string;
  @OneOf(openApiErrorCodes, { optional: true }) lastProcessErrorCode?: OpenAPIErrorCode;
  @Nested(() => OpenAPIErrorObject, { array: true, optional: true }) lastProcessedErrors?: OpenAPIErrorObject[];
  @Nested(() => OpenAPISpecPermissions) permissions!: OpenAPISpecPermissions;
  @Nested(() => OpenAPISpecUrls) urls!: OpenAPISpecUrls;
}

/** The source of a specification: one of the two. */
export class OpenAPISpecSource {
  @Url({ optional: true, description: 'The URL from which the specification is fetched, again from time to time.' })
  url?: string;
  @Text({
    min: 1,
    max: longestSpecification,
    optional: true,
    description: 'The specification itself, as JSON or YAML.',
  })
  text?: string;
}

export class CreateOpenAPISpec {
  @Text(slug) slug!: string;
  @Nested(() => OpenAPISpecSource) source!: OpenAPISpecSource;
}

export class CreateOrUpdateOpenAPISpec {
  @Nested(() => OpenAPISpecSource) source!: OpenAPISpecSource;
}

export class UpdateOpenAPISpec {
  @OneOf(openApiVisibilities) visibility!: OpenAPIVisibility;
}

class OpenAPISpecVersionUrls {
  @Url() location!: string;
}

export class OpenAPISpecVersion {
  @Const('openapi-spec-version') object!: 'openapi-spec-version';
  @Id() id!: string;
  @Timestamp({ optional: true }) createdAt?: string;
  @Url({ description: 'The URL of the specification as it was provided.' }) url!: string;
  @Nested(() => OpenAPISpecVersionUrls) urls!: OpenAPISpecVersionUrls;
}

class OpenAPISpecContentUrls {
  @Url() source!: string;
  @Url({ optional: true }) public?: string;
}

const isObject = (value: unknown) => (typeof value === 'object' && value !== null) || 'must be an object';

/** The content of a version, as OpenAPI 3.1. */
export class OpenAPISpecContent {
  @Value({ type: ['object', 'array'] }, isObject, {
    description: 'The files of the specification. The first one refers to the others by their `filename`.',
  })
  filesystem!: object;
  @Url() url!: string;
  @Nested(() => OpenAPISpecContentUrls) urls!: OpenAPISpecContentUrls;
}

export class OpenAPISpecRawContent {
  @Text({ max: 16_777_216, description: 'The specification as it was provided.' }) text!: string;
  @OneOf(['json', 'yaml']) format!: 'json' | 'yaml';
}

export const openApiSpecs = contract('content', 'OpenAPI specifications', {
  listOpenAPISpecs: get('/orgs/:organizationId/openapi', {
    summary: 'List the OpenAPI specifications of an organization',
    query: PageQuery,
    returns: PageOf(OpenAPISpec),
  }),
  createOpenAPISpec: post('/orgs/:organizationId/openapi', {
    summary: 'Add an OpenAPI specification',
    description: 'Bindery processes the specification in the background.',
    body: CreateOpenAPISpec,
    returns: OpenAPISpec,
    errors: [409, 413],
    large: true,
    timeout: 30_000,
  }),
  getOpenAPISpecBySlug: get('/orgs/:organizationId/openapi/:specSlug', {
    summary: 'Get an OpenAPI specification',
    returns: OpenAPISpec,
  }),
  createOrUpdateOpenAPISpecBySlug: put('/orgs/:organizationId/openapi/:specSlug', {
    summary: 'Create or replace an OpenAPI specification',
    description: 'Bindery processes the specification in the background.',
    body: CreateOrUpdateOpenAPISpec,
    returns: OpenAPISpec,
    creates: true,
    errors: [412, 413],
    large: true,
    timeout: 30_000,
  }),
  deleteOpenAPISpecBySlug: del('/orgs/:organizationId/openapi/:specSlug', {
    summary: 'Delete an OpenAPI specification with all its versions',
  }),
  updateOpenAPISpecBySlug: patch('/orgs/:organizationId/openapi/:specSlug', {
    summary: 'Publish or unpublish an OpenAPI specification',
    body: UpdateOpenAPISpec,
    returns: OpenAPISpec,
    errors: [412],
  }),
  listOpenAPISpecVersions: get('/orgs/:organizationId/openapi/:specSlug/versions', {
    summary: 'List the versions of an OpenAPI specification, newest first',
    query: PageQuery,
    returns: PageOf(OpenAPISpecVersion),
  }),
  getLatestOpenAPISpecVersion: get('/orgs/:organizationId/openapi/:specSlug/versions/latest', {
    summary: 'Get the latest version of an OpenAPI specification',
    returns: OpenAPISpecVersion,
  }),
  getLatestOpenAPISpecVersionContent: get('/orgs/:organizationId/openapi/:specSlug/versions/latest/content', {
    anonymous: true,
    summary: 'Get the content of the latest version',
    description: 'Readers of a space that shows the specification can read it.',
    returns: OpenAPISpecContent,
    timeout: 30_000,
  }),
  getLatestOpenAPISpecVersionContentRaw: get('/orgs/:organizationId/openapi/:specSlug/versions/latest/content/raw', {
    summary: 'Get the latest version as the text that was provided',
    returns: OpenAPISpecRawContent,
    timeout: 30_000,
  }),
  getOpenAPISpecVersionById: get('/orgs/:organizationId/openapi/:specSlug/versions/:versionId', {
    summary: 'Get a version of an OpenAPI specification',
    returns: OpenAPISpecVersion,
  }),
  getOpenAPISpecVersionContentById: get('/orgs/:organizationId/openapi/:specSlug/versions/:versionId/content', {
    summary: 'Get the content of a version of an OpenAPI specification',
    returns: OpenAPISpecContent,
    timeout: 30_000,
  }),
});

/** The place of the newest text of a specification in the storage. */
export class OpenAPIFile {
  @Text() key!: string;
  @Text() name!: string;
}

class FindPublishedOpenAPI {
  @Text() spec!: string;
}

export const openApiFiles = internal('content', {
  /** The text of a public specification, by the id of the specification. Throws 404. */
  findPublishedOpenAPI: call({ body: FindPublishedOpenAPI, returns: OpenAPIFile }),
});
