import type { MigrationInterface, QueryRunner } from 'typeorm';
import { EMPTY_ROOT } from '../storage/store/chunk';

/** What finding and removing unreferenced content needs, and what keeps a revision from pointing at what is not there. */
export class Sweep1700000010100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['chunk', 'document'])
      await runner.query(`alter table ${table} add column touched_at timestamptz(3) not null default now()`);
    await runner.query(`
      create table stored_file (
        organization_id text collate "C" not null check (length(organization_id) <= 64),
        sha256 text collate "C" not null check (length(sha256) = 64),
        touched_at timestamptz(3) not null default now(),
        primary key (organization_id, sha256)
      )`);
    await runner.query(`
      create table sweep (
        organization_id text collate "C" primary key check (length(organization_id) <= 64),
        due_at timestamptz(3) not null,
        run text check (length(run) <= 64),
        started_at timestamptz(3),
        marked boolean not null default false
      )`);
    await runner.query(`create index sweep_due on sweep (due_at)`);
    await runner.query(`
      create table reached_content (
        run text collate "C" not null check (length(run) <= 64),
        hash text collate "C" not null check (length(hash) <= 64),
        expanded boolean not null default false,
        primary key (run, hash)
      )`);
    await runner.query(`create index reached_content_open on reached_content (run) where not expanded`);
    await runner.query(`
      create table ended_organization (
        organization_id text collate "C" primary key check (length(organization_id) <= 64),
        purge_after timestamptz(3) not null
      )`);
    await runner.query(contentIsStored);
    await runner.query(`
      create trigger revision_content_is_stored before insert on revision
      for each row execute function revision_content_is_stored()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop trigger revision_content_is_stored on revision`);
    await runner.query(`drop function revision_content_is_stored()`);
    for (const table of ['ended_organization', 'reached_content', 'sweep', 'stored_file'])
      await runner.query(`drop table ${table}`);
    for (const table of ['document', 'chunk']) await runner.query(`alter table ${table} drop column touched_at`);
  }
}

/**
 * A revision's content must be stored for the organization to which its space belongs now: a space may have been
 * transferred since the content was stored. Locking the space makes the two follow each other.
 */
const contentIsStored = `
  create function revision_content_is_stored() returns trigger language plpgsql as $$
  declare
    owner text;
    missing text;
  begin
    select organization_id into owner from space where id = new.space_id for key share;
    select root into missing
    from unnest(array[new.pages, new.slugs, new.files, new.reusable_contents, new.settings]) as root
    where root <> '${EMPTY_ROOT}' and not exists (select from chunk where organization_id = owner and hash = root) limit 1;
    if missing is not null then
      raise exception 'Content % is not stored for the organization of space %', missing, new.space_id
        using errcode = 'foreign_key_violation';
    end if;
    return new;
  end $$`;
