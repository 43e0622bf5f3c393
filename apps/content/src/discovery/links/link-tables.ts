import type { LinkedObject } from './link-index.repository';
import type { LinkSource } from './link-source';

/** The differences of a draft from the index of its space. */
export interface LinkDraft {
  space: string;
  organization: string;
  objects: (Partial<LinkedObject> & { removed: boolean })[];
  /** The sources of its documents that are not indexed. */
  sources: LinkSource[];
}

/**
 * The tables of the statements about links: each function returns a select under its condition, of objects `o`,
 * references `r` or sources `a`.
 */
export interface LinkTables {
  /** The clause before the first common table expression. */
  with: string;
  objects: (condition: string) => string;
  references: (condition: string) => string;
  sources: (condition: string) => string;
}

/** The main content of all spaces. */
export const indexedTables: LinkTables = {
  with: '',
  objects: (condition) => `select o.* from link_object o where ${condition}`,
  references: (condition) => `select r.* from link_reference r where ${condition}`,
  sources: (condition) => `select a.* from link_source a where ${condition}`,
};

/** The same, with one space as in a draft. The draft, as JSON, is the parameter of this name. */
export function draftTables(draft: string): LinkTables {
  const json = `${draft}::jsonb`;
  return {
    with: `
  draft_object as materialized (
    select ${json} ->> 'space' as space_id, ${json} ->> 'organization' as organization_id, d.*
    from jsonb_to_recordset(${json} -> 'objects') as d (kind text, id text, document text, own text, removed boolean)
  ), draft_source as materialized (
    select ${json} ->> 'organization' as organization_id, d.hash, d."references",
      array(select jsonb_array_elements_text(d.anchors)) as anchors
    from jsonb_to_recordset(${json} -> 'sources') as d (hash text, anchors jsonb, "references" jsonb)
  ), draft_reference as materialized (
    select s.organization_id, s.hash, d.ordinality as ordinal, d.kind, d.target, d.anchor, d.space as target_space, d.relation, d.block
    from draft_source s cross join lateral rows from (
      jsonb_to_recordset(s."references") as (kind text, target text, anchor text, space text, relation text, block text)
    ) with ordinality as d
  ),`,
    objects: (condition) => `
      select o.space_id, o.organization_id, o.kind, o.id, o.document, o.own from link_object o where ${condition}
        and not exists (select from draft_object d where d.space_id = o.space_id and d.kind = o.kind and d.id = o.id)
      union all
      select o.space_id, o.organization_id, o.kind, o.id, o.document, o.own from draft_object o where not o.removed and ${condition}`,
    references: (condition) => `
      select r.organization_id, r.hash, r.ordinal, r.kind, r.target, r.anchor, r.target_space, r.relation, r.block
      from link_reference r where ${condition}
      union all
      select r.organization_id, r.hash, r.ordinal, r.kind, r.target, r.anchor, r.target_space, r.relation, r.block
      from draft_reference r where ${condition}`,
    sources: (condition) => `
      select a.organization_id, a.hash, a.anchors from link_source a where ${condition}
      union all
      select a.organization_id, a.hash, a.anchors from draft_source a where ${condition}`,
  };
}
