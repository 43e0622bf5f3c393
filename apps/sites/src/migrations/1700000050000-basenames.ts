import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds sites by their basename in any case. Not unique: there may be sites whose names differ in case alone. */
export class Basenames1700000050000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index site_basename_lower on site (lower(basename)) where basename is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index site_basename_lower`);
  }
}
