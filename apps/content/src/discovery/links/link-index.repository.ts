import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import { EMPTY_ROOT } from '../../storage/store/chunk';
import type { LinkSource } from './link-source';

/** The roots of a revision's maps that links point to. */
export interface LinkedMaps {
  pages: string;
  files: string;
  reusableContents: string;
}

/** The source or target of a link, in a space's current revision. */
export interface LinkedObject {
  kind: 'page' | 'file' | 'reusable-content';
  id: string;
  /** The hash of its document. */
  document: string | null;
  /** The hash of its references outside of its document. */
  own: string | null;
}

/** How a space's objects change from one revision to the next. */
interface LinkChange {
  space: string;
  organization: string;
  from: LinkedMaps;
  to: LinkedMaps;
  put: readonly LinkedObject[];
  removed: readonly Pick<LinkedObject, 'kind' | 'id'>[];
}

/** The maps of a space that are indexed, and those to index. */
export interface LinkState {
  organizationId: string;
  from: LinkedMaps;
  to: LinkedMaps;
}

/** The rows of one statement. */
const batchRows = 2_000;

/** `LinkedMaps` of a row with their columns. */
export const linksOf = (row: string): string =>
  `json_build_object('pages', ${row}.pages, 'files', ${row}.files, 'reusableContents', ${row}.reusable_contents)`;

/** The data of the link indexer. */
@Injectable()
export class LinkIndexRepository {
  constructor(private readonly db: Database) {}

  /** The indexed maps of the space and those to index. Creates an empty index where there is none. */
  async begin(space: string): Promise<LinkState | undefined> {
    const [state] = await this.db.query<{ organizationId: string; from: LinkedMaps | null; to: LinkedMaps }>(
      `select s.organization_id as "organizationId",
         ${linksOf('r')} as to, case when x.space_id is not null then ${linksOf('x')} end as from
       from space s join branch b on b.space_id = s.id and b.id = 'main' join revision r on r.id = b.head
       left join link_space x on x.space_id = s.id where s.id = $1`,
      [space],
    );
    if (!state) return undefined;
    if (state.from) return { ...state, from: state.from };
    await this.db.run(
      `insert into link_space (space_id, pages, files, reusable_contents) select id, $2, $2, $2 from space where id = $1
       on conflict do nothing`,
      [space, EMPTY_ROOT],
    );
    return { ...state, from: await this.indexed(space) };
  }

  /** The maps of the space that are indexed. */
  async indexed(space: string): Promise<LinkedMaps> {
    const [row] = await this.db.query<LinkedMaps>(
      `select pages, files, reusable_contents as "reusableContents" from link_space where space_id = $1`,
      [space],
    );
    return row ?? { pages: EMPTY_ROOT, files: EMPTY_ROOT, reusableContents: EMPTY_ROOT };
  }

  /** Clears the index of the space. */
  async reset(space: string): Promise<void> {
    await this.db.transaction(async () => {
      await this.db.run(`update link_space set pages = $2, files = $2, reusable_contents = $2 where space_id = $1`, [
        space,
        EMPTY_ROOT,
      ]);
      await this.db.run(`delete from link_object where space_id = $1`, [space]);
    });
  }

  /** The indexed objects of the space, except these. */
  async others(space: string, put: readonly LinkedObject[]): Promise<Pick<LinkedObject, 'kind' | 'id'>[]> {
    const rows = await this.db.query<Pick<LinkedObject, 'kind' | 'id'>>(
      `select kind, id from link_object where space_id = $1`,
      [space],
    );
    const known = new Set(put.map(({ kind, id }) => `${kind} ${id}`));
    return rows.filter(({ kind, id }) => !known.has(`${kind} ${id}`));
  }

  /** The sources that are not indexed yet. */
  async missing(organization: string, hashes: readonly string[]): Promise<string[]> {
    if (hashes.length === 0) return [];
    const rows = await this.db.query<{ hash: string }>(
      `select n.hash from unnest($2::text[]) as n (hash)
       where not exists (select from link_source s where s.organization_id = $1 and s.hash = n.hash)`,
      [organization, hashes],
    );
    return rows.map(({ hash }) => hash);
  }

