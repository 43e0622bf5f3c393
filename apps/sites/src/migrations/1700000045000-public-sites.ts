import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The newest sites that everybody may find are listed on the home page. */
export class PublicSites1700000045000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index site_public on site (created_at, id) where published and visibility = 'public'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index site_public`);
  }
}
