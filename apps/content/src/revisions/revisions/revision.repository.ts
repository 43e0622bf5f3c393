import { Injectable } from '@nestjs/common';
import type { Level } from '@bindery/authorization';
import { conflict, notFound, type GitCommit, type Principal, type Variables } from '@bindery/contracts';
import { anyLength, Database, type KeysetPosition } from '@bindery/persistence';
import { CoalescedQuery } from '@bindery/loading';
import { levelOfRank, scopeOf, spacesWithLevel, withLevel } from '../../catalog/access/scope';
import { mainBranch } from '../../catalog/spaces/branch.entity';
import type { RevisionContent } from '../../model/pages/revision-content';
import { RevisionEntity } from '../../catalog/spaces/revision.entity';

/** A revision that the caller may read, with the data of its space that reading needs. */
export interface RevisionAccess {
  space: string;
  organizationId: string;
  level: Level;
  id: string;
  /** Main, or the id of the change request whose draft it belongs to. */
  branch: string;
  type: RevisionEntity['type'];
  parents: string[];
  /** The change request that was merged into main with it. */
  mergedFrom: string | null;
  pages: string;
  slugs: string;
  files: string;
  reusableContents: string;
  settings: string;
  variables: Variables;
  git: GitCommit | null;
  createdAt: Date;
  /** The principal who reads it. */
  reader: Principal;
  /** The claims of a reader without own access, who sees only pages whose conditions they meet. */
  claims?: Readonly<Record<string, unknown>>;
}

type DefaultedColumn = 'branch' | 'mergedFrom' | 'conflicts';

/** A revision to be stored; an absent field has the column's default. */
export type NewRevisionRow = Omit<RevisionEntity, 'createdAt' | 'space' | DefaultedColumn> &
  Partial<Pick<RevisionEntity, DefaultedColumn>>;

/** Main with what its head holds. */
export interface LockedMain {
  head: string;
  /** The version of its space. */
  version: number;
  content: RevisionContent;
}

/** A new head of a main branch, and the one before. */
interface HeadMove extends LockedMain {
  space: string;
  expected: string;
}

/** The name under which a transaction keeps a move of a main branch that is not stored yet. */
export const movedMain = (space: string): string => `main of ${space}`;

/** A revision in a list. */
export type ListedRevision = Pick<
  RevisionEntity,
  'id' | 'type' | 'parents' | 'mergedFrom' | 'createdBy' | 'createdAt' | 'git'
>;

/** The head of a space's main branch. */
export type Head = RevisionEntity & { organizationId: string; title: string };

const columns = `s.id as space, s.organization_id as "organizationId", r.id, r.branch, r.type, r.parents, r.merged_from as "mergedFrom", r.pages, r.slugs,
  r.files, r.reusable_contents as "reusableContents", r.settings, r.variables, r.git, r.created_at as "createdAt"`;
const withAccess = `${columns}, access.rank, access.own`;

@Injectable()
export class RevisionRepository {
  private readonly reads: CoalescedQuery;

  constructor(private readonly db: Database) {
    this.reads = new CoalescedQuery(db);
  }

  /** The space's current revision. Throws 404 when the caller may not see the space. */
  async current(principal: Principal, space: string): Promise<RevisionAccess> {
    const [revision] = await this.currentOf(principal, [space]);
    if (!revision) throw notFound('Space');
    return revision;
  }

  /** The current revisions of those of the spaces that the caller may see. */
  async currentOf(principal: Principal, spaces: readonly string[]): Promise<RevisionAccess[]> {
    const rows = await this.reads.query<Row>(
      `select ${withAccess} from ${spacesWithLevel} join branch b on b.space_id = s.id and b.id = '${mainBranch}'
         join revision r on r.id = b.head
       where access.rank > 0 and s.id = any(${anyLength('$5')}) and s.deleted_at is null`,
      [...scopeOf(principal), spaces],
    );
    return rows.map((row) => accessOf(row, principal));
  }

  /**
   * A revision of the space, past ones included. Revisions of drafts only for callers with own access; a reader of a
   * site gets only revisions that were published since the reader came.
   */
  async get(principal: Principal, space: string, id: string): Promise<RevisionAccess> {
    if (principal.visit && !(await this.wasCurrentSince(space, id, principal.visit.issuedAt)))
      throw notFound('Revision');
    const values = [...scopeOf(principal), space, id];
    const rows = await this.db.query<Row>(
      `select ${withAccess} from ${spacesWithLevel} join revision r on r.space_id = s.id
       where access.rank > 0 and r.id = $6 and s.id = $5 and s.deleted_at is null`,
      values,
    );
    if (rows[0]?.branch === mainBranch || !rows[0]) return one(rows, principal);
    return one(await this.ofDraft(values), principal);
  }

  /** Revisions of main, newest first, after a position; the caller has read the space. By the index `revision_space`. */
  ofMain(space: string, after: KeysetPosition | undefined, limit: number): Promise<ListedRevision[]> {
    return this.db.query<ListedRevision>(
      `select r.id, r.type, r.parents, r.merged_from as "mergedFrom", r.created_by as "createdBy",
         r.created_at as "createdAt", r.git
       from revision r
       where r.space_id = $1 and r.branch = '${mainBranch}'
         and ($2::timestamptz is null or (r.created_at, r.id) < ($2::timestamptz, $3))
       order by r.created_at desc, r.id desc limit $4`,
      [space, after?.value ?? null, after?.id ?? null, limit],
    );
  }

  async countOfMain(space: string): Promise<number> {
    const [row] = await this.db.query<{ count: number }>(
      `select count(*)::integer as count from revision where space_id = $1 and branch = '${mainBranch}'`,
      [space],
    );
    return row!.count;
  }

