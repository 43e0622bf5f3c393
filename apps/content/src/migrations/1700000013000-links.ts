import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What documents refer to, kept once for an organization, and the objects of each space's current revision that hold them. */
export class Links1700000013000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table link_source (
        organization_id text collate "C" not null check (length(organization_id) <= 64),
        hash text collate "C" not null check (length(hash) <= 64),
        anchors text[] not null,
        primary key (organization_id, hash)
      )`);
    await runner.query(`
      create table link_reference (
        organization_id text collate "C" not null check (length(organization_id) <= 64),
        hash text collate "C" not null check (length(hash) <= 64),
        ordinal integer not null,
        kind text not null check (length(kind) <= 64),
        target text collate "C" check (length(target) <= 20000),
        anchor text check (length(anchor) <= 20000),
        target_space text collate "C" check (length(target_space) <= 20000),
        relation text not null check (relation in ('reference', 'dependsOn')),
        block text check (length(block) <= 200),
        primary key (organization_id, hash, ordinal),
        foreign key (organization_id, hash) references link_source (organization_id, hash) on delete cascade
      )`);
    // Addresses may be longer than what an index takes, and nobody asks for what refers to one.
    await runner.query(
      `create index link_reference_target on link_reference (organization_id, target) where kind not in ('url', 'tag')`,
    );
    await runner.query(`
      create table link_space (
        space_id text collate "C" primary key references space (id) on delete cascade,
        pages text not null check (length(pages) <= 64),
        files text not null check (length(files) <= 64),
        reusable_contents text not null check (length(reusable_contents) <= 64)
      )`);
    await runner.query(`
      create table link_object (
        space_id text collate "C" not null references link_space (space_id) on delete cascade,
        kind text not null check (kind in ('page', 'file', 'reusable-content')),
        id text collate "C" not null check (length(id) <= 64),
        organization_id text collate "C" not null check (length(organization_id) <= 64),
        document text collate "C" check (length(document) <= 64),
        own text collate "C" check (length(own) <= 64),
        primary key (space_id, kind, id),
        foreign key (organization_id, document) references link_source (organization_id, hash),
        foreign key (organization_id, own) references link_source (organization_id, hash)
      )`);
    for (const column of ['document', 'own'])
      await runner.query(
        `create index link_object_${column} on link_object (organization_id, ${column}) where ${column} is not null`,
      );
    // Spaces that exist already get no event that would have them indexed.
    await runner.query(
      `insert into job (id, kind, organization_id, key, input)
       select md5('links ' || id), 'links.index', organization_id, id, jsonb_build_object('space', id) from space on conflict do nothing`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['link_object', 'link_space', 'link_reference', 'link_source'])
      await runner.query(`drop table ${table}`);
  }
}
