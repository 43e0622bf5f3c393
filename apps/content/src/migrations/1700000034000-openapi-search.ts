import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Computed pages in words, and what search knows of them. */
export class OpenApiSearch1700000034000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table openapi_page add readable text check (length(readable) <= 64)`);
    await runner.query(
      `alter table search_space add specifications text[], add computed text not null default '' check (length(computed) <= 64)`,
    );
    await runner.query(`create index search_space_specifications on search_space using gin (specifications)`);
    await runner.query(`alter table search_page add computed boolean not null default false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table search_page drop computed`);
    await runner.query(`alter table search_space drop specifications, drop computed`);
    await runner.query(`alter table openapi_page drop readable`);
  }
}
