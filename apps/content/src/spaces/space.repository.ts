import { Injectable } from '@nestjs/common';
import type { Level } from '@bindery/authorization';
import { notFound, type Principal } from '@bindery/contracts';
import { Database, type After } from '@bindery/persistence';
import { BranchEntity } from '../revisions/branch.entity';
import { SpaceEntity } from './space.entity';
import { levelIn, organizationsWithRole } from './space.policy';

/** A space that the caller may see, the head of its main branch and what the caller may do. */
export interface SpaceAccess {
  space: SpaceEntity;
  revision: string;
  level: Level;
}

/** The columns of a space under its entity's names. */
const columns = `s.id, s.organization_id as "organizationId", s.title, s.emoji, s.visibility, s.edit_mode as "editMode", s.language,
  s.default_level as "defaultLevel", s.merge_rules as "mergeRules", s.created_by as "createdBy", s.created_at as "createdAt",
  s.updated_at as "updatedAt", s.deleted_at as "deletedAt", s.version`;

/** Spaces of the organizations in $1 with their main branch. */
const visible = `space s join branch b on b.space_id = s.id and b.id = 'main' where s.organization_id = any($1) and s.deleted_at is null`;

/** A space to be stored; what is left out has the column's default. */
export type NewSpace = Pick<SpaceEntity, 'id' | 'organizationId' | 'title' | 'createdBy'> &
  Partial<Pick<SpaceEntity, 'emoji' | 'language' | 'editMode' | 'visibility'>>;

type Row = SpaceEntity & { head: string };

@Injectable()
export class SpaceRepository {
  constructor(private readonly db: Database) {}

  /** Throws 404 when the space does not exist or the caller may not see it. */
  async get(principal: Principal, id: string): Promise<SpaceAccess> {
    const [row] = await this.db.query<Row>(`select ${columns}, b.head from ${visible} and s.id = $2`, [
      organizationsWithRole(principal),
      id,
    ]);
    if (!row) throw notFound('Space');
    return access(principal, row);
  }

  /** The organization's spaces in the order of their creation. */
  async list(
    principal: Principal,
    organization: string,
    after: After | undefined,
    limit: number,
  ): Promise<SpaceAccess[]> {
    const rows = await this.db.query<Row>(
      `select ${columns}, b.head from ${visible} and s.organization_id = $2
       and ($3::timestamptz is null or (s.created_at, s.id) > ($3, $4)) order by s.created_at, s.id limit $5`,
      [organizationsWithRole(principal), organization, after?.value ?? null, after?.id ?? null, limit],
    );
    return rows.map((row) => access(principal, row));
  }

  async count(principal: Principal, organization: string): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::int as count from ${visible} and s.organization_id = $2`,
      [organizationsWithRole(principal), organization],
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
}

function access(principal: Principal, { head, ...space }: Row): SpaceAccess {
  return { space, revision: head, level: levelIn(principal, space) };
}
