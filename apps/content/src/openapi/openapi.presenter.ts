import { openApiSpecPermissions, type Level } from '@bindery/authorization';
import type { OpenAPISpec, OpenAPISpecVersion } from '@bindery/contracts';
import { withVersion } from '@bindery/messaging';
import { presentFile } from '../storage/files/file-entry';
import type { OpenApiSpecEntity } from '../specifications/openapi-spec.entity';
import type { OpenApiVersionEntity } from '../specifications/openapi-version.entity';

export interface PresentingContext {
  publicUrl: string;
  secret: Buffer;
}

type SpecLocation = Pick<OpenApiSpecEntity, 'id' | 'organizationId' | 'slug' | 'visibility'>;

const locationOf = ({ organizationId, slug }: SpecLocation, publicUrl: string) =>
  `${publicUrl}/v1/orgs/${organizationId}/openapi/${slug}`;

/** The public address of the specification; undefined while it is private. */
export const publishedUrlOf = ({ id, visibility }: SpecLocation, publicUrl: string): string | undefined =>
  visibility === 'public' ? `${publicUrl}/openapi/${id}` : undefined;

/** A specification as a caller with that role in the organization sees it. */
export function presentSpec(spec: OpenApiSpecEntity, role: Level, publicUrl: string): OpenAPISpec {
  const { id, organizationId, slug, sourceUrl, lastVersion, lastProcessedAt, errorCode, errors } = spec;
  const published = publishedUrlOf(spec, publicUrl);
  const presented: OpenAPISpec = {
    object: 'openapi-spec',
    id,
    createdAt: spec.createdAt.toISOString(),
    updatedAt: spec.updatedAt.toISOString(),
    slug,
    ...(sourceUrl && { sourceURL: sourceUrl }),
    processingState: spec.processingState,
    visibility: spec.visibility,
    ...(lastVersion && { lastVersion }),
    ...(lastProcessedAt && { lastProcessedAt: lastProcessedAt.toISOString() }),
    ...(errorCode && { lastProcessErrorCode: errorCode }),
    ...((errorCode ?? errors.length > 0) && { lastProcessedErrors: errors }),
    permissions: openApiSpecPermissions(role),
    urls: {
      location: locationOf(spec, publicUrl),
      app: `${publicUrl}/app/o/${organizationId}/openapi/${slug}`,
      ...(published && { published }),
    },
  };
  return withVersion(presented, spec.version);
}

/** The file name of the download of a version. */
export const fileNameOf = ({ slug }: SpecLocation, { format }: OpenApiVersionEntity): string => `${slug}.${format}`;

/** An address of the original text, for callers who may see the version. */
export function sourceUrlOf(spec: SpecLocation, version: OpenApiVersionEntity, context: PresentingContext): string {
  const { organizationId: organization } = spec;
  const file = { name: fileNameOf(spec, version), contentType: 'text/plain', size: 0, sha256: version.source };
  return presentFile(version.id, file, { ...context, organization, metadata: false }).downloadURL;
}

export function presentVersion(
  spec: SpecLocation,
  version: OpenApiVersionEntity,
  context: PresentingContext,
): OpenAPISpecVersion {
  return {
    object: 'openapi-spec-version',
    id: version.id,
    createdAt: version.createdAt.toISOString(),
    url: sourceUrlOf(spec, version, context),
    urls: { location: `${locationOf(spec, context.publicUrl)}/versions/${version.id}` },
  };
}
