import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members with their lists, and verified addresses. Users from before were all made by an operator, who vouches for them. */
export class Members1700000004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table "user" add column email_verified_at timestamptz(3)`);
    await runner.query(`update "user" set email_verified_at = created_at`);
    await runner.query(
      `create index user_search on "user" using gin (lower(display_name || E'\\n' || email) gin_trgm_ops)`,
    );
    await runner.query(`
      alter table membership
        add column last_seen_at timestamptz(3),
        add column sso boolean not null default false,
        add column version integer not null default 1`);
    // Guests are listed like a role; an index on the column itself could not give them in order.
    const role = `coalesce(role, 'guest')`;
    await runner.query(`create index membership_joined on membership (organization_id, joined_at, user_id)`);
    await runner.query(
      `create index membership_role_joined on membership (organization_id, (${role}), joined_at, user_id)`,
    );
    const seen = `where last_seen_at is not null and not disabled`;
    await runner.query(`create index membership_seen on membership (organization_id, last_seen_at, user_id) ${seen}`);
    await runner.query(
      `create index membership_role_seen on membership (organization_id, (${role}), last_seen_at, user_id) ${seen}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of ['role_seen', 'seen', 'role_joined', 'joined'])
      await runner.query(`drop index membership_${index}`);
    await runner.query(`alter table membership drop column version, drop column sso, drop column last_seen_at`);
    await runner.query(`drop index user_search`);
    await runner.query(`alter table "user" drop column email_verified_at`);
  }
}
