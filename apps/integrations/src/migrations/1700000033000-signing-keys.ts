import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Two keys sign while one takes the place of the other; many events are taken and changed together. */
export class SigningKeys1700000033000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table integration add column previous_signing_secret text, add column previous_signing_until timestamptz(3)`);
    // Those that wait for nothing are taken by their integration.
    await runner.query(`
      create index event_alike on event (integration_id, due_at)
        where state in ('waiting', 'retrying') and (state = 'retrying' or sequence is null)`);
    // Each event is changed twice soon after it was added: with room on its page, the first time without its indexes.
    await runner.query(`alter table event set (fillfactor = 60)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index event_alike`);
    await runner.query(`alter table event reset (fillfactor)`);
    await runner.query(
      `alter table integration drop column previous_signing_secret, drop column previous_signing_until`,
    );
  }
}
