import type { Database } from '@bindery/persistence';
import { Encryptor } from '@bindery/secrets';
import type { SealedPlace } from './sealed-places';

/** Rows of one transaction. */
const atOnce = 200;

export interface ResealReport {
  /** Sealed anew with the first key. */
  resealed: number;
  /** Sealed with it already. */
  current: number;
  /** None of the keys opens them. */
  unreadable: number;
}

interface Row {
  key: string[];
  value: string;
  context: string;
}

/**
 * Seals everything in a place with the first of the keys. It may be cut short and run again: what is done is left alone,
 * and what the service changes meanwhile it has sealed itself.
 */
export async function reseal(db: Database, place: SealedPlace, secretKeys: readonly Buffer[]): Promise<ResealReport> {
  const sealer = new Encryptor(secretKeys, place.purpose);
  const counts: ResealReport = { resealed: 0, current: 0, unreadable: 0 };
  for (let after: string[] | undefined = []; after;) {
    const rows: Row[] = await rowsAfter(db, place, after);
    const old = rows.filter((row) => {
      const state = stateOf(sealer, row);
      if (state !== 'old') counts[state] += 1;
      return state === 'old';
    });
    // The transaction may be repeated, and counts once.
    counts.resealed += await db.transaction(async () => {
      let replaced = 0;
      for (const row of old) if (await replace(db, place, sealer, row, secretKeys)) replaced += 1;
      return replaced;
    });
    after = rows.length < atOnce ? undefined : rows.at(-1)!.key;
  }
  return counts;
}

function rowsAfter(db: Database, place: SealedPlace, after: string[]): Promise<Row[]> {
  const { table, key, where = 'true', value, context } = place;
  const names = key.join(', ');
  const beyond = after.length > 0 ? `(${names}) > (${key.map((_, at) => `$${at + 1}`).join(', ')})` : 'true';
  return db.query<Row>(
    `select array[${names}]::text[] as key, ${value} as value, ${context} as context
     from ${table} where ${where} and ${value} is not null and ${beyond} order by ${names} limit ${atOnce}`,
    after,
  );
}

function stateOf(sealer: Encryptor, { value, context }: Row): 'current' | 'old' | 'unreadable' {
  try {
    return sealer.isCurrent(value, context) ? 'current' : 'old';
  } catch {
    return 'unreadable';
  }
}

/** Answers whether the row was still as it was read. */
async function replace(
  db: Database,
  { table, key, value: sealed, set, alongside }: SealedPlace,
  sealer: Encryptor,
  { key: values, value, context }: Row,
  secretKeys: readonly Buffer[],
): Promise<boolean> {
  const text = sealer.open(value, context);
  const more = alongside?.(text, secretKeys) ?? [];
  const assignments = set(
    '$1',
    more.map((_, at) => `$${at + 3}`),
  );
  const same = key.map((name, at) => `${name} = $${at + 3 + more.length}`).join(' and ');
  const replaced = await db.run(`update ${table} set ${assignments} where ${same} and ${sealed} = $2`, [
    sealer.seal(text, context),
    value,
    ...more,
    ...values,
  ]);
  return replaced === 1;
}
