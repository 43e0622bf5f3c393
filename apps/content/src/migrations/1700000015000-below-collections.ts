import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What lies anywhere below a collection, and what lies at the top of an organization, is found without reading the rest. */
export class BelowCollections1700000015000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index collection_path on collection using gin (path)`);
    await runner.query(
      `create index collection_top on collection (organization_id, order_key, id) where parent_id is null`,
    );
    await runner.query(`create index space_top on space (organization_id, order_key, id) where parent_id is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of ['space_top', 'collection_top', 'collection_path']) await runner.query(`drop index ${index}`);
  }
}
