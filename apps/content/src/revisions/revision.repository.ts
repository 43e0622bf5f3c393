import { Injectable } from '@nestjs/common';
import type { Level } from '@bindery/authorization';
import { notFound, type GitCommit, type Principal, type Variables } from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import { levelOfRank, scopeOf, spacesWithLevel } from '../access/scope';
import { mainBranch } from './branch.entity';
import { RevisionEntity } from './revision.entity';

/** A revision that the caller may read, with what reading needs to know of its space. */
export interface RevisionAccess {
  space: string;
  organizationId: string;
  level: Level;
  id: string;
  type: RevisionEntity['type'];
  parents: string[];
  pages: string;
  slugs: string;
  files: string;
  reusableContents: string;
  settings: string;
  variables: Variables;
  git: GitCommit | null;
  createdAt: Date;
}

/** The head of a space's main branch. */
export type Head = RevisionEntity & { organizationId: string; title: string };

const columns = `s.id as space, s.organization_id as "organizationId", r.id, r.type, r.parents, r.pages, r.slugs,
  r.files, r.reusable_contents as "reusableContents", r.settings, r.variables, r.git, r.created_at as "createdAt"`;

@Injectable()
export class RevisionRepository {
  constructor(private readonly db: Database) {}

  /** The space's current revision. Throws 404 when the caller may not see the space. */
  async current(principal: Principal, space: string): Promise<RevisionAccess> {
    const rows = await this.db.query<Row>(
      `select ${columns}, access.rank from ${spacesWithLevel} join branch b on b.space_id = s.id and b.id = $6 join revision r on r.id = b.head
       where access.rank > 0 and s.id = $5 and s.deleted_at is null`,
      [...scopeOf(principal), space, mainBranch],
    );
    return one(rows, 'Space');
  }

  /** A revision of the space, past ones included; readers of a site get those alone that were published since they came. */
  async get(principal: Principal, space: string, id: string): Promise<RevisionAccess> {
    if (principal.visit && !(await this.wasCurrentSince(space, id, principal.visit.issuedAt)))
      throw notFound('Revision');
    const rows = await this.db.query<Row>(
      `select ${columns}, access.rank from ${spacesWithLevel} join revision r on r.space_id = s.id
       where access.rank > 0 and r.id = $6 and s.id = $5 and s.deleted_at is null`,
      [...scopeOf(principal), space, id],
    );
    return one(rows, 'Revision');
  }

  /** Whether the main branch of the space has had this head at that time or later. */
  private async wasCurrentSince(space: string, id: string, since: string): Promise<boolean> {
    const rows = await this.db.query(
      `with recursive current as (
         select r.id, r.parents, r.created_at from branch b join revision r on r.id = b.head where b.space_id = $1 and b.id = $2
         union all
         select r.id, r.parents, r.created_at from current c join revision r on r.id = c.parents[1] where c.created_at > $3)
       select from current where id = $4`,
      [space, mainBranch, since, id],
    );
    return rows.length > 0;
  }

  /** The head of the main branch of a space that exists; for work that was permitted before. */
  async headOf(space: string): Promise<Head | undefined> {
    const [row] = await this.db.query<Head>(
      `select ${columns}, r.space_id as "spaceId", s.title from space s join branch b on b.space_id = s.id and b.id = $2 join revision r on r.id = b.head
       where s.id = $1 and s.deleted_at is null`,
      [space, mainBranch],
    );
    return row;
  }

  async insert(revision: Omit<RevisionEntity, 'createdAt' | 'space'>): Promise<void> {
    await this.db.manager.insert(RevisionEntity, revision as never);
  }

  /** Moves a branch to a new head; answers the space's version, or undefined when the branch is not at the expected head. */
  async moveHead(space: string, branch: string, expected: string, head: string): Promise<number | undefined> {
    const moved = await this.db.run(`update branch set head = $4 where space_id = $1 and id = $2 and head = $3`, [
      space,
      branch,
      expected,
      head,
    ]);
    if (!moved) return undefined;
    const [row] = await this.db.query<{ version: number }>(
      `update space set updated_at = case when $2 then now() else updated_at end, version = version + case when $2 then 1 else 0 end
       where id = $1 returning version`,
      [space, branch === mainBranch],
    );
    return row!.version;
  }
}

type Row = Omit<RevisionAccess, 'level'> & { rank: number };

function one([row]: Row[], what: string): RevisionAccess {
  if (!row) throw notFound(what);
  const { rank, ...revision } = row;
  return { ...revision, level: levelOfRank(rank) };
}
