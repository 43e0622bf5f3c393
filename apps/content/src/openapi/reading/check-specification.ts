import { upgrade, validate } from '@scalar/openapi-parser';
import type { SpecificationFile } from './gather-files';
import { SpecificationError } from './specification-error';

/** The files with the first of them as OpenAPI 3.1. Throws SpecificationError for what is not valid. */
export async function checkSpecification(files: SpecificationFile[]): Promise<SpecificationFile[]> {
  const { errors = [] } = await validate(files as never);
  if (errors.length > 0) throw new SpecificationError('PARSE_ERROR', errors.map(errorOf));
  const [entry, ...others] = files as [SpecificationFile, ...SpecificationFile[]];
  const { specification } = upgrade(entry.specification as never);
  return [{ ...entry, specification: specification as object }, ...others];
}

function errorOf({ message, path, code }: { message: string; path?: unknown; code?: string }) {
  const place = Array.isArray(path) ? path.join('/') : typeof path === 'string' ? path : '';
  return { message: place ? `${message} (at ${place})` : message, ...(code && { code }) };
}