  private ofDraft(values: unknown[]): Promise<Row[]> {
    return this.db.query<Row>(
      `select ${withAccess} from space s ${withLevel('s')} join revision r on r.space_id = s.id
       where access.rank > 0 and r.id = $6 and s.id = $5 and s.deleted_at is null`,
      values,
    );
  }

  /** Whether the main branch of the space had this head at that time or later. */
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

  /** The head of the main branch of a space that exists; for jobs whose permission was checked before. */
  async headOf(space: string, branch = mainBranch): Promise<Head | undefined> {
    const [row] = await this.db.query<Head>(
      `select ${columns}, r.space_id as "spaceId", s.title from space s join branch b on b.space_id = s.id and b.id = $2 join revision r on r.id = b.head
       where s.id = $1 and s.deleted_at is null`,
      [space, branch],
    );
    return row;
  }

  insert(revision: NewRevisionRow): Promise<void> {
    return this.store([revision]);
  }

  /** Adds a revision, which is stored before the transaction is committed. */
  add(revision: NewRevisionRow): void {
    this.db.bufferInsert(this.store, revision);
  }

  private readonly store = async (revisions: NewRevisionRow[]): Promise<void> => {
    await this.db.run(
      `insert into revision (id, space_id, type, parents, branch, merged_from, created_by,
         pages, slugs, files, reusable_contents, settings, variables, git, conflicts)
       select id, "spaceId", type, parents, coalesce(branch, '${mainBranch}'), "mergedFrom", "createdBy",
         pages, slugs, files, "reusableContents", settings, variables, git, conflicts
       from json_to_recordset($1) as new (id text, "spaceId" text, type text, parents text[], branch text,
         "mergedFrom" text, "createdBy" text, pages text, slugs text, files text, "reusableContents" text,
         settings text, variables jsonb,
         git jsonb, conflicts jsonb)`,
      [JSON.stringify(revisions)],
    );
  };

  /** Moves main to a new head; returns the space's version, or undefined when main is not at the expected head. */
  async moveMain(space: string, expected: string, head: string): Promise<number | undefined> {
    const [row] = await this.db.query<{ version: number }>(
      `with moved as (
         update branch set head = $3 where space_id = $1 and id = '${mainBranch}' and head = $2 returning space_id)
       update space s set updated_at = now(), version = version + 1 from moved where s.id = moved.space_id returning version`,
      [space, expected, head],
    );
    return row?.version;
  }

  /** Moves a locked main to a new head, before the transaction is committed; several moves of one run in order. */
  moveLockedMain(move: HeadMove): void {
    this.db.bufferInsert(this.storeHeads, move);
    this.db.passOn(movedMain(move.space), move);
  }

  private readonly storeHeads = async (moves: HeadMove[]): Promise<void> => {
    const bySpace = new Map<string, Pick<HeadMove, 'space' | 'expected' | 'head'> & { count: number }>();
    for (const { space, expected, head } of moves) {
      const first = bySpace.get(space);
      bySpace.set(space, { space, expected: first?.expected ?? expected, head, count: (first?.count ?? 0) + 1 });
    }
    const all = [...bySpace.values()].sort((a, b) => (a.space < b.space ? -1 : 1));
    const moved = await this.db.run(
      `with target as materialized (
         select * from unnest($1::text[], $2::text[], $3::text[], $4::integer[]) as n (space, expected, head, count)),
       moved as (
         update branch b set head = n.head from target n
         where b.space_id = n.space and b.id = '${mainBranch}' and b.head = n.expected returning n.space, n.count)
       update space s set updated_at = now(), version = version + moved.count from moved where s.id = moved.space`,
      [
        all.map(({ space }) => space),
        all.map(({ expected }) => expected),
        all.map(({ head }) => head),
        all.map(({ count }) => count),
      ],
    );
    if (moved !== all.length) throw conflict('The space has changed in the meantime; try again');
  };

  /** The root of the pages of a revision of a space, if that exists. */
  async pagesOf(space: string, id: string): Promise<string | undefined> {
    const [row] = await this.db.query<{ pages: string }>(`select pages from revision where space_id = $1 and id = $2`, [
      space,
      id,
    ]);
    return row?.pages;
  }

  /** The contents of the named revisions of a space; for jobs whose permission was checked before. Throws for a missing one. */
  async contents(
    space: string,
    ids: readonly string[],
  ): Promise<(RevisionContent & Pick<RevisionEntity, 'conflicts'>)[]> {
    const rows = await this.db.query<RevisionContent & Pick<RevisionEntity, 'id' | 'conflicts'>>(
      `select r.id, r.pages, r.slugs, r.files, r.reusable_contents as "reusableContents", r.settings, r.variables, r.git, r.conflicts
       from revision r where r.space_id = $1 and r.id = any($2)`,
      [space, ids],
    );
    return ids.map((wanted) => {
      const found = rows.find(({ id }) => id === wanted);
      if (!found) throw new Error(`Revision ${wanted} of the space ${space} is missing`);
      const { id: _id, ...content } = found;
      return content;
    });
  }
}

type Row = Omit<RevisionAccess, 'level' | 'reader' | 'claims'> & { rank: number; own: number };

function one([row]: Row[], principal: Principal): RevisionAccess {
  if (!row) throw notFound('Revision');
  return accessOf(row, principal);
}

const accessOf = ({ rank, own, ...revision }: Row, reader: Principal): RevisionAccess => ({
  ...revision,
  level: levelOfRank(rank),
  reader,
  ...(own === 0 && { claims: reader.visit?.claims ?? {} }),
});
