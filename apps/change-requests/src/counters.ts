import type { Counter } from '@bindery/service';

const statuses = ['draft', 'open', 'archived', 'merged'];

/** The counts that triggers keep in `space_activity`. */
export const counters: Counter[] = [
  {
    of: 'space',
    kept: `select space_id as id, json_build_array(sum(comments_open), sum(comments_resolved), ${statuses
      .map((status) => `sum(${status})`)
      .join(', ')})::text as counts from space_activity group by space_id`,
    counted: `
      select space_id as id, json_build_array(sum(comments_open), sum(comments_resolved), ${statuses
        .map((status) => `sum(${status})`)
        .join(', ')})::text as counts
      from (
        select space_id, count(*) filter (where resolved_at is null) as comments_open,
          count(*) filter (where resolved_at is not null) as comments_resolved, 0 as draft, 0 as open, 0 as archived, 0 as merged
        from comment where change_request_id is null group by space_id
        union all
        select space_id, 0, 0, ${statuses.map((status) => `count(*) filter (where status = '${status}')`).join(', ')}
        from change_request group by space_id) present
      group by space_id`,
    none: '[0, 0, 0, 0, 0, 0]',
    lock: `lock table comment, change_request in share row exclusive mode`,
    clear: `delete from space_activity where space_id = any($1)`,
    store: `
      insert into space_activity (space_id, slot, comments_open, comments_resolved, ${statuses.join(', ')})
      select id, 0, (c ->> 0)::int, (c ->> 1)::int, (c ->> 2)::int, (c ->> 3)::int, (c ->> 4)::int, (c ->> 5)::int
      from (select id, counts::json as c from unnest($1::text[], $2::text[]) as n (id, counts)) n`,
  },
];
