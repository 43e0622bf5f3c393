import { createHash, randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { MemberRole } from '@bindery/contracts';
import { type PlatformAddresses } from '../run/test-platforms';

export interface TestUser {
  id: string;
  email: string;
  token: string;
}

/** An id in the form of the platform's: 22 letters and digits, ordered by time. */
const newId = (): string => `${Date.now().toString(36)}${randomBytes(7).toString('hex')}`;

/** Makes users and organizations straight in the database, for tests that are about something else. */
export class TestRecords {
  private constructor(private readonly client: Client) {}

  static async connect(platform: Pick<PlatformAddresses, 'adminUrl'>): Promise<TestRecords> {
    const client = new Client({ connectionString: platform.adminUrl });
    await client.connect();
    await client.query('set search_path = identity');
    return new TestRecords(client);
  }

  /** A user with a token and a verified e-mail address in a domain of its own; `memberOf` gives the role in each organization, null for a guest. */
  async user(memberOf: Record<string, MemberRole | null> = {}): Promise<TestUser> {
    const id = newId();
    const email = `user@${id.toLowerCase()}.example.com`;
    await this.client.query(
      `insert into "user" (id, display_name, email, email_verified_at) values ($1, $2, $3, now())`,
      [id, `User ${id.slice(-4)}`, email],
    );
    for (const [organization, role] of Object.entries(memberOf)) {
      await this.client.query(`insert into membership (organization_id, user_id, role) values ($1, $2, $3)`, [
        organization,
        id,
        role,
      ]);
    }
    return { id, email, token: await this.token(id) };
  }

  async token(user: string): Promise<string> {
    const token = `bnd_user_${randomBytes(24).toString('hex')}_test`;
    const hash = createHash('sha256').update(token).digest('hex');
    await this.client.query(
      `insert into api_token (id, user_id, label, hash, hint) values ($1, $2, 'Test', $3, 'bnd…')`,
      [newId(), user, hash],
    );
    return token;
  }

  async organization(title = 'Organization'): Promise<string> {
    const id = newId();
    await this.client.query(`insert into organization (id, title, type) values ($1, $2, 'business')`, [id, title]);
    return id;
  }

  /** An import that no worker takes up for an hour. */
  async waitingImport(organization: string, user: string): Promise<string> {
    const id = newId();
    const input = { source: { type: 'git', url: 'https://example.com/docs.git' }, user };
    await this.client.query(
      `insert into content.job (id, kind, organization_id, input, run_after) values ($1, 'import', $2, $3, now() + interval '1 hour')`,
      [id, organization, JSON.stringify(input)],
    );
    return id;
  }

  /** An export of a space's current revision that no worker takes up for an hour. */
  async waitingExport(space: string, user: string): Promise<string> {
    const id = newId();
    await this.client.query(
      `insert into content.job (id, kind, organization_id, input, run_after)
       select $1, 'export', s.organization_id, json_build_object('space', s.id, 'user', $3::text, 'revision', json_build_object(
         'id', r.id, 'organizationId', s.organization_id, 'pages', r.pages, 'files', r.files,
         'reusableContents', r.reusable_contents, 'settings', r.settings)), now() + interval '1 hour'
       from content.space s join content.branch b on b.space_id = s.id and b.id = 'main' join content.revision r on r.id = b.head
       where s.id = $2`,
      [id, space, user],
    );
    return id;
  }

  /** Runs a statement in identity's schema. */
  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.client.query<Row>(text, values)).rows;
  }

  close(): Promise<void> {
    return this.client.end();
  }
}
