import { Injectable } from '@nestjs/common';
import {
  maxLocations,
  type BrokenContext,
  type Principal,
  type ReferenceRelation,
  type ReferenceStatus,
} from '@bindery/contracts';
import { Database, type KeysetPosition } from '@bindery/persistence';
import { collectionsWithLevel, scopeOf, spacesWithLevel } from '../../catalog/access/scope';
import type { LinkedObject } from './link-index.repository';
import type { LinkReference } from './link-source';
import { draftTables, indexedTables, type LinkDraft, type LinkTables } from './link-tables';

/** An object with a reference, and the block that holds it. */
export interface LocatedObject {
  space: string;
  kind: LinkedObject['kind'];
  id: string;
  block: string | null;
}

/** A reference of some objects of a space. */
export interface LinkUsage {
  /** Unique among the usages of the space. */
  id: string;
  kind: LinkReference['kind'];
  /** For a specification that exists its id, however the reference names it. */
  target: string | null;
  anchor: string | null;
  /** The space that the target is in, where its kind has one. */
  space: string | null;
  relation: ReferenceRelation;
  status: ReferenceStatus;
  /** The first locations of it. */
  locations: Omit<LocatedObject, 'space'>[];
}

export interface LinkUsages {
  items: LinkUsage[];
  /**
   * All references of the space or page: the total, the broken ones, those of the requested status, and those that are broken
   * in the draft but not in the main content.
   */
  stats: { total: number; broken: number; matching: number; brokenByDraft: number };
}

interface LinkQuery {
  space: string;
  /** Only references of this page. */
  page?: string;
  status?: ReferenceStatus;
  /** Only broken references: by the draft, or in the main content already. */
  brokenContext?: BrokenContext;
  /** The prefix of addresses of the app. */
  app: string;
  /** The space as in a draft, instead of its main content. */
  draft?: LinkDraft;
}

interface BacklinkQuery {
  organization: string;
  space: string;
  kind: 'page' | 'file';
  id: string;
  draft?: LinkDraft;
}

/** Spaces that are left out: the caller may see them, but not all of their content. */
interface HiddenSpaces {
  hidden: readonly string[];
}

/** `parameter` is the one after those of the statement itself. */
const tablesOf = (draft: LinkDraft | undefined, parameter: string): LinkTables =>
  draft ? draftTables(parameter) : indexedTables;
const valuesOf = (draft: LinkDraft | undefined): string[] => (draft ? [JSON.stringify(draft)] : []);

/** Kinds of targets that are in a space. */
const inSpace = `('page', 'anchor', 'file', 'reusable-content')`;

/** Addresses that are complete on their own; any other was meant as a link to a target that does not exist. */
const absolute = `'^([a-z][a-z0-9+.-]*:|//)'`;

/** References of the space's objects, or of one page; `space` and `page` name the parameters with their ids. */
const located = ({ objects, references }: LinkTables, space: string, page: string) => `
  located as (
    select o.kind as source_kind, o.id as source, r.kind, r.anchor, r.relation, r.block, r.ordinal,
      case when r.kind = 'anchor' and r.target is null and o.kind = 'page' then o.id else r.target end as target,
      case when r.kind in ${inSpace} then coalesce(r.target_space, o.space_id) end as space
    from (${objects(`o.space_id = ${space} and (${page}::text is null or o.kind = 'page' and o.id = ${page})`)}) o
    cross join lateral (values (o.document), (o.own)) as h (hash)
    cross join lateral (${references('r.organization_id = o.organization_id and r.hash = h.hash')}) r
  )`;

/**
 * References of the space's objects by target. A target that the caller may not see is as broken as one that does not
 * exist: the answer does not distinguish them.
 */
const usages = (tables: LinkTables) => `
  ${located(tables, '$5', '$6')}, usage as (
    select md5(concat_ws(E'\\n', kind, space, target, anchor, relation)) as id, kind, space, target, anchor, relation,
      (array_agg(jsonb_build_object('kind', source_kind, 'id', source, 'block', block) order by source_kind, source))[1:${maxLocations}] as locations
    from located group by kind, space, target, anchor, relation
  ), visible as (
    select s.id, s.id <> all($8) as shown from ${spacesWithLevel}
    where access.rank > 0 and s.deleted_at is null
      and s.id in (select space from usage union select target from usage where kind = 'space')
  ), listed as (
    select c.id from ${collectionsWithLevel}
    where access.rank > 0 and c.id in (select target from usage where kind = 'collection')
  ), resolved as materialized (
    select u.id, u.kind, u.space, u.anchor, u.relation, u.locations, coalesce(spec.id, u.target) as target, case
      when u.kind = 'url' and starts_with(u.target, $7) then 'in-app'
      when case u.kind
        when 'url' then u.target ~* ${absolute}
        when 'space' then v_target.id is not null
        when 'collection' then l.id is not null
        when 'user' then true
        when 'tag' then true
        when 'openapi' then spec.id is not null
        when 'anchor' then u.target is null or (v.id is not null and u.anchor = any(a.anchors))
        else v.id is not null and o.id is not null
      end then 'ok' else 'broken' end as status
    from usage u
    left join visible v on v.id = u.space and v.shown
    left join visible v_target on u.kind = 'space' and v_target.id = u.target
    left join listed l on u.kind = 'collection' and l.id = u.target
    left join lateral (
      select p.id from openapi_spec p where u.kind = 'openapi' and (p.slug = u.target or p.id = u.target)
        and p.organization_id = (select organization_id from space where id = $5)
      order by p.slug = u.target desc limit 1) spec on true
    left join lateral (${tables.objects(
      `o.space_id = u.space and o.id = u.target and o.kind = case u.kind when 'anchor' then 'page' else u.kind end`,
    )}) o on true
    left join lateral (${tables.sources(
      `u.kind = 'anchor' and a.organization_id = o.organization_id and a.hash = o.document`,
    )}) a on true
  )`;

