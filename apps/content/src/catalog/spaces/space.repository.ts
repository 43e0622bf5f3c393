import { Injectable } from '@nestjs/common';
import { isWaiting } from '@bindery/jobs';
import type { Level } from '@bindery/authorization';
import { notFound, type Principal } from '@bindery/contracts';
import { anyLength, Database, type KeysetPosition } from '@bindery/persistence';
import { levelOfRank, scopeOf, spacesWithLevel } from '../access/scope';
import { RowLoader } from '../access/row-loader';
import { BranchEntity } from './branch.entity';
import { gitSyncColumn, SpaceEntity, type ShownSpace } from './space.entity';

/** A space, the head of its main branch, and the caller's level there. */
export interface SpaceAccess {
  space: ShownSpace;
  revision: string;
  level: Level;
}

/** The columns of a space under its entity's names. */
const columns = `s.id, s.organization_id as "organizationId", s.title, s.emoji, s.icon, s.visibility, s.edit_mode as "editMode",
  s.parent_id as "parentId", s.path, s.order_key as "orderKey", s.language, s.default_level as "defaultLevel",
  s.effective_default as "effectiveDefault", s.merge_rules as "mergeRules", s.created_by as "createdBy", s.created_at as "createdAt",
  s.updated_at as "updatedAt", s.deleted_at as "deletedAt", s.version, ${gitSyncColumn}, b.head, access.rank`;

const visible = `${spacesWithLevel} join branch b on b.space_id = s.id and b.id = 'main' where access.rank > 0`;

/** A space to be stored; an absent field has the column's default. */
export type NewSpace = Pick<SpaceEntity, 'id' | 'organizationId' | 'title' | 'createdBy'> &
  Partial<Pick<SpaceEntity, 'emoji' | 'icon' | 'language' | 'editMode' | 'visibility' | 'defaultLevel' | 'mergeRules'>>;

/** The settings of a space that its administrators change. */
export type SpaceSettings = Partial<
  Pick<SpaceEntity, 'title' | 'emoji' | 'icon' | 'editMode' | 'defaultLevel' | 'language' | 'mergeRules' | 'visibility'>
>;

type Row = ShownSpace & { head: string; rank: number };

@Injectable()
export class SpaceRepository {
  private readonly rows: RowLoader<Row>;

  constructor(private readonly db: Database) {
    this.rows = new RowLoader(db, (scope, ids) => this.rowsWithin(scope, ids));
  }

  /** Throws 404 when the space does not exist or the caller may not see it; only administrators see a deleted one. */
  async get(principal: Principal, id: string): Promise<SpaceAccess> {
    const row = await this.rows.get(principal, id);
    if (!row) throw notFound('Space');
    return accessOf(row);
  }

  private rowsWithin(scope: unknown[], ids: string[]): Promise<Row[]> {
    return this.db.query<Row>(
      `select ${columns} from ${visible} and s.id = any(${anyLength('$5')}) and (s.deleted_at is null or access.rank >= level_rank('admin'))`,
      [...scope, ids],
    );
  }

  /** The existing ones of the spaces, deleted ones included; without a level where the caller may not see the space. */
  async findAll(principal: Principal, ids: string[]): Promise<SpaceAccess[]> {
    const rows = await this.db.query<Row>(
      `select ${columns} from ${spacesWithLevel} join branch b on b.space_id = s.id and b.id = 'main' where s.id = any(${anyLength('$5')})`,
      [...scopeOf(principal), ids],
    );
    return rows.map(accessOf);
  }

  /** Like `get`, for actions that a deleted space does not allow.  */
  async getActive(principal: Principal, id: string): Promise<SpaceAccess> {
    const found = await this.get(principal, id);
    if (found.space.deletedAt) throw notFound('Space');
    return found;
  }

  /** Those of the spaces that the caller may see and that are not deleted. */
  async visible(principal: Principal, ids: string[]): Promise<SpaceAccess[]> {
    const rows = await this.db.query<Row>(
      `select ${columns} from ${visible} and s.id = any(${anyLength('$5')}) and s.deleted_at is null`,
      [...scopeOf(principal), ids],
    );
    return rows.map(accessOf);
  }

  async isOf(organization: string, id: string): Promise<boolean> {
    return (await this.db.run(`select from space where id = $1 and organization_id = $2`, [id, organization])) === 1;
  }

