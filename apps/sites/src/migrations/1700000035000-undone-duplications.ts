import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Duplications of site-spaces whose copies are being removed. */
export class UndoneDuplications1700000035000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table site_space_duplication add undoing boolean not null default false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table site_space_duplication drop undoing`);
  }
}