/** The broken references of a context; $14 holds those of the main content. */
const brokenIn: Record<BrokenContext, string> = {
  'change-request': `status = 'broken' and id <> all($14)`,
  space: `status = 'broken' and id = any($14)`,
};

/** The kinds of references that point to a target of each kind. */
const referring = { page: ['page', 'anchor'], file: ['file'] };

/** Objects that refer to a target; the parameters are those with its organization, its id, the kinds of references and its space. */
const holders = (
  { objects, references }: LinkTables,
  [organization, target, kinds, space]: [string, string, string, string],
) => `
  found as (
    select o.space_id, o.kind, o.id, min(r.block) as block
    from (${references(
      `r.organization_id = ${organization} and r.target = ${target} and r.kind not in ('url', 'tag') and r.kind = any(${kinds})`,
    )}) r
    cross join lateral (${objects('o.organization_id = r.organization_id and (o.document = r.hash or o.own = r.hash)')}) o
    where coalesce(r.target_space, o.space_id) = ${space}
    group by o.space_id, o.kind, o.id
  )`;

/** Reads the index of links. */
@Injectable()
export class LinkRepository {
  constructor(private readonly db: Database) {}

  /** The references of a space, or of a page of it, in the order of kinds. */
  async usages(
    principal: Principal,
    { space, page, status, brokenContext, app, draft, hidden }: LinkQuery & HiddenSpaces,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<LinkUsages> {
    const tables = tablesOf(draft, '$13');
    const brokenInMain = draft && (await this.broken(principal, { space, page, app, hidden }));
    const byDraft = draft ? brokenIn['change-request'] : 'false';
    const asked = `($9::text is null or status = $9)${draft && brokenContext ? ` and ${brokenIn[brokenContext]}` : ''}`;
    const rows = await this.db.query<LinkUsage & LinkUsages['stats']>(
      `with ${tables.with} ${usages(tables)}
       select stats.*, item.* from (
         select count(*)::integer as total, (count(*) filter (where status = 'broken'))::integer as broken,
           (count(*) filter (where ${byDraft}))::integer as "brokenByDraft",
           (count(*) filter (where ${asked}))::integer as matching from resolved) stats
       left join lateral (
         select * from resolved where ${asked} and ($10::text is null or (kind, id) > ($10, $11))
         order by kind, id limit $12) item on true`,
      [
        ...[
          ...scopeOf(principal),
          space,
          page ?? null,
          app,
          hidden,
          status ?? null,
          after?.value ?? null,
          after?.id ?? null,
          limit,
        ],
        ...valuesOf(draft),
        ...(brokenInMain ? [brokenInMain] : []),
      ],
    );
    const { total, broken, matching, brokenByDraft } = rows[0]!;
    return {
      items: rows.filter(({ id }) => id !== null),
      stats: { total, broken, matching, brokenByDraft },
    };
  }

  /** The ids of the broken references in the main content of a space, or in a page of it. */
  private async broken(
    principal: Principal,
    { space, page, app, hidden }: Omit<LinkQuery, 'draft' | 'status'> & HiddenSpaces,
  ): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `with ${usages(indexedTables)} select id from resolved where status = 'broken'`,
      [...scopeOf(principal), space, page ?? null, app, hidden],
    );
    return rows.map(({ id }) => id);
  }

  /** The other spaces with targets of a space, or of a page of it. Does not check the caller's access. */
  async spacesUsed({ space, page, draft }: LinkQuery): Promise<string[]> {
    const tables = tablesOf(draft, '$3');
    const rows = await this.db.query<{ id: string }>(
      `with ${tables.with} ${located(tables, '$1', '$2')}
       select distinct space as id from located where space <> $1`,
      [space, page ?? null, ...valuesOf(draft)],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Objects that refer to a page or file of a space: of the space itself, and of spaces that the caller may see and that
   * name this one. Sorted by space, kind and id.
   */
  async backlinks(
    principal: Principal,
    { organization, space, kind, id, draft, hidden }: BacklinkQuery & HiddenSpaces,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<{ items: LocatedObject[]; total: number }> {
    const tables = tablesOf(draft, '$13');
    const rows = await this.db.query<LocatedObject & { total: number }>(
      `with ${tables.with} ${holders(tables, ['$5', '$6', '$7', '$8'])}, visible as (
         select s.id from ${spacesWithLevel}
         where access.rank > 0 and s.deleted_at is null and s.id <> all($9) and s.id in (select space_id from found)
       ), allowed as materialized (select f.*, f.kind || '/' || f.id as key from found f join visible v on v.id = f.space_id)
       select space_id as space, kind, id, block, (select count(*)::integer from allowed) as total from allowed
       where $10::text is null or (space_id, key) > ($10 collate "C", $11)
       order by space_id, key limit $12`,
      [
        ...scopeOf(principal),
        organization,
        id,
        referring[kind],
        space,
        hidden,
        after?.value ?? null,
        after?.id ?? null,
        limit,
        ...valuesOf(draft),
      ],
    );
    return { items: rows, total: rows[0]?.total ?? 0 };
  }

  /** The other spaces that refer to a page or file of a space. Does not check the caller's access. */
  async spacesUsing({ organization, space, kind, id, draft }: BacklinkQuery): Promise<string[]> {
    const tables = tablesOf(draft, '$5');
    const rows = await this.db.query<{ id: string }>(
      `with ${tables.with} ${holders(tables, ['$1', '$2', '$3', '$4'])}
       select distinct space_id as id from found where space_id <> $4`,
      [organization, id, referring[kind], space, ...valuesOf(draft)],
    );
    return rows.map((row) => row.id);
  }
}
