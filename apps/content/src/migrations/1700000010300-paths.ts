import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What stands at the top has nothing above it: paths were written with an empty place for that. */
export class Paths1700000010300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['collection', 'space'])
      await runner.query(
        `update ${table} set path = array_remove(path, null) where array_position(path, null) is not null`,
      );
  }

  async down(): Promise<void> {
    // The empty places meant nothing.
  }
}
