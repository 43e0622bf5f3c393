import { Injectable } from '@nestjs/common';
import type { Level } from '@bindery/authorization';
import { notFound, type DefaultLevel, type GitCommit, type Principal, type Variables } from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import { levelIn, organizationsWithRole } from '../spaces/space.policy';
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

const columns = `s.id as space, s.organization_id as "organizationId", s.default_level as "defaultLevel", r.id, r.type, r.parents, r.pages, r.slugs,
  r.files, r.reusable_contents as "reusableContents", r.settings, r.variables, r.git, r.created_at as "createdAt"`;

@Injectable()
export class RevisionRepository {
  constructor(private readonly db: Database) {}

  /** The space's current revision. Throws 404 when the caller may not see the space. */
  async current(principal: Principal, space: string): Promise<RevisionAccess> {
    const rows = await this.db.query<RevisionAccess & { defaultLevel: DefaultLevel }>(
      `select ${columns} from space s join branch b on b.space_id = s.id and b.id = $3 join revision r on r.id = b.head
       where s.id = $2 and s.organization_id = any($1) and s.deleted_at is null`,
      [organizationsWithRole(principal), space, mainBranch],
    );
    return one(principal, rows, 'Space');
  }

  /** A revision of the space, past ones included. */
  async get(principal: Principal, space: string, id: string): Promise<RevisionAccess> {
    const rows = await this.db.query<RevisionAccess & { defaultLevel: DefaultLevel }>(
      `select ${columns} from revision r join space s on s.id = r.space_id
       where r.id = $3 and s.id = $2 and s.organization_id = any($1) and s.deleted_at is null`,
      [organizationsWithRole(principal), space, id],
    );
    return one(principal, rows, 'Revision');
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

function one(
  principal: Principal,
  [row]: (RevisionAccess & { defaultLevel: DefaultLevel })[],
  what: string,
): RevisionAccess {
  if (!row) throw notFound(what);
  const { defaultLevel, ...revision } = row;
  return { ...revision, level: levelIn(principal, { organizationId: row.organizationId, defaultLevel }) };
}
