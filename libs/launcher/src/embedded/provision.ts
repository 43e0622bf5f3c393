import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { type ServiceName, SERVICES, snakeCase } from '../services';
import { type Installation, markOf, refuseOthers } from './installation-mark';

/** The extensions that services may use; they live in `public`, where only the administrator can create objects. */
const EXTENSIONS = ['pg_trgm', 'btree_gin'] as const;

/** Any number: two provisionings of one server take turns on it. */
const LOCK = 7_216_310;

/** A password for each role of {@link databaseRoles}, by the role's name. */
export type RolePasswords = Record<string, string>;

export interface ServiceDatabase {
  /** As the app role: reads and writes the rows of its own schema, and nothing else. */
  databaseUrl: string;
  /** As the owner role, which alone may change the schema. */
  migrationDatabaseUrl: string;
}

/** The schema of a service and its two roles. */
export function databaseRoles(service: ServiceName): { schema: string; owner: string; app: string } {
  const schema = snakeCase(service);
  return { schema, owner: `bindery_${schema}_owner`, app: `bindery_${schema}` };
}

/** The URLs of a service in a database of the server that the administrator's URL names; other parts of it are kept. */
export function serviceDatabase(
  adminUrl: string,
  database: string,
  service: ServiceName,
  passwords: RolePasswords,
): ServiceDatabase {
  const { owner, app } = databaseRoles(service);
  return {
    databaseUrl: urlAs(adminUrl, database, app, passwords),
    migrationDatabaseUrl: urlAs(adminUrl, database, owner, passwords),
  };
}

/**
 * Makes the database, the roles with these passwords, a schema for each service and the extensions, where they are
 * missing, and sets the session limits of the roles; existing data stays. The administrator must be a
 * superuser or may create roles and databases. Throws `ConfigError` where the roles belong to another installation.
 */
export async function provision(
  adminUrl: string,
  database: string,
  passwords: RolePasswords,
  { id, takesOver }: Installation = {},
): Promise<void> {
  await withClient(adminUrl, async (server) => {
    await server.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const marked = databaseRoles('identity').app;
    const url = urlAs(adminUrl, database, marked, passwords);
    if (!takesOver) await refuseOthers(server, adminUrl, { name: marked, url }, id);
    await provisionRoles(server, passwords, markOf(marked, id));
    const { rowCount } = await server.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0)
      await server.query(`CREATE DATABASE ${escapeIdentifier(database)} TEMPLATE template0 ENCODING 'UTF8'`);
    await withClient(withDatabase(adminUrl, database), (client) => client.query(schemas(database)));
  });
}

/** Milliseconds that a program which somebody runs waits for a session of the database. */
export const SESSION_TIMEOUT = 30_000;

/** The same URL with another database. */
export function withDatabase(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}

async function withClient<T>(connectionString: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: SESSION_TIMEOUT,
    application_name: 'bindery provisioning',
  });
  await client.connect().catch(async (error: unknown) => {
    // Loaded late: the set-up of tests loads this file before it compiles the libraries.
    const { connectionProblem } = await import('@bindery/config');
    throw connectionProblem('DATABASE_URL', connectionString, error) ?? error;
  });
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function provisionRoles(server: Client, passwords: RolePasswords, mark: string): Promise<void> {
  const { sessionLimits } = await import('@bindery/config');
  const { rows } = await server.query<{ rolname: string }>(
    `SELECT rolname FROM pg_roles WHERE rolname LIKE 'bindery\\_%'`,
  );
  const existing = new Set(rows.map((row) => row.rolname));
  const { rows: me } = await server.query<{ rolsuper: boolean }>(
    'SELECT rolsuper FROM pg_roles WHERE rolname = current_user',
  );
  const statements = SERVICES.flatMap((service) => {
    const { schema, owner, app } = databaseRoles(service);
    const limits = Object.entries(sessionLimits).map(
      ([name, value]) => `ALTER ROLE ${app} SET ${name} = ${escapeLiteral(value)}`,
    );
    const roles = [owner, app].flatMap((role) => [
      `${existing.has(role) ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN PASSWORD ${escapeLiteral(password(passwords, role))}`,
      // Extensions are found after the service's own names, so that nothing there can shadow them.
      `ALTER ROLE ${role} SET search_path = ${schema}, public`,
      // A user who is no superuser may give a schema only to a role of which it is a member.
      ...(me[0]?.rolsuper ? [] : [`GRANT ${role} TO CURRENT_USER`]),
    ]);
    // Not for the owner: a migration may take its time.
    return [...roles, ...limits];
  });
  await server.query([...statements, mark].join(';\n'));
}

function schemas(database: string): string {
  const name = escapeIdentifier(database);
  return [
    `REVOKE ALL ON DATABASE ${name} FROM PUBLIC`,
    'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
    ...EXTENSIONS.map((extension) => `CREATE EXTENSION IF NOT EXISTS ${extension} SCHEMA public`),
    ...SERVICES.flatMap((service) => {
      const { schema, owner, app } = databaseRoles(service);
      return [
        `GRANT CONNECT, TEMPORARY ON DATABASE ${name} TO ${owner}, ${app}`,
        `CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${owner}`,
        `GRANT USAGE ON SCHEMA ${schema} TO ${app}`,
        `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} IN SCHEMA ${schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${app}`,
        `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} IN SCHEMA ${schema} GRANT USAGE, SELECT ON SEQUENCES TO ${app}`,
      ];
    }),
  ].join(';\n');
}

function urlAs(adminUrl: string, database: string, role: string, passwords: RolePasswords): string {
  const url = new URL(withDatabase(adminUrl, database));
  url.username = role;
  url.password = encodeURIComponent(password(passwords, role));
  return url.href;
}

function password(passwords: RolePasswords, role: string): string {
  const found = passwords[role];
  if (!found) throw new Error(`No password for the role ${role}`);
  return found;
}
