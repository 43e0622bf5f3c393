import type { ClientBase, QueryResult } from 'pg';
import { sessionLimits } from '@bindery/config';

type Session = Record<string, string | null>;

const read = [
  'current_user as role',
  'current_schema() as schema',
  ...Object.keys(sessionLimits).map((name) => `current_setting('${name}') as ${name}`),
].join(', ');

/**
 * Checks each new connection, for `onConnect` of `pg.Pool`: rejects a role without the settings of the provisioning, and names the
 * remedy. Operators may choose other limits. (With `verify` of the pool, a check that takes longer than its caller waits would lose
 * the connection for good, and run the statement of the caller after its error.)
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
