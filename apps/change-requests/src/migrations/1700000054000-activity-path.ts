import type { MigrationInterface, QueryRunner } from 'typeorm';

const functions = ['count_comments', 'count_change_requests'];

/** Has counts be kept whoever writes: an administrator's session looks for tables elsewhere. */
export class ActivityPath1700000054000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const name of functions) await runner.query(`alter function ${name}() set search_path from current`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of functions) await runner.query(`alter function ${name}() reset search_path`);
  }
}
