import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';

/** Hashes that one statement follows. */
const atOnce = 500;

/**
 * All content of revisions, at any depth: chunks, documents and files, by hash. It is collected in a table under the
 * id of a run, so that another process can continue the run.
 */
@Injectable()
export class ReachedContent {
  constructor(private readonly db: Database) {}

  /** Starts from all revisions of an organization's spaces, deleted ones included, from its OpenAPI specifications and its fonts. */
  async addOrganization(run: string, organization: string): Promise<void> {
    await this.db.run(`${insertRoots} where s.organization_id = $2 ${once}`, [run, organization]);
    await this.db.run(`${insertSpecifications} ${once}`, [run, organization]);
    await this.db.run(`${insertFonts} ${once}`, [run, organization]);
  }

  /** Starts from all revisions of some spaces. */
  async addSpaces(run: string, spaces: string[]): Promise<void> {
    await this.db.run(`${insertRoots} where s.id = any($2) ${once}`, [run, spaces]);
  }

  /** Follows some of the reached hashes one step further; returns whether there are more to follow. */
  async follow(run: string, organization: string): Promise<boolean> {
    const followed = await this.db.run(follow, [run, organization, atOnce]);
    return followed > 0;
  }

  /** The hashes that were not reached. */
  async unreached(run: string, hashes: string[]): Promise<string[]> {
    const rows = await this.db.query<{ hash: string }>(
      `select hash from unnest($2::text[]) as hash
       where not exists (select from reached_content r where r.run = $1 and r.hash = hash.hash)`,
      [run, hashes],
    );
    return rows.map(({ hash }) => hash);
  }

  async forget(run: string): Promise<void> {
    await this.db.run(`delete from reached_content where run = $1`, [run]);
  }
}

const once = `on conflict do nothing`;

/**
 * Anything in JSON that looks like a hash counts as one: keeping something too long does no harm, removing something too
 * early does. 32 digits name chunks and documents, 64 files.
 */
const hashes = 'strict $.** ? (@.type() == "string" && @ like_regex "^([0-9a-f]{32}|[0-9a-f]{64})$")';

const insertRoots = `
  insert into reached_content (run, hash)
  select distinct $1, root from revision r join space s on s.id = r.space_id
  cross join lateral (
    select unnest(array[r.pages, r.slugs, r.files, r.reusable_contents, r.settings])
    union select held #>> '{}' from jsonb_path_query(r.conflicts, '${hashes}') as held) as held (root)`;

const insertSpecifications = `
  insert into reached_content (run, hash)
  select distinct $1, file from openapi_spec s left join openapi_version v on v.spec_id = s.id
  cross join lateral (
    select unnest(array[s.source_text, v.source, v.content])
    union all select p.readable from openapi_page p where p.version_id = v.id) as held (file)
  where s.organization_id = $2 and file is not null`;

const insertFonts = `
  insert into reached_content (run, hash)
  select distinct $1, face ->> 'sha256' from custom_font, jsonb_array_elements(faces) as face where organization_id = $2`;

const follow = `
  with step as (
    select hash from reached_content where run = $1 and not expanded limit $3 for update skip locked
  ), found as (
    select c.data from step join chunk c on c.organization_id = $2 and c.hash = step.hash
  ), below as (
    select child #>> '{}' as hash from found cross join lateral jsonb_array_elements(data -> 'branch') as child
    union
    select held #>> '{}' from found cross join lateral jsonb_path_query(data -> 'leaf',
      '${hashes}') as held
  ), added as (
    insert into reached_content (run, hash) select $1, hash from below where hash is not null on conflict do nothing
  )
  update reached_content set expanded = true where run = $1 and hash in (select hash from step)`;
