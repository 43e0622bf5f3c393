import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The words that each shard holds, to be found by what is left when one character of them is left out. */
export class SearchWords1700000021000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(keys);
    await runner.query(`
      create table search_word (
        shard integer not null references search_shard (id) on delete cascade,
        word text collate "C" not null check (char_length(word) between 4 and 32),
        keys text[] not null,
        primary key (shard, word)
      )`);
    await runner.query(
      `create index search_word_keys on search_word using gin (keys) with (gin_pending_list_limit = 256)`,
    );
    // What is indexed already is not indexed again for it.
    await runner.query(`
      insert into search_word (shard, word, keys)
      select shard, word, search_word_keys(word) from (
        select distinct d.shard, substr(l.lexeme, strpos(l.lexeme, '.') + 1) as word
        from search_document d join search_section s on s.document_id = d.id cross join lateral unnest(s.words) l) w
      where char_length(word) between 4 and 32 and word ~ '^[[:alpha:]]+$'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table search_word`);
    await runner.query(`drop function search_word_keys`);
  }
}

/**
 * A word and what is left of it without one of its characters. Two words have one of these in common when they differ by one
 * character that is missing, added, another, or has changed places with its neighbour (deletion neighbourhoods:
 * Mor and Fraenkel 1982; as in SymSpell).
 */
const keys = `
  create function search_word_keys(word text) returns text[]
  language sql immutable strict parallel safe
  return array(
    select word union select overlay(word placing '' from n for 1) from generate_series(1, char_length(word)) n)`;