  async insert(organization: string, sources: readonly LinkSource[]): Promise<void> {
    const rows = sources.flatMap(({ hash, references }) =>
      references.map((reference, ordinal) => ({ hash, ordinal, ...reference })),
    );
    const store = async () => {
      const made = await this.db.query<{ hash: string }>(
        `insert into link_source (organization_id, hash, anchors)
         select $1, n.hash, array(select jsonb_array_elements_text(n.anchors))
         from jsonb_to_recordset($2::jsonb) as n (hash text, anchors jsonb)
         on conflict do nothing returning hash`,
        [organization, JSON.stringify(sources.map(({ hash, anchors }) => ({ hash, anchors })))],
      );
      // A source that another run has just stored has its references already.
      const own = new Set(made.map(({ hash }) => hash));
      const fresh = rows.filter(({ hash }) => own.has(hash));
      for (let at = 0; at < fresh.length; at += batchRows)
        await this.db.run(
          `insert into link_reference (organization_id, hash, ordinal, kind, target, anchor, target_space, relation, block)
           select $1, n.hash, n.ordinal, n.kind, n.target, n.anchor, n.space, n.relation, n.block
           from jsonb_to_recordset($2::jsonb) as n
             (hash text, ordinal integer, kind text, target text, anchor text, space text, relation text, block text)`,
          [organization, JSON.stringify(fresh.slice(at, at + batchRows))],
        );
    };
    await (rows.length > 0 ? this.db.transaction(store) : store());
  }

  /**
   * Moves the space's objects to a new revision, all at once; returns false when the index is no longer at `from`,
   * because another run was faster.
   */
  apply({ space, organization, from, to, put, removed }: LinkChange): Promise<boolean> {
    return this.db.transaction(async () => {
      const held = await this.db.run(
        `update link_space set pages = $2, files = $3, reusable_contents = $4
         where space_id = $1 and pages = $5 and files = $6 and reusable_contents = $7`,
        [space, to.pages, to.files, to.reusableContents, from.pages, from.files, from.reusableContents],
      );
      if (!held) return false;
      const replaced = new Set<string>();
      for (let at = 0; at < removed.length; at += batchRows) {
        const rows = await this.db.query<Pick<LinkedObject, 'document' | 'own'>>(
          `delete from link_object o using unnest($2::text[], $3::text[]) as n (kind, id)
           where o.space_id = $1 and o.kind = n.kind and o.id = n.id returning o.document, o.own`,
          columns(space, removed.slice(at, at + batchRows)),
        );
        for (const { document, own } of rows) for (const hash of [document, own]) if (hash) replaced.add(hash);
      }
      for (let at = 0; at < put.length; at += batchRows)
        await this.put(space, organization, put.slice(at, at + batchRows), replaced);
      await this.prune(organization, [...replaced]);
      return true;
    });
  }

  /** The same for a few objects, with the sources that may be new, in the caller's transaction. */
  async change(
    { space, organization, from, to, put, removed }: LinkChange,
    sources: readonly LinkSource[],
  ): Promise<boolean> {
    const [row] = await this.db.query<{ held: boolean; replaced: string[] }>(changed, [
      ...[space, to.pages, to.files, to.reusableContents, from.pages, from.files, from.reusableContents, organization],
      JSON.stringify(sources),
      JSON.stringify(put),
      JSON.stringify(removed),
    ]);
    if (!row!.held) return false;
    const used = new Set(put.flatMap(({ document, own }) => [document, own]));
    await this.prune(
      organization,
      row!.replaced.filter((hash) => !used.has(hash)),
    );
    return true;
  }

