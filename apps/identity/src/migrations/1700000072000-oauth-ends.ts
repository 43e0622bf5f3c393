import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The end of the session in which a user decided, for which an identity provider vouched: nothing of the grant outlives it. */
export class OAuthEnds1700000072000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table oauth_code add column ends_at timestamptz(3)`);
    await runner.query(`alter table oauth_grant add column ends_at timestamptz(3)`);
    // The sessions behind earlier grants are not known: each lasted a day, unless SAML_SIGN_IN_HOURS said otherwise.
    await runner.query(`update oauth_grant set ends_at = created_at + interval '1 day' where vouched`);
    await runner.query(`create index oauth_code_grant_id on oauth_code (grant_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index oauth_code_grant_id`);
    for (const table of ['oauth_grant', 'oauth_code']) await runner.query(`alter table ${table} drop column ends_at`);
  }
}
