import { Client, escapeLiteral } from 'pg';

/** The installation of Bindery that provisions. */
export interface Installation {
  /** Without one, only a server that another installation has marked is refused. */
  id?: string;
  /** Provisions also where the roles belong to another installation. */
  takesOver?: boolean;
}

/** The role that bears the mark, and its URL with the password of this installation. */
interface MarkedRole {
  name: string;
  url: string;
}

const MARK = 'Bindery installation ';

/**
 * The statement that marks a role as one of the installation. Roles belong to the whole server, so the mark does too; a dump
 * of a database leaves it out, and can be restored on another server.
 */
export const markOf = (role: string, id: string | undefined): string =>
  `COMMENT ON ROLE ${role} IS ${id ? escapeLiteral(MARK + id) : 'NULL'}`;

/**
 * Throws `ConfigError` where the role belongs to another installation: that one could not connect any more, and both would
 * write into its data.
 */
export async function refuseOthers(server: Client, adminUrl: string, role: MarkedRole, id?: string): Promise<void> {
  const owner = await ownerOf(server, role.name);
  if (!owner || owner.id === id) return;
  // Release 0.1.0 left no mark: there the password says whether the role is one of this installation.
  if (owner.id === undefined && !(await refusesPassword(role.url))) return;
  const { ConfigError } = await import('@bindery/config');
  const other = `another installation of Bindery${owner.id ? ` (${owner.id})` : ''}`;
  throw new ConfigError([
    `DATABASE_URL names ${new URL(adminUrl).host}, which ${other} uses, and a Postgres server holds one installation: set the ` +
      'URL of another server. If this is the same installation, bring back its .bindery/secrets.json, or its INSTALLATION. ' +
      'To lock the other one out and use its data, add --take-over; secrets that only its keys open are lost then',
  ]);
}

/** The installation that has marked the role; undefined where there is no such role. */
async function ownerOf(server: Client, role: string): Promise<{ id?: string } | undefined> {
  const { rows } = await server.query<{ mark: string | null }>(
    `SELECT shobj_description(oid, 'pg_authid') AS mark FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  return rows[0] && { id: rows[0].mark?.startsWith(MARK) ? rows[0].mark.slice(MARK.length) : undefined };
}

async function refusesPassword(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return false;
  } catch (error) {
    return (error as { code?: string }).code === '28P01';
  } finally {
    await client.end();
  }
}
