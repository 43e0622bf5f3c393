import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts of what is said and proposed about a space, kept by the database in the transaction of each change, so that
 * processes of the release before keep them too. A space has several rows: a session adds to one of them, so that those who
 * comment at the same time seldom wait for each other.
 */
export class SpaceActivity1700000053000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table space_activity (
        space_id text collate "C" not null check (length(space_id) <= 64),
        slot smallint not null,
        comments_open integer not null default 0,
        comments_resolved integer not null default 0,
        draft integer not null default 0,
        open integer not null default 0,
        archived integer not null default 0,
        merged integer not null default 0,
        primary key (space_id, slot)
      )`);
    await runner.query(comments);
    await runner.query(changeRequests);
    // Nobody writes between the count and the triggers.
    await runner.query(`lock table comment, change_request in share row exclusive mode`);
    await runner.query(counted);
    for (const table of ['comment', 'change_request']) {
      const create = (event: string, referencing: string) =>
        runner.query(
          `create trigger ${table}_${event}_counted after ${event} on ${table} referencing ${referencing}
           for each statement execute function count_${table}s()`,
        );
      await create('insert', 'new table as added');
      await create('delete', 'old table as removed');
      await create('update', 'old table as removed new table as added');
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['comment', 'change_request']) {
      for (const event of ['insert', 'delete', 'update'])
        await runner.query(`drop trigger ${table}_${event}_counted on ${table}`);
      await runner.query(`drop function count_${table}s`);
    }
    await runner.query(`drop table space_activity`);
  }
}

/** Each statement that a trigger's event does not have is left out: Postgres plans only what runs. */
const trigger = (table: string, columns: readonly string[], counts: (rows: string, sign: number) => string): string => {
  const sums = columns.map((column) => `sum(${column}) as ${column}`).join(', ');
  const add = (changed: string): string => `
      insert into space_activity as known (space_id, slot, ${columns.join(', ')})
      select * from (
        select space_id, pg_backend_pid() % 8 as slot, ${sums} from (${changed}) changed group by space_id) c
      where ${columns.map((column) => `${column} <> 0`).join(' or ')}
      order by space_id
      on conflict (space_id, slot) do update
        set ${columns.map((column) => `${column} = known.${column} + excluded.${column}`).join(', ')};`;
  return `
  create function count_${table}s() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then ${add(counts('added', 1))}
    elsif tg_op = 'DELETE' then ${add(counts('removed', -1))}
    else ${add(`${counts('removed', -1)} union all ${counts('added', 1)}`)}
    end if;
    return null;
  end $$`;
};

/** Comments of change requests are counted there, not in the space. */
const comments = trigger(
  'comment',
  ['comments_open', 'comments_resolved'],
  (rows, sign) => `
        select space_id, case when resolved_at is null then ${sign} else 0 end as comments_open,
          case when resolved_at is null then 0 else ${sign} end as comments_resolved
        from ${rows} where change_request_id is null`,
);

const statuses = ['draft', 'open', 'archived', 'merged'];

const changeRequests = trigger(
  'change_request',
  statuses,
  (rows, sign) => `
        select space_id, ${statuses.map((status) => `case when status = '${status}' then ${sign} else 0 end as ${status}`).join(', ')}
        from ${rows}`,
);

/** What there is already. */
const counted = `
  insert into space_activity (space_id, slot, comments_open, comments_resolved, draft, open, archived, merged)
  select space_id, 0, sum(comments_open), sum(comments_resolved), sum(draft), sum(open), sum(archived), sum(merged) from (
    select space_id, count(*) filter (where resolved_at is null) as comments_open,
      count(*) filter (where resolved_at is not null) as comments_resolved, 0 as draft, 0 as open, 0 as archived, 0 as merged
    from comment where change_request_id is null group by space_id
    union all
    select space_id, 0, 0, ${statuses.map((status) => `count(*) filter (where status = '${status}')`).join(', ')}
    from change_request group by space_id) present
  group by space_id`;
