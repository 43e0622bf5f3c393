import type { Database } from './database';

/** A row with a version, by its table and its key. */
export interface RowOfVersion {
  table: string;
  key: Record<string, string>;
  /** The column of the version, where it is not `version`. */
  column?: string;
}

/** Locks a row until the transaction ends, and returns its version as it is then; undefined where there is no row. */
export async function lockVersion(
  db: Database,
  { table, key, column = 'version' }: RowOfVersion,
): Promise<number | undefined> {
  const where = Object.keys(key).map((name, index) => `${name} = $${index + 1}`);
  const [row] = await db.query<{ version: number }>(
    `select ${column} as version from ${table} where ${where.join(' and ')} for no key update`,
    Object.values(key),
  );
  return row?.version;
}
