import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A second certificate of a SAML provider, and its groups with the teams that they stand for. */
export class SamlGroups1700000052000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table saml_provider
        add column next_certificate text check (length(next_certificate) <= 10000),
        add column groups jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table saml_provider drop column groups, drop column next_certificate`);
  }
}
