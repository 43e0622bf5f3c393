import { Client } from 'pg';
import { search, type Page, type Principal, type SearchPageResult, type SearchSpaceResult } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { principalOf, startServiceUnderTest, type Fake, type ServiceUnderTest } from '@bindery/testing';
import { SpaceWriter } from './space-writer';

/** A query as it comes from an address. */
type Query = Record<string, string>;

/** The content service with one organization, and what tests of search do with it. */
export class SearchBench {
  readonly organization = newId();
  /** A member who reads. */
  readonly reader = principalOf(newId(), this.organization, 'read');
  readonly writer = new SpaceWriter(() => this.content.service, this.organization);

  private constructor(
    readonly content: ServiceUnderTest,
    readonly sql: Client,
  ) {}

  static async start(fakes: readonly Fake[] = []): Promise<SearchBench> {
    const content = await startServiceUnderTest('content', { fakes });
    const sql = new Client({ connectionString: content.adminUrl });
    await sql.connect();
    await sql.query('set search_path = content, public');
    return new SearchBench(content, sql);
  }

  async close(): Promise<void> {
    await this.sql.end();
    await this.content.close();
  }

  /** A part of the service. */
  get<T>(part: abstract new (...args: never[]) => T): T {
    return this.content.service.app.get(part);
  }

  inSpace(space: string, query: string, more: Query = {}, principal?: Principal): Promise<Page<SearchPageResult>> {
    return this.askInSpace(space, { query, ...more }, principal);
  }

  askInSpace(spaceId: string, query: Query, principal: Principal = this.reader): Promise<Page<SearchPageResult>> {
    return this.content.call(search.searchSpaceContent, { principal, params: { spaceId }, query: query as never });
  }

  inOrganization(
    query: string,
    more: Query = {},
    principal: Principal = this.reader,
    organizationId = this.organization,
  ): Promise<Page<SearchSpaceResult>> {
    const params = { organizationId };
    return this.content.call(search.searchOrganizationContent, {
      principal,
      params,
      query: { query, ...more } as never,
    });
  }

  /** The ids of the pages that are found, the best first. */
  async ids(space: string, query: string): Promise<string[]> {
    return (await this.inSpace(space, query)).items.map(({ id }) => id);
  }

  /** Waits until search shows every main branch as it is. */
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

/** A context of a job that nobody takes away. */
export const jobContext = (organizationId: string) => ({
  id: newId(),
  organizationId,
  attempt: 1,
  signal: new AbortController().signal,
  report: () => Promise.resolve(),
  complete: <R>(finish: () => Promise<R>) => finish(),
});
