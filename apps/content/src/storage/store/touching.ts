/**
 * The conflict clause of an insert of content: marks existing rows as requested again, so that a sweep does not remove
 * them before the new revision refers to them. An hour is little beside the day for which sweeps leave content
 * alone, and saves most writes.
 * Insert rows in the order of their keys, each once (`eachOnce`): Postgres updates a row only once in a statement, and
 * statements that lock rows in one order do not deadlock.
 */
export const touching = (table: 'chunk' | 'document' | 'stored_file'): string =>
  `on conflict (organization_id, ${table === 'stored_file' ? 'sha256' : 'hash'}) do update set touched_at = now()
   where ${table}.touched_at < now() - interval '1 hour'`;

/** The rows in the order of their hashes, each once. Postgres would copy their texts to sort them. */
export function eachOnce<T extends { hash: string }>(rows: readonly T[]): T[] {
  const byHash = new Map(rows.map((row) => [row.hash, row]));
  return [...byHash.values()].sort((one, other) => (one.hash < other.hash ? -1 : 1));
}

/** The parts of several transactions, by organization and in that order: see above. */
export function byOrganization<T>(
  parts: readonly (readonly [organization: string, items: readonly T[]])[],
): [string, T[]][] {
  const all = new Map<string, T[]>();
  for (const [organization, items] of parts) all.set(organization, [...(all.get(organization) ?? []), ...items]);
  return [...all].filter(([, items]) => items.length > 0).sort(([one], [other]) => (one < other ? -1 : 1));
}

/**
 * The texts of a parameter with one text a line, as compact JSON always is: an array of them would be escaped, and parsed
 * twice.
 */
export const lines = (parameter: string): string => `string_to_array(${parameter}, E'\\n')`;
