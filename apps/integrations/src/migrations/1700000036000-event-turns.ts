import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events are taken by their installation or integration, of which each is looked at once. */
export class EventTurns1700000036000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Events that follow no other are none of those that are taken in order.
    await runner.query(`
      create index event_ordered on event (installation_id, sequence) where state = 'waiting' and sequence is not null`);
    for (const index of ['event_waiting', 'event_due']) await runner.query(`drop index ${index}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index event_ordered`);
    await runner.query(`create index event_waiting on event (installation_id, sequence) where state = 'waiting'`);
    await runner.query(`create index event_due on event (due_at) where state in ('waiting', 'retrying')`);
  }
}
