/**
 * What follows an insert of content: what is there already is marked as wanted again, so that a sweep does not take it
 * from under the revision that is about to point at it. An hour is little beside the day for which sweeps leave content
 * alone, and spares most writes.
 * Rows come in the order of their keys, each once: Postgres updates a row only once in a statement, and statements that
 * lock rows in one order never wait for each other in a circle.
 */
export const touching = (table: 'chunk' | 'document' | 'stored_file'): string =>
  `on conflict (organization_id, ${table === 'stored_file' ? 'sha256' : 'hash'}) do update set touched_at = now()
   where ${table}.touched_at < now() - interval '1 hour'`;

/** What several transactions' parts hold, by organization and in the order of these: see above. */
export function byOrganization<T>(
  parts: readonly (readonly [organization: string, items: readonly T[]])[],
): [string, T[]][] {
  const all = new Map<string, T[]>();
  for (const [organization, items] of parts) all.set(organization, [...(all.get(organization) ?? []), ...items]);
  return [...all].filter(([, items]) => items.length > 0).sort(([one], [other]) => (one < other ? -1 : 1));
}

/**
 * The texts that a parameter holds one a line, as compact JSON always is: an array of them would be escaped, and read
 * twice.
 */
export const lines = (parameter: string): string => `string_to_array(${parameter}, E'\\n')`;
