/** The `walk` through a map, from its root $2 to the key $3; at the leaf it continues with the key's parent, so that one statement reads a page with all its ancestors. */
export const ancestorsWalk = `
  walk(step, key, depth, hash, data) as (
    select 0, $3::text, 0, c.hash, c.data from chunk c where c.organization_id = $1 and c.hash = $2
    union all
    select w.step + 1, n.key, n.depth, c.hash, c.data
    from walk w
    cross join lateral (
      select w.key, w.depth + 1 as depth,
             w.data -> 'branch' ->> ('x' || substr(encode(sha256(convert_to(w.key, 'UTF8')), 'hex'), w.depth + 1, 1))::bit(4)::int as hash
      where w.data ? 'branch'
      union all
      select e -> 1 ->> 'parent', 0, $2
      from jsonb_array_elements(w.data -> 'leaf') e
      where w.data ? 'leaf' and e ->> 0 = w.key and e -> 1 ->> 'parent' is not null
    ) n
    join chunk c on c.organization_id = $1 and c.hash = n.hash
    where w.step < 2000
  )`;

/**
 * The same along the path of slugs $3: the value of `<page id>/<slug>` is the parent page for the look-up of the next slug. After
 * the last slug the walk continues to that page in the map of pages.
 */
export const pathWalk = ({ slugs, pages }: { slugs: string; pages: string }): string => `
  walk(step, parent, at, depth, hash, data) as (
    select 0, '', 1, 0, c.hash, c.data from chunk c where c.organization_id = $1 and c.hash = ${slugs}
    union all
    select w.step + 1, n.parent, n.at, n.depth, c.hash, c.data
    from walk w
    cross join lateral (
      select case when w.at > cardinality($3::text[]) then w.parent else w.parent || '/' || ($3::text[])[w.at] end as key
    ) k
    cross join lateral (
      select w.parent, w.at, w.depth + 1 as depth,
             w.data -> 'branch' ->> ('x' || substr(encode(sha256(convert_to(k.key, 'UTF8')), 'hex'), w.depth + 1, 1))::bit(4)::int as hash
      where w.data ? 'branch'
      union all
      select e ->> 1, w.at + 1, 0, case when w.at < cardinality($3::text[]) then ${slugs} else ${pages} end
      from jsonb_array_elements(w.data -> 'leaf') e
      where w.data ? 'leaf' and e ->> 0 = k.key and w.at <= cardinality($3::text[])
    ) n
    join chunk c on c.organization_id = $1 and c.hash = n.hash
    where w.step < 2000
  )`;
