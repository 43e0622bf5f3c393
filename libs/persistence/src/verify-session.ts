import type { ClientBase, QueryResult } from 'pg';
import { sessionLimits } from '@bindery/config';

type Session = Record<string, string | null>;

const read = [
  'current_user as role',
  'current_schema() as schema',
  ...Object.keys(sessionLimits).map((name) => `current_setting('${name}') as ${name}`),
].join(', ');

/**
 * A check of each new connection, for `onConnect` of `pg.Pool`: refuses one whose role lacks the settings of the provisioning, with
 * the remedy. The operator may choose other lengths of the limits. (`verify` of the pool would lose a connection for good whose
 * check takes longer than its caller waits, and run the caller's statement although the caller got an error.)
 */
export const verifySession = (schema: string) => async (client: ClientBase) => {
  // In a transaction: when it is left open, a pooler ends the session of Postgres too, which would keep what it began with.
  const [, { rows }] = (await client.query(`begin; select ${read}`)) as unknown as [unknown, QueryResult<Session>];
  const missing = missingIn(rows[0]!, schema);
  if (missing.length > 0) throw new Error(remedy(rows[0]!.role!, missing));
  await client.query('commit');
};

function missingIn(session: Session, schema: string): string[] {
  const limits = Object.entries(sessionLimits).filter(([name]) => session[name] === '0');
  return [
    ...(session.schema === schema ? [] : [`search_path = ${schema}, public`]),
    ...limits.map(([name, value]) => `${name} = '${value}'`),
  ];
}

const remedy = (role: string, missing: string[]): string =>
  `The role ${role} lacks settings of this release. Run its provisioning, or: ` +
  missing.map((setting) => `alter role ${role} set ${setting}`).join('; ');
