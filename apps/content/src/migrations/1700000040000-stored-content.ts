import type { MigrationInterface, QueryRunner } from 'typeorm';
import { EMPTY_ROOT } from '../storage/store/chunk';

/**
 * Has the content of a new revision looked up by its key: as one join, Postgres could choose to read all chunks for it.
 */
export class StoredContent1700000040000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(byKey);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(byJoin);
  }
}

const declared = `
  create or replace function revision_content_is_stored() returns trigger language plpgsql as $$
  declare
    owner text;`;
const refused = `
      raise exception 'Content % is not stored for the organization of space %', missing, new.space_id
        using errcode = 'foreign_key_violation';`;

const byKey = `${declared}
    missing text;
  begin
    select organization_id into owner from space where id = new.space_id for key share;
    foreach missing in array array[new.pages, new.slugs, new.files, new.reusable_contents, new.settings] loop
      continue when missing = '${EMPTY_ROOT}';
      perform from chunk where organization_id = owner and hash = missing;
      if not found then ${refused}
      end if;
    end loop;
    return new;
  end $$`;

/** As it was before. */
const byJoin = `${declared}
    missing text;
  begin
    select organization_id into owner from space where id = new.space_id for key share;
    select root into missing
    from unnest(array[new.pages, new.slugs, new.files, new.reusable_contents, new.settings]) as root
    where root <> '${EMPTY_ROOT}'
      and not exists (select from chunk where organization_id = owner and hash = root) limit 1;
    if missing is not null then ${refused}
    end if;
    return new;
  end $$`;
