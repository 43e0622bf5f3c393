import type { MigrationInterface, QueryRunner } from 'typeorm';

/** OpenAPI specifications, their versions, and the pages that are computed from the newest of these. */
export class OpenApi1700000020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table openapi_spec (
        id text collate "C" primary key check (length(id) <= 64),
        organization_id text collate "C" not null check (length(organization_id) <= 64),
        slug text collate "C" not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
        source_url text check (length(source_url) <= 2048),
        source_text text check (length(source_text) = 64),
        source_number integer not null default 1,
        visibility text not null default 'private' check (visibility in ('private', 'public')),
        processing_state text not null default 'pending' check (processing_state in ('pending', 'progress', 'complete')),
        last_version text collate "C" check (length(last_version) <= 64),
        last_processed_at timestamptz(3),
        error_code text check (error_code in ('FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR')),
        errors jsonb not null default '[]',
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        version integer not null default 1,
        check ((source_url is null) <> (source_text is null))
      )`);
    await runner.query(`create unique index openapi_spec_slug on openapi_spec (organization_id, slug)`);
    await runner.query(
      `create index openapi_spec_fetched on openapi_spec (last_processed_at) where source_url is not null`,
    );
    await runner.query(`create index openapi_spec_open on openapi_spec (id) where processing_state <> 'complete'`);
    await runner.query(`
      create table openapi_version (
        id text collate "C" primary key check (length(id) <= 64),
        spec_id text collate "C" not null references openapi_spec (id) on delete cascade,
        source text not null check (length(source) = 64),
        format text not null check (format in ('json', 'yaml')),
        content text not null check (length(content) = 64),
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query(`create index openapi_version_spec on openapi_version (spec_id, created_at, id)`);
    await runner.query(`
      create table openapi_page (
        version_id text collate "C" not null references openapi_version (id) on delete cascade,
        ordinal integer not null,
        doc text not null check (doc in ('info', 'operations', 'models')),
        name text not null check (length(name) <= 500),
        parent integer,
        title text not null check (length(title) <= 200),
        slug text not null check (length(slug) <= 200),
        icon text check (length(icon) <= 50),
        description text check (length(description) <= 2000),
        document text not null,
        primary key (version_id, ordinal)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['openapi_page', 'openapi_version', 'openapi_spec']) await runner.query(`drop table ${table}`);
  }
}
