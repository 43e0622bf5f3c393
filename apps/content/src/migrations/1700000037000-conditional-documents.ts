import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The documents that readers of a space get in part, to be found without a look into any body. */
export class ConditionalDocuments1700000037000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(isConditional);
    await runner.query(
      `create index document_conditional on document (organization_id, hash) where is_conditional(body)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index document_conditional`);
    await runner.query(`drop function is_conditional`);
  }
}

/**
 * Whether a document, as it is stored (compact JSON), may hold blocks that are shown under a condition, or an expression
 * that tells of its reader. The index holds what it said when a document was inserted: it never changes. Its cost is
 * that of unpacking a body of many megabytes, which no plan should do that can read the index.
 */
const isConditional = `
  create function is_conditional(body text) returns boolean
  language sql immutable strict parallel safe cost 100000
  return body like '%"type":"if"%' or (body like '%"type":"expression"%' and body like '%visitor%')`;
