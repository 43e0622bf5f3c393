import { Client } from 'pg';
import type { Page, SearchPageResult, SearchSpaceResult } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { People, startPlatform, type Platform } from '@bindery/testing';
import { SpaceWriter } from './space-writer';

/** A platform with one organization, and helpers for tests of search. */
export class SearchBench {
  private constructor(
    readonly platform: Platform,
    readonly people: People,
    readonly organization: string,
    readonly writer: SpaceWriter,
    readonly sql: Client,
    private readonly token: string,
  ) {}

  static async start(): Promise<SearchBench> {
    const platform = await startPlatform();
    const people = await People.connect(platform);
    const organization = await people.organization();
    const { token } = await people.user({ [organization]: 'read' });
    const sql = new Client({ connectionString: platform.adminUrl });
    await sql.connect();
    await sql.query('set search_path = content, public');
    const writer = new SpaceWriter(() => platform.services.content, organization);
    return new SearchBench(platform, people, organization, writer, sql, token);
  }

  async close(): Promise<void> {
    await this.sql.end();
    await this.people.close();
    await this.platform.close();
  }

  get(path: string, query: Record<string, string>, token = this.token): Promise<Response> {
    const url = `${this.platform.baseUrl}/v1${path}/search?${new URLSearchParams(query).toString()}`;
    return fetch(url, { headers: { authorization: `Bearer ${token}` } });
  }

  async inSpace(space: string, query: string, more: Record<string, string> = {}): Promise<Page<SearchPageResult>> {
    return answerOf(await this.get(`/spaces/${space}`, { query, ...more }));
  }

  async inOrganization(query: string, more: Record<string, string> = {}): Promise<Page<SearchSpaceResult>> {
    return answerOf(await this.get(`/orgs/${this.organization}`, { query, ...more }));
  }

  /** The ids of the found pages, best first. */
  async ids(space: string, query: string): Promise<string[]> {
    return (await this.inSpace(space, query)).items.map(({ id }) => id);
  }

  /** Waits until search shows the current head of every main branch. */
  async indexed(): Promise<void> {
    for (const end = Date.now() + 20_000; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
      const { rowCount } = await this.sql.query(
        `select from branch b join revision r on r.id = b.head left join search_space x on x.space_id = b.space_id
         where b.id = 'main' and (r.pages is distinct from x.pages or x.target is not null)`,
      );
      if (rowCount === 0) return;
      if (Date.now() > end) throw new Error('The index did not become current');
    }
  }

  async count(what: string): Promise<number> {
    const { rows } = await this.sql.query<{ count: number }>(`select count(*)::integer as count from ${what}`);
    return rows[0]!.count;
  }
}

/** A context of a job that is never lost. */
export const jobContext = (organizationId: string) => ({
  id: newId(),
  organizationId,
  attempt: 1,
  signal: new AbortController().signal,
  report: () => Promise.resolve(),
  complete: <R>(finish: () => Promise<R>) => finish(),
});

async function answerOf<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
