import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The version of a space that its site-spaces know, so that an older event changes nothing. */
export class SpaceVersions1700000078000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table site_space add column content_version integer not null default 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table site_space drop content_version`);
  }
}
