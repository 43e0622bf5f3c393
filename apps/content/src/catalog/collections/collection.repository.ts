import { Injectable } from '@nestjs/common';
import type { Level } from '@bindery/authorization';
import { notFound, type Principal } from '@bindery/contracts';
import { Database, type KeysetPosition } from '@bindery/persistence';
import { collectionsWithLevel, levelOfRank, scopeOf } from '../access/scope';
import { CollectionEntity } from './collection.entity';

/** A collection that the caller may see, with the caller's level. */
export interface CollectionAccess {
  collection: CollectionEntity;
  level: Level;
}

const columns = `c.id, c.organization_id as "organizationId", c.title, c.description, c.parent_id as "parentId", c.path,
  c.order_key as "orderKey", c.default_level as "defaultLevel", c.effective_default as "effectiveDefault", c.created_by as "createdBy",
  c.created_at as "createdAt", c.updated_at as "updatedAt", c.version, access.rank`;

type Row = CollectionEntity & { rank: number };

/** The scope of a list: all collections of an organization by age, or those at the top in their order. */
type ListScope = { nested: boolean };

@Injectable()
export class CollectionRepository {
  constructor(private readonly db: Database) {}

  /** Throws 404 when the collection does not exist or the caller may not see it. */
  async get(principal: Principal, id: string): Promise<CollectionAccess> {
    const [row] = await this.db.query<Row>(
      `select ${columns} from ${collectionsWithLevel} where access.rank > 0 and c.id = $5`,
      [...scopeOf(principal), id],
    );
    if (!row) throw notFound('Collection');
    return accessOf(row);
  }

  /** The collections among these that the caller may see. */
  async visible(principal: Principal, ids: string[]): Promise<CollectionAccess[]> {
    const rows = await this.db.query<Row>(
      `select ${columns} from ${collectionsWithLevel} where access.rank > 0 and c.id = any($5)`,
      [...scopeOf(principal), ids],
    );
    return rows.map(accessOf);
  }

  async isOf(organization: string, id: string): Promise<boolean> {
    return (
      (await this.db.run(`select from collection where id = $1 and organization_id = $2`, [id, organization])) === 1
    );
  }

  async list(
    principal: Principal,
    organization: string,
    { nested }: ListScope,
    after: KeysetPosition | undefined,
    limit: number,
  ): Promise<CollectionAccess[]> {
    const rows = await this.db.query<Row>(
      nested
        ? `select ${columns} from ${collectionsWithLevel} where access.rank > 0 and c.organization_id = $5
           and ($6::timestamptz is null or (c.created_at, c.id) > ($6, $7)) order by c.created_at, c.id limit $8`
        : `select ${columns} from ${collectionsWithLevel} where access.rank > 0 and c.organization_id = $5 and c.parent_id is null
           and ($6::text is null or (c.order_key, c.id) > ($6, $7)) order by c.order_key, c.id limit $8`,
      [...scopeOf(principal), organization, after?.value ?? null, after?.id ?? null, limit],
    );
    return rows.map(accessOf);
  }

  async count(principal: Principal, organization: string, { nested }: ListScope): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::integer as count from ${collectionsWithLevel}
       where access.rank > 0 and c.organization_id = $5 and ($6 or c.parent_id is null)`,
      [...scopeOf(principal), organization, nested],
    );
    return row!.count;
  }

  async insert(
    collection: Omit<CollectionEntity, 'createdAt' | 'updatedAt' | 'version' | 'description'>,
  ): Promise<CollectionEntity> {
    await this.db.manager.insert(CollectionEntity, collection);
    return this.byId(collection.id);
  }

  byId(id: string): Promise<CollectionEntity> {
    return this.db.manager.findOneByOrFail(CollectionEntity, { id });
  }

  async update(
    id: string,
    settings: Partial<Pick<CollectionEntity, 'title' | 'description' | 'defaultLevel'>>,
  ): Promise<CollectionEntity> {
    await this.db.manager
      .createQueryBuilder()
      .update(CollectionEntity)
      .set({ ...settings, updatedAt: () => 'now()', version: () => 'version + 1' })
      .where({ id })
      .execute();
    return this.byId(id);
  }

  async delete(id: string): Promise<void> {
    await this.db.run(`delete from access_grant where target_id = $1`, [id]);
    await this.db.manager.delete(CollectionEntity, { id });
  }
}

const accessOf = ({ rank, ...collection }: Row): CollectionAccess => ({ collection, level: levelOfRank(rank) });
