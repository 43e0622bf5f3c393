import type { ComputedSource } from '@bindery/contracts';

/** The type of sources whose pages are computed from a specification. */
export const openApiSource = 'builtin:openapi';

/** The slug or id of the specification that a source depends on; undefined for one of another type. */
export function specificationOf({ type, dependencies }: ComputedSource): string | undefined {
  const { spec } = (dependencies ?? {}) as { spec?: { ref?: { kind?: unknown; spec?: unknown } | null } | null };
  const reference = type === openApiSource && spec?.ref?.kind === 'openapi' ? spec.ref.spec : undefined;
  return typeof reference === 'string' ? reference : undefined;
}
