import type { MigrationInterface, QueryRunner } from 'typeorm';

const id = (name: string) => `${name} text collate "C" not null check (length(${name}) <= 64)`;
const timestamps = `created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now()`;

/** Instructions, the glossary, translations and what models cost. */
export class Translations1700000020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table agent_instructions (
        ${id('organization_id')} primary key,
        instructions jsonb not null,
        ${id('updated_by')},
        updated_at timestamptz(3) not null default now(),
        version integer not null default 1
      )`);
    await runner.query(`
      create table glossary (
        ${id('organization_id')} primary key,
        version integer not null default 1
      )`);
    await runner.query(`
      create table glossary_entry (
        ${id('id')} primary key,
        ${id('organization_id')},
        translations jsonb not null,
        ${timestamps}
      )`);
    await runner.query(`create index glossary_entry_organization on glossary_entry (organization_id, created_at, id)`);
    await runner.query(`
      create table translation (
        ${id('id')} primary key,
        ${id('organization_id')},
        ${id('source_space')},
        source_language text not null check (length(source_language) <= 20),
        language text not null check (length(language) <= 20),
        instructions jsonb not null,
        automatic boolean not null,
        run_id text collate "C" check (length(run_id) <= 64),
        result_space text collate "C" check (length(result_space) <= 64),
        result_revision text collate "C" check (length(result_revision) <= 64),
        runs integer not null default 0,
        total_words bigint not null default 0,
        total_duration bigint not null default 0,
        latest_duration bigint not null default 0,
        latest_pages integer not null default 0,
        latest_words integer not null default 0,
        ${id('created_by')},
        ${timestamps},
        version integer not null default 1
      )`);
    await runner.query(`create index translation_organization on translation (organization_id, created_at, id)`);
    await runner.query(`create index translation_source on translation (source_space)`);
    await runner.query(`create index translation_result on translation (result_space)`);
    await runner.query(`
      create table translation_unit (
        translation_id text collate "C" not null references translation (id) on delete cascade,
        kind text not null check (kind in ('page', 'reusable-content')),
        ${id('unit_id')},
        ${id('source')},
        ${id('run_id')},
        title text not null check (length(title) <= 10000),
        link_title text check (length(link_title) <= 10000),
        document text collate "C" check (length(document) <= 64),
        words integer not null,
        failure text check (length(failure) <= 1000),
        placed boolean not null default false,
        primary key (translation_id, kind, unit_id)
      )`);
    await runner.query(`
      create table model_usage (
        ${id('organization_id')},
        month date not null,
        tokens bigint not null,
        primary key (organization_id, month)
      )`);
    await runner.query(`
      create index job_translation on job ((input ->> 'translation'), created_at, id) where kind = 'translation'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index job_translation`);
    for (const table of [
      'model_usage',
      'translation_unit',
      'translation',
      'glossary_entry',
      'glossary',
      'agent_instructions',
    ])
      await runner.query(`drop table ${table}`);
  }
}
