import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The change request that is being opened for a task, and the time until which no other may be. */
export class AgentTaskStarts1700000080000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table agent_task add column opening_id text collate "C" check (length(opening_id) <= 64),
         add column opening_until timestamptz(3)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table agent_task drop column opening_id, drop column opening_until`);
  }
}
