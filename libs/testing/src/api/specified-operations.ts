import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An operation of the specification, and the area of the product that it belongs to. */
interface SpecifiedOperation {
  area: string;
  operationId: string;
  method: string;
  /** As OpenAPI writes it: `/spaces/{spaceId}`. */
  path: string;
  /** The status of success. */
  status: number;
}

/** The operations that the platform promises to answer exactly as the public API does. */
export const specifiedOperations = JSON.parse(
  // Compiled code lies beside the sources.
  readFileSync(join(__dirname, '..', '..', 'src', 'api', 'public-operations.json'), 'utf8'),
) as SpecifiedOperation[];