  /** The organization's spaces in the order of their creation. */
  list(
    principal: Principal,
    organization: string,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<SpaceAccess[]> {
    return this.listOf(principal, organization, 'asc', after, limit);
  }

  /** The level of the caller at each of the spaces; none where the caller may not see it. */
  async levels(principal: Principal, ids: string[]): Promise<Map<string, Level>> {
    const rows = await this.db.query<{ id: string; rank: number }>(
      `select s.id, access.rank from ${spacesWithLevel} where s.id = any(${anyLength('$5')})`,
      [...scopeOf(principal), ids],
    );
    return new Map(rows.map(({ id, rank }) => [id, levelOfRank(rank)]));
  }

  count(principal: Principal, organization: string): Promise<number> {
    return this.countWhere(principal, 's.organization_id = $5', organization);
  }

  /** The organization's spaces that a principal may see, by the time of their creation. */
  async listOf(
    viewer: Principal,
    organization: string,
    order: 'asc' | 'desc',
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<SpaceAccess[]> {
    const rows = await this.db.query<Row>(
      `select ${columns} from ${visible} and s.organization_id = $5 and s.deleted_at is null
       and ($6::timestamptz is null or (s.created_at, s.id) ${order === 'desc' ? '<' : '>'} ($6, $7))
       order by s.created_at ${order}, s.id ${order} limit $8`,
      [...scopeOf(viewer), organization, after?.value ?? null, after?.id ?? null, limit],
    );
    return rows.map(accessOf);
  }

  /** A collection's spaces in their order. */
  async listIn(
    principal: Principal,
    collection: string,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<SpaceAccess[]> {
    const rows = await this.db.query<Row>(
      `select ${columns} from ${visible} and s.parent_id = $5 and s.deleted_at is null
       and ($6::text is null or (s.order_key, s.id) > ($6, $7)) order by s.order_key, s.id limit $8`,
      [...scopeOf(principal), collection, after?.value ?? null, after?.id ?? null, limit],
    );
    return rows.map(accessOf);
  }

  countIn(principal: Principal, collection: string): Promise<number> {
    return this.countWhere(principal, 's.parent_id = $5', collection);
  }

  private async countWhere(principal: Principal, condition: string, value: string): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::integer as count from ${spacesWithLevel} where access.rank > 0 and s.deleted_at is null and ${condition}`,
      [...scopeOf(principal), value],
    );
    return row!.count;
  }

  /** Stores a space; its first revision and its main branch are stored with it. */
  async insert(space: NewSpace): Promise<void> {
    await this.db.manager.insert(SpaceEntity, space);
  }

  byId(id: string): Promise<SpaceEntity> {
    return this.db.manager.findOneByOrFail(SpaceEntity, { id });
  }

  async addMainBranch(spaceId: string, head: string): Promise<void> {
    await this.db.manager.insert(BranchEntity, { spaceId, id: 'main', head, base: head });
  }

  async update(id: string, settings: SpaceSettings): Promise<SpaceEntity> {
    await this.db.manager
      .createQueryBuilder()
      .update(SpaceEntity)
      .set({ ...(settings as object), updatedAt: () => 'now()', version: () => 'version + 1' })
      .where({ id })
      .execute();
    return this.byId(id);
  }

  /** Makes a space private that was visible in its collection; returns whether it was. */
  async leaveCollection(id: string): Promise<boolean> {
    const left = await this.db.run(
      `update space set visibility = 'private' where id = $1 and visibility = 'in-collection'`,
      [id],
    );
    return left === 1;
  }

  /** Marks a space as deleted; a space that is deleted already keeps its time. */
  async delete(id: string, now: Date): Promise<void> {
    await this.db.run(`update space set deleted_at = $2, version = version + 1 where id = $1 and deleted_at is null`, [
      id,
      now,
    ]);
  }

  /** Returns whether the space was deleted later than `since`, and is active again. */
  async restore(id: string, since: Date): Promise<boolean> {
    const restored = await this.db.run(
      `update space set deleted_at = null, version = version + 1, updated_at = now() where id = $1 and deleted_at > $2`,
      [id, since],
    );
    return restored === 1;
  }

  /** The space that was deleted first of those before a time, locked against a restore; none of `except`. */
  async firstExpired(
    before: Date,
    except: readonly string[],
  ): Promise<Pick<SpaceEntity, 'id' | 'organizationId'> | undefined> {
    const [expired] = await this.db.query<Pick<SpaceEntity, 'id' | 'organizationId'>>(
      `select id, organization_id as "organizationId" from space
       where deleted_at <= $1 and id <> all($2) order by deleted_at limit 1 for update skip locked`,
      [before, except],
    );
    return expired;
  }

  /** Removes a space with its revisions, grants and other rows that depend on it. */
  async purge(id: string): Promise<void> {
    await this.db.run(`delete from access_grant where target_id = $1`, [id]);
    await this.db.run(
      `delete from job j using space s where s.id = $1 and j.organization_id = s.organization_id
       and j.input ->> 'space' = s.id and (j.state <> 'running' or ${isWaiting('j')})`,
      [id],
    );
    await this.db.run(`delete from branch where space_id = $1`, [id]);
    await this.db.run(`delete from space where id = $1`, [id]);
  }
}

const accessOf = ({ head, rank, ...space }: Row): SpaceAccess => ({ space, revision: head, level: levelOfRank(rank) });
