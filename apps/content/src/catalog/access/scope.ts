import { anyLength, anyValue } from '@bindery/persistence';

export { levelOfRank, scopeOf } from '@bindery/authorization';

/**
 * Joins the caller's level to a space or collection, as `access.rank`: the highest of the role in the organization, the
 * grants to the caller and the caller's teams on it or on a collection above it, the level that it gives to every member
 * who is no guest, and the access that its visibility gives to anyone (decision 11 in docs/architecture/decisions). With
 * rank 0 the caller may not see it; a caller without an `own` rank reads only public content.
 */
export const withLevel = (alias: string, anybody = '0'): string => `
  left join unnest(${anyLength('$1')}, (select $2::integer[])) as member (organization, rank) on member.organization = ${alias}.organization_id
  cross join lateral (
    select o.own, greatest(o.own, ${anybody}) as rank from (
      select greatest(
        member.rank,
        case when member.rank > 0 then level_rank(${alias}.effective_default) else 0 end,
        -- Who administrates the organization can be given no more.
        case when member.organization is null or member.rank >= level_rank('admin') then 0 else (
          select max(level_rank(g.role)) from access_grant g
          where (g.subject_id = ${anyValue('$3')} or g.subject_id = any(${anyLength('$4')})) and (g.target_id = ${alias}.id or g.target_id = any(${alias}.path))) end,
        0) as own) o
  ) access`;

/** The access that the visibility of a space gives to anyone, and a content token to a reader of a site with the space. */
const openToAll = (alias: string) =>
  `case when ${alias}.visibility in ('public', 'unlisted') or ${alias}.id = any(${anyLength('$4')}) then 1 else 0 end`;

/** Spaces `s` with the caller's level; rank 0 where the caller may not see the space. */
export const spacesWithLevel = `space s ${withLevel('s', openToAll('s'))}`;

/** Collections `c` with the caller's level. */
export const collectionsWithLevel = `collection c ${withLevel('c')}`;
