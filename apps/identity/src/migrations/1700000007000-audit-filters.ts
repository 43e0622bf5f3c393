import type { MigrationInterface, QueryRunner } from 'typeorm';

const filters = ['action', 'actor', 'target_id'];

/** An index for each filter of the audit log, in the order of the list. */
export class AuditFilters1700000007000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const column of filters) {
      await runner.query(
        `create index audit_event_${column} on audit_event (organization_id, ${column}, occurred_at, id)`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of filters) await runner.query(`drop index audit_event_${column}`);
  }
}
