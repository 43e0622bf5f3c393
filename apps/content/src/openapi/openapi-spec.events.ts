import * as contracts from '@bindery/contracts';
import type { OpenApiSpecEntity } from '../specifications/openapi-spec.entity';

type SpecRow = Pick<OpenApiSpecEntity, 'id' | 'organizationId' | 'slug' | 'version'>;

export const openApiSpecCreated = (spec: SpecRow) =>
  contracts.openApiSpecCreated({ ...contentOf(spec), payload: payloadOf(spec) });

/** Gets the specification as it was before; the deletion raises its version. */
export const openApiSpecDeleted = (spec: SpecRow) =>
  contracts.openApiSpecDeleted({ ...contentOf(contracts.raiseVersion(spec)), payload: payloadOf(spec) });

/** A job has no user. */
export const openApiSpecUpdated = (spec: SpecRow, specVersion: string) =>
  contracts.openApiSpecUpdated({ ...contentOf(spec), actor: '', payload: { ...payloadOf(spec), specVersion } });

/** A job has no user. */
export const openApiSpecFailed = (spec: SpecRow, code: contracts.OpenAPIErrorCode, message: string) =>
  contracts.openApiSpecFailed({ ...contentOf(spec), actor: '', payload: { ...payloadOf(spec), code, message } });

const contentOf = ({ id, organizationId, version }: SpecRow) => ({
  organization: organizationId,
  aggregate: id,
  version,
});

const payloadOf = ({ id, slug }: SpecRow): contracts.OpenApiSpecChanged => ({ spec: id, slug });
