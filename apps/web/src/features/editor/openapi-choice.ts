import type { Block } from '../../api/contracts';
import type { SpecificationPart } from '../openapi/specification-parts';

type Data = Block['data'];

export const keyOf = ({ kind, name, method }: SpecificationPart): string => `${kind} ${method ?? ''} ${name}`;

/** The specification that a block is of. */
export const specIn = (data: Data | undefined): string | undefined =>
  (data?.ref as { spec?: string } | undefined)?.spec;

/** The key of the part that a block shows: of several models the first one. */
export function keyIn(data: Data | undefined): string | undefined {
  const { path, name, method, schemas } = (data ?? {}) as Record<'path' | 'name' | 'method', string | undefined> & {
    schemas?: string[];
  };
  if (schemas?.[0] !== undefined) return keyOf({ kind: 'schema', name: schemas[0] });
  const call = { method: method?.toLowerCase() };
  if (path !== undefined) return keyOf({ kind: 'operation', name: path, ...call });
  return name === undefined ? undefined : keyOf({ kind: 'webhook', name, ...call });
}

/** The parts that a search finds, and the one with the key `chosen`, found or not; the first one found as long as none is chosen. */
export function choiceOf(parts: readonly SpecificationPart[], search: string, chosen: string | undefined) {
  const found = parts.filter(({ name, method, summary }) =>
    `${method ?? ''} ${name} ${summary ?? ''}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  return { found, part: chosen === undefined ? found[0] : parts.find((one) => keyOf(one) === chosen) };
}

export function blockOf(spec: string, { kind, name, method }: SpecificationPart): Block {
  const ref = { kind: 'openapi', spec };
  const block = { object: 'block' as const, isVoid: true };
  if (kind === 'schema') return { ...block, type: 'openapi-schemas', data: { ref, schemas: [name] } };
  if (kind === 'webhook') return { ...block, type: 'openapi-webhook', data: { ref, name, method } };
  return { ...block, type: 'openapi-operation', data: { ref, path: name, method } };
}
