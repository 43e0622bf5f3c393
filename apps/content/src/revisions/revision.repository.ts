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

  async insert(revision: Omit<RevisionEntity, 'createdAt' | 'space'>): Promise<void> {
    await this.db.manager.insert(RevisionEntity, revision as never);
  }

  /** Moves a branch to a new head; answers whether it was still at the expected one. */
  async moveHead(space: string, branch: string, expected: string, head: string): Promise<boolean> {
    const moved = await this.db.run(`update branch set head = $4 where space_id = $1 and id = $2 and head = $3`, [
      space,
      branch,
      expected,
      head,
    ]);
    if (moved && branch === mainBranch)
      await this.db.run(`update space set updated_at = now(), version = version + 1 where id = $1`, [space]);
    return moved === 1;
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
