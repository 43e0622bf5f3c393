import { Injectable } from '@nestjs/common';
import type { Level } from '@bindery/authorization';
import type { Principal } from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import { collectionsWithLevel, levelOfRank, scopeOf, spacesWithLevel } from '../../catalog/access/scope';
import { CollectionEntity } from '../../catalog/collections/collection.entity';
import { RevisionEntity } from '../../catalog/spaces/revision.entity';
import { gitSyncColumn, SpaceEntity, type ShownSpace } from '../../catalog/spaces/space.entity';

/** A space that the caller may see, with the head of its main branch. */
export interface LinkedSpace {
  space: ShownSpace;
  level: Level;
  head: Pick<RevisionEntity, 'id' | 'pages' | 'files' | 'reusableContents'>;
}

interface LinkedCollection {
  collection: CollectionEntity;
  level: Level;
}

/** Reads many spaces and collections at once, as links between them need. */
@Injectable()
export class LinkedSpaceRepository {
  constructor(private readonly db: Database) {}

  /** The spaces among these that the caller may see. */
  async spaces(principal: Principal, ids: string[]): Promise<LinkedSpace[]> {
    const seen = await this.db.query<
      LinkedSpace['head'] & Pick<ShownSpace, 'gitSync'> & { space: string; rank: number }
    >(
      `select s.id as space, access.rank, r.id, r.pages, r.files, r.reusable_contents as "reusableContents", ${gitSyncColumn}
       from ${spacesWithLevel} join branch b on b.space_id = s.id and b.id = 'main' join revision r on r.id = b.head
       where access.rank > 0 and s.deleted_at is null and s.id = any($5)`,
      [...scopeOf(principal), ids],
    );
    const entities = await this.db.manager
      .createQueryBuilder(SpaceEntity, 's')
      .where('s.id = any(:ids)', { ids: seen.map(({ space }) => space) })
      .getMany();
    const byId = new Map(entities.map((entity) => [entity.id, entity]));
    return seen.flatMap(({ space: id, rank, gitSync, ...head }) => {
      const space = byId.get(id);
      return space ? [{ space: { ...space, gitSync: gitSync ?? null }, level: levelOfRank(rank), head }] : [];
    });
  }

  /** The collections among these that the caller may see. */
  async collections(principal: Principal, ids: string[]): Promise<LinkedCollection[]> {
    if (ids.length === 0) return [];
    const seen = await this.db.query<{ id: string; rank: number }>(
      `select c.id, access.rank from ${collectionsWithLevel} where access.rank > 0 and c.id = any($5)`,
      [...scopeOf(principal), ids],
    );
    const ranks = new Map(seen.map(({ id, rank }) => [id, rank]));
    const entities = await this.db.manager
      .createQueryBuilder(CollectionEntity, 'c')
      .where('c.id = any(:ids)', { ids: [...ranks.keys()] })
      .getMany();
    return entities.map((collection) => ({ collection, level: levelOfRank(ranks.get(collection.id)!) }));
  }
}