  private async put(
    space: string,
    organization: string,
    some: readonly LinkedObject[],
    replaced: Set<string>,
  ): Promise<void> {
    const before = await this.db.query<Pick<LinkedObject, 'document' | 'own'>>(
      `with before as materialized (
         select o.document, o.own from link_object o
         join unnest($2::text[], $3::text[]) as n (kind, id) on o.kind = n.kind and o.id = n.id where o.space_id = $1),
       put as (
         insert into link_object (space_id, organization_id, kind, id, document, own)
         select $1, $4, * from unnest($2::text[], $3::text[], $5::text[], $6::text[])
         on conflict (space_id, kind, id) do update set document = excluded.document, own = excluded.own)
       select document, own from before`,
      [...columns(space, some), organization, some.map(({ document }) => document), some.map(({ own }) => own)],
    );
    for (const { document, own } of before) for (const hash of [document, own]) if (hash) replaced.add(hash);
  }

  /** Deletes sources that no object refers to. */
  async prune(organization: string, hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return;
    await this.db.run(
      `delete from link_source s where s.organization_id = $1 and s.hash = any($2)
         and not exists (select from link_object o where o.organization_id = $1 and o.document = s.hash offset 0)
         and not exists (select from link_object o where o.organization_id = $1 and o.own = s.hash offset 0)`,
      [organization, hashes],
    );
  }

  /** Deletes every source of the organization that no object refers to, as after the removal of a space. */
  async pruneAll(organization: string): Promise<void> {
    const rows = await this.db.query<{ hash: string }>(
      `select s.hash from link_source s where s.organization_id = $1
         and not exists (select from link_object o where o.organization_id = $1 and o.document = s.hash)
         and not exists (select from link_object o where o.organization_id = $1 and o.own = s.hash)`,
      [organization],
    );
    for (let at = 0; at < rows.length; at += batchRows)
      await this.prune(
        organization,
        rows.slice(at, at + batchRows).map(({ hash }) => hash),
      );
  }
}

const columns = (space: string, objects: readonly Pick<LinkedObject, 'kind' | 'id'>[]): unknown[] => [
  space,
  objects.map(({ kind }) => kind),
  objects.map(({ id }) => id),
];

/**
 * Parameters: the space $1, the index's next state ($2 to $4) and present state ($5 to $7), the organization $8, sources,
 * objects, and removed objects. Postgres estimates any list as long and would read all objects of the space: `offset 0`
 * makes it look up each.
 */
const changed = `
  with held as (
    update link_space set pages = $2, files = $3, reusable_contents = $4
    where space_id = $1 and pages = $5 and files = $6 and reusable_contents = $7 returning 1),
  new_source as materialized (
    select n.* from jsonb_to_recordset($9::jsonb) as n (hash text, anchors jsonb, "references" jsonb)
    where exists (select from held)),
  source as (
    insert into link_source (organization_id, hash, anchors)
    select $8, n.hash, array(select jsonb_array_elements_text(n.anchors)) from new_source n order by n.hash
    on conflict do nothing returning hash),
  reference as (
    insert into link_reference (organization_id, hash, ordinal, kind, target, anchor, target_space, relation, block)
    select $8, n.hash, r.ordinality - 1, r.kind, r.target, r.anchor, r.space, r.relation, r.block
    from new_source n join source using (hash) cross join lateral rows from (
      jsonb_to_recordset(n."references") as (kind text, target text, anchor text, space text, relation text, block text)
    ) with ordinality as r),
  object as materialized (
    select n.*, false as removed from jsonb_to_recordset($10::jsonb) as n (kind text, id text, document text, own text)
    where exists (select from held)
    union all
    select n.kind, n.id, null, null, true from jsonb_to_recordset($11::jsonb) as n (kind text, id text)
    where exists (select from held)),
  before as materialized (
    select o.document, o.own from object n cross join lateral (
      select document, own from link_object where space_id = $1 and kind = n.kind and id = n.id offset 0) o),
  put as (
    insert into link_object (space_id, organization_id, kind, id, document, own)
    select $1, $8, kind, id, document, own from object where not removed
    on conflict (space_id, kind, id) do update set document = excluded.document, own = excluded.own),
  gone as (
    delete from link_object where ctid = any(array(
      select o.ctid from object n cross join lateral (
        select ctid from link_object where space_id = $1 and kind = n.kind and id = n.id offset 0) o where n.removed)))
  select exists (select from held) as held, array(
    select document from before where document is not null union select own from before where own is not null) as replaced`;
