import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Spaces without pages of specifications may have such of integrations, which are searched from now on. */
export class SearchedIntegrations1700000042000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`update search_space set specifications = null where specifications = '{}'`);
  }

  async down(): Promise<void> {
    // Code from before looks at these spaces again.
  }
}
