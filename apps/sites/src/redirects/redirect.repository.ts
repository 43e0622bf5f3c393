import { Injectable } from '@nestjs/common';
import { conflict, normalSource, type CreateSiteRedirect } from '@bindery/contracts';
import { Database, isUniqueViolation, newId, substringPattern, type KeysetPosition } from '@bindery/persistence';
import { RedirectEntity } from './redirect.entity';

const columns = `id, site_id as "siteId", source, destination`;
const matching = `site_id = $1 and ($2::text is null or source like $2)`;

/** Sources have their percent-encodings in upper case. */
const patternOf = (search: string | undefined): string | null =>
  search ? substringPattern(search.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase())) : null;

@Injectable()
export class RedirectRepository {
  constructor(private readonly db: Database) {}

  /** A site's redirects by source. */
  list(
    site: string,
    search: string | undefined,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<RedirectEntity[]> {
    return this.db.query<RedirectEntity>(
      `select ${columns} from redirect where ${matching} and ($3::text is null or source > $3) order by source limit $4`,
      [site, patternOf(search), after?.value ?? null, limit],
    );
  }

  async count(site: string, search?: string): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::integer as count from redirect where ${matching}`,
      [site, patternOf(search)],
    );
    return row!.count;
  }

  async find(site: string, id: string): Promise<RedirectEntity | undefined> {
    return (await this.findWhere('id', site, id))[0];
  }

  async findBySource(site: string, source: string): Promise<RedirectEntity | undefined> {
    return (await this.findWhere('source', site, normalSource(source)))[0];
  }

  private findWhere(column: 'id' | 'source', site: string, value: string): Promise<RedirectEntity[]> {
    return this.db.query<RedirectEntity>(`select ${columns} from redirect where site_id = $1 and ${column} = $2`, [
      site,
      value,
    ]);
  }

  /** Throws 409 when the source has a redirect already. */
  async insert(redirect: RedirectEntity): Promise<void> {
    const source = normalSource(redirect.source);
    await this.once(() => this.db.manager.insert(RedirectEntity, { ...redirect, source } as never));
  }

  /** Throws 409 when the source has another redirect already. */
  async update(
    id: string,
    { source, ...rest }: Partial<Pick<RedirectEntity, 'source' | 'destination'>>,
  ): Promise<void> {
    const change = { ...rest, ...(source && { source: normalSource(source) }) };
    if (Object.keys(change).length > 0)
      await this.once(() => this.db.manager.update(RedirectEntity, { id }, change as never));
  }

  /** Creates redirects, or changes the existing ones of their sources: all in one statement. */
  async set(siteId: string, redirects: readonly CreateSiteRedirect[]): Promise<void> {
    const bySource = new Map(redirects.map(({ source, destination }) => [normalSource(source), destination]));
    await this.db.run(
      `insert into redirect (id, site_id, source, destination)
       select x.id, $1, x.source, x.destination from json_to_recordset($2) as x (id text, source text, destination jsonb)
       on conflict (site_id, source) do update set destination = excluded.destination`,
      [siteId, JSON.stringify(Array.from(bySource, ([source, destination]) => ({ id: newId(), source, destination })))],
    );
  }

  async delete(siteId: string, ids: readonly string[]): Promise<void> {
    await this.db.run(`delete from redirect where site_id = $1 and id = any($2)`, [siteId, ids]);
  }

  private async once(write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (isUniqueViolation(error)) throw conflict('The source already has a redirect');
      throw error;
    }
  }
}
