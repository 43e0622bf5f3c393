import { GitBookAPI } from '@gitbook/api';
import type { Api, TeamMemberRole } from '@gitbook/api/client';
import { Client } from 'pg';
import type { ApiRequest } from '../api/api-caller';
import type { TestUser } from './test-records';
import type { TestOrganization } from './test-organization';

/** The public client, as one user. Its own types lose its operations, which stand in the class that it extends. */
export const clientOf = ({ platform }: TestOrganization, user: TestUser): Api<unknown> =>
  new GitBookAPI({ endpoint: platform.baseUrl, authToken: user.token }) as unknown as Api<unknown>;

/** The role of a team's owner, as the public client has it. */
export const asOwner = { role: 'owner' as TeamMemberRole };

/** Expects a call to fail with a status and, where given, to name a field. */
export async function refuses(
  { api }: TestOrganization,
  operation: string,
  request: ApiRequest,
  status: number,
  field?: string,
): Promise<void> {
  const answer = await api.call<{ error: { message: string; details?: { field: string; message: string }[] } }>(
    operation,
    request,
  );
  expect({ operation, status: answer.status }).toEqual({ operation, status });
  if (!field) return;
  const { details, message } = answer.body.error;
  expect(details?.map((detail) => detail.field)).toContain(field);
  expect(message).toContain(field.slice(field.lastIndexOf('.') + 1));
}

/** A statement in the database of the platform, as its administrator; names without a schema are identity's. */
export async function sql<Row>({ platform }: TestOrganization, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: platform.adminUrl });
  await client.connect();
  try {
    await client.query('set search_path = identity, public');
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Every table of the platform as text. */
export async function everyTable({ platform }: TestOrganization): Promise<Map<string, string>> {
  const client = new Client({ connectionString: platform.adminUrl });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const contents = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
    contents.set(name, rows.map(({ row }) => row).join('\n'));
  }
  await client.end();
  return contents;
}
