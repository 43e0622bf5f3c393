import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The revision in which a space and a branch agreed, from which a change request can start that holds what the repository
 * has, and that change request. Where the space agreed before is the newest revision with the same content.
 */
export class GitProposal1700000030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table git_sync
        add column revision text collate "C" check (length(revision) <= 64),
        add column proposal jsonb`);
    await runner.query(`
      update git_sync g set revision = (
        select r.id from revision r
        where r.space_id = g.space_id and r.branch = 'main' and r.pages = g.pages and r.files = g.files
          and r.reusable_contents = g.reusable_contents
        order by r.created_at desc, r.id desc limit 1)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table git_sync drop column revision, drop column proposal`);
  }
}
