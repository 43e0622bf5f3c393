import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';

/** The time for which unreferenced content is kept after it was last requested. */
const grace = `interval '24 hours'`;
/** The time between two sweeps of an organization when nothing was removed. */
const period = `interval '7 days'`;
/** Rows that one statement examines. */
const atOnce = 1_000;

export interface SweepRun {
  /** Content that was requested since then is left alone. */
  before: Date;
  /** Whether all content of revisions was marked. */
  marked: boolean;
}

/** The schedule of sweeps by organization, and their removals: always for one organization, always in small transactions. */
@Injectable()
export class SweepRepository {
  constructor(private readonly db: Database) {}

  /** Schedules a sweep of an organization for now. */
  async request(organization: string): Promise<void> {
    await this.db.run(
      `insert into sweep (organization_id, due_at) values ($1, now())
       on conflict (organization_id) do update set due_at = least(sweep.due_at, now())`,
      [organization],
    );
  }

  /** Adds organizations that were never swept, and deletes sweeps that ended a day ago: of a deleted organization nothing stays. */
  async discover(): Promise<void> {
    await this.db.run(`delete from job where kind = 'sweep' and ended_at < now() - ${grace}`);
    await this.db.run(
      `insert into sweep (organization_id, due_at)
       select organization_id, now() + ${period} from (
         select organization_id from space union select organization_id from openapi_spec) as known on conflict do nothing`,
    );
  }

  /** An organization whose sweep is due; it is not due again for a while. */
  async takeDue(): Promise<string | undefined> {
    const [row] = await this.db.query<{ organization: string }>(
      `update sweep set due_at = now() + ${period} where organization_id = (
         select organization_id from sweep where due_at <= now() order by due_at limit 1 for update skip locked)
       returning organization_id as organization`,
    );
    return row?.organization;
  }

  /** Begins a run, or continues it. Deletes the data of earlier runs. */
  async begin(organization: string, run: string): Promise<SweepRun> {
    return this.db.transaction(async () => {
      const [before] = await this.db.query<{ run: string | null }>(
        `select run from sweep where organization_id = $1 for update`,
        [organization],
      );
      if (before?.run !== run) {
        await this.db.run(`delete from reached_content where run = $1`, [before?.run ?? null]);
        await this.db.run(
          `insert into sweep (organization_id, due_at, run, started_at) values ($1, now() + ${period}, $2, now())
           on conflict (organization_id) do update set run = $2, started_at = now(), marked = false`,
          [organization, run],
        );
      }
      const [row] = await this.db.query<SweepRun>(
        `select started_at - ${grace} as before, marked from sweep where organization_id = $1`,
        [organization],
      );
      return row!;
    });
  }

  async marked(organization: string): Promise<void> {
    await this.db.run(`update sweep set marked = true where organization_id = $1`, [organization]);
  }

  /**
   * Ends a run. If content is left that may be removed later, the next sweep is due then; an
   * organization without any content left is not swept again.
   */
  async end(organization: string, left: boolean): Promise<void> {
    await this.db.run(
      `update sweep set run = null, started_at = null, marked = false,
         due_at = case when $2 then least(due_at, now() + ${grace}) else due_at end where organization_id = $1`,
      [organization, left],
    );
    await this.db.run(
      `delete from sweep w where organization_id = $1 ${['space', 'chunk', 'document', 'stored_file']
        .map((table) => `and not exists (select from ${table} t where t.organization_id = w.organization_id)`)
        .join(' ')}`,
      [organization],
    );
  }

  /**
   * Removes unreached rows among the next ones after a hash; returns the last examined hash, undefined at the
   * end, and whether unreached content is left because it is too young or still shown by search.
   */
  async removeRows(
    table: 'chunk' | 'document',
    organization: string,
    run: string,
    { before }: SweepRun,
    after: string,
  ): Promise<{ last?: string; left: boolean }> {
    const shown = table === 'document' ? `and not exists (${shownBySearch})` : '';
    const [row] = await this.db.query<{ last: string | null; left: boolean }>(
      `with seen as (
         select hash from ${table} where organization_id = $1 and hash > $2 order by hash limit $3
       ), unreached as (
         select hash from seen where not exists (select from reached_content r where r.run = $4 and r.hash = seen.hash)
       ), removed as (
         delete from ${table} c where c.organization_id = $1 and c.hash in (select hash from unreached)
           and c.touched_at < $5 ${shown} returning c.hash)
       select (select max(hash) from seen) as last,
         (select count(*) from unreached) > (select count(*) from removed) as left`,
      [organization, after, atOnce, run, before],
    );
    return { left: row!.left, ...(row!.last !== null && { last: row!.last }) };
  }

  /** Deletes rows of files that were announced but never stored. */
  async removeFileRows(organization: string, run: string, { before }: SweepRun): Promise<void> {
    await this.db.run(
      `delete from stored_file f where f.organization_id = $1 and f.touched_at < $3
         and not exists (select from reached_content r where r.run = $2 and r.hash = f.sha256)`,
      [organization, run, before],
    );
  }
}

const shownBySearch = `
  select from search_document d join search_page p on p.document_id = d.id
  where d.organization_id = c.organization_id and d.hash = c.hash`;
