import type { MigrationInterface, QueryRunner } from 'typeorm';

const key = (name: string) => `${name} text collate "C" not null check (length(${name}) <= 64)`;

/** Hashes of what translations have placed in translated spaces, and of what they translated. */
export class PlacedTexts1700000078000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table placed_text (
        space_id text collate "C" not null references space (id) on delete cascade,
        kind text not null check (kind in ('page', 'reusable-content')),
        ${key('unit_id')},
        ${key('source')},
        ${key('placed')},
        primary key (space_id, kind, unit_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table placed_text`);
  }
}
