import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A shard may have an indexed document twice: as new pages show it, and outdated, until no page shows it. */
export class OutdatedDocuments1700000083000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table search_document add column outdated boolean not null default false,
        drop constraint search_document_shard_hash_title_key`);
    await runner.query(`
      create unique index search_document_shard_hash_title_key on search_document (shard, hash, title) nulls not distinct
      where not outdated`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index search_document_shard_hash_title_key`);
    await runner.query(
      `update search_page set document_id = null where document_id in (select id from search_document where outdated)`,
    );
    await runner.query(`
      with gone as (delete from search_document where outdated returning shard, sections)
      update search_shard h set sections = h.sections - g.sections
      from (select shard, sum(sections)::integer as sections from gone group by shard) g where h.id = g.shard`);
    await runner.query(`
      alter table search_document drop column outdated,
        add constraint search_document_shard_hash_title_key unique nulls not distinct (shard, hash, title)`);
  }
}
