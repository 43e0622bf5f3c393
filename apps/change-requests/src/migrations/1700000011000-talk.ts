import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Change requests, reviews and comments. Users and spaces are other services'; their ids stand alone. */
export class Talk1700000011000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await changeRequests(runner);
    await reviews(runner);
    await comments(runner);
    await reactions(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = ['reaction', 'comment_reply', 'comment', 'review', 'requested_reviewer', 'edit_contribution'];
    for (const table of [...tables, 'branch_work', 'change_request', 'space_counter'])
      await runner.query(`drop table ${table}`);
  }
}

async function changeRequests(runner: QueryRunner): Promise<void> {
  // Numbers have no gaps: the row is raised in the transaction that uses its number.
  await runner.query(`
    create table space_counter (
      space_id text collate "C" primary key check (length(space_id) <= 64),
      last_number integer not null
    )`);
  await runner.query(`
    create table change_request (
      id text collate "C" primary key check (length(id) <= 64),
      space_id text collate "C" not null check (length(space_id) <= 64),
      number integer not null check (number > 0),
      status text not null default 'draft' check (status in ('draft', 'open', 'archived', 'merged')),
      subject text not null default '' check (length(subject) <= 100),
      description jsonb,
      conversations_issues_cluster text collate "C" check (length(conversations_issues_cluster) <= 64),
      created_by text collate "C" not null check (length(created_by) <= 64),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      version integer not null default 1,
      unique (space_id, number)
    )`);
  await runner.query(
    `create index change_request_status on change_request (space_id, status, created_at desc, id desc)`,
  );
  await runner.query(`create index change_request_creator on change_request (space_id, created_by)`);
  // A merge or an update under way, so that nothing else ends the request meanwhile. What a crash leaves behind expires.
  await runner.query(`
    create table branch_work (
      id text collate "C" primary key check (length(id) <= 64),
      change_request_id text collate "C" not null references change_request (id) on delete cascade,
      expires_at timestamptz(3) not null
    )`);
  await runner.query(`create index branch_work_of on branch_work (change_request_id)`);
  await runner.query(`
    create table edit_contribution (
      change_request_id text collate "C" not null references change_request (id) on delete cascade,
      user_id text collate "C" not null check (length(user_id) <= 64),
      edits integer not null,
      updated_at timestamptz(3) not null default now(),
      primary key (change_request_id, user_id)
    )`);
}

async function reviews(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table requested_reviewer (
      change_request_id text collate "C" not null references change_request (id) on delete cascade,
      user_id text collate "C" not null check (length(user_id) <= 64),
      requested_by text collate "C" not null check (length(requested_by) <= 64),
      revision text collate "C" not null check (length(revision) <= 64),
      created_at timestamptz(3) not null default now(),
      primary key (change_request_id, user_id)
    )`);
  await runner.query(`
    create table review (
      id text collate "C" primary key check (length(id) <= 64),
      change_request_id text collate "C" not null references change_request (id) on delete cascade,
      reviewer text collate "C" not null check (length(reviewer) <= 64),
      requested_by text collate "C" check (length(requested_by) <= 64),
      status text not null check (status in ('approved', 'changes-requested')),
      revision text collate "C" not null check (length(revision) <= 64),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      version integer not null default 1
    )`);
  await runner.query(`create index review_of on review (change_request_id, created_at desc, id desc)`);
}

async function comments(runner: QueryRunner): Promise<void> {
  const written = `
    markdown text not null check (length(markdown) <= 1048576),
    document jsonb,
    posted_by text collate "C" not null check (length(posted_by) <= 64),
    posted_at timestamptz(3) not null default now(),
    edited_at timestamptz(3),
    version integer not null default 1`;
  await runner.query(`
    create table comment (
      id text collate "C" primary key check (length(id) <= 64),
      space_id text collate "C" not null check (length(space_id) <= 64),
      change_request_id text collate "C" references change_request (id) on delete cascade,
      review_id text collate "C" references review (id) on delete cascade,
      revision text collate "C" not null check (length(revision) <= 64),
      page_id text collate "C" check (length(page_id) <= 128),
      node_id text collate "C" check (length(node_id) <= 128),
      cell_record text check (length(cell_record) <= 128),
      cell_definition text check (length(cell_definition) <= 128),
      resolved_at timestamptz(3),
      resolved_by text collate "C" check (length(resolved_by) <= 64),
      ${written},
      check ((resolved_at is null) = (resolved_by is null)),
      check ((cell_record is null) = (cell_definition is null))
    )`);
  await runner.query(`create index comment_space on comment (space_id, posted_at, id) where change_request_id is null`);
  await runner.query(
    `create index comment_open_in_space on comment (space_id) where change_request_id is null and resolved_at is null`,
  );
  await runner.query(
    `create index comment_page on comment (space_id, page_id, posted_at, id) where page_id is not null`,
  );
  await runner.query(
    `create index comment_change_request on comment (change_request_id, posted_at, id) where change_request_id is not null`,
  );
  await runner.query(
    `create index comment_open_in_change_request on comment (change_request_id) where change_request_id is not null and resolved_at is null`,
  );
  await runner.query(`create unique index comment_review on comment (review_id) where review_id is not null`);
  await runner.query(`create index comment_author on comment (space_id, posted_by)`);
  await runner.query(`
    create table comment_reply (
      id text collate "C" primary key check (length(id) <= 64),
      comment_id text collate "C" not null references comment (id) on delete cascade,
      ${written}
    )`);
  await runner.query(`create index comment_reply_of on comment_reply (comment_id, posted_at, id)`);
  await runner.query(`create index comment_reply_author on comment_reply (posted_by, comment_id)`);
}

async function reactions(runner: QueryRunner): Promise<void> {
  // The target is the comment, or the reply where there is one.
  await runner.query(`
    create table reaction (
      target_id text collate "C" not null check (length(target_id) <= 64),
      emoji text not null check (length(emoji) <= 64),
      user_id text collate "C" not null check (length(user_id) <= 64),
      comment_id text collate "C" references comment (id) on delete cascade,
      reply_id text collate "C" references comment_reply (id) on delete cascade,
      reacted_at timestamptz(3) not null default now(),
      primary key (target_id, emoji, user_id),
      check (target_id = coalesce(reply_id, comment_id))
    )`);
  await runner.query(`create index reaction_comment on reaction (comment_id) where comment_id is not null`);
  await runner.query(`create index reaction_reply on reaction (reply_id) where reply_id is not null`);
}
