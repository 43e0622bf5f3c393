import { Injectable } from '@nestjs/common';
import { BatchLoader } from '@bindery/loading';
import { notFound, type EditMode, type MemberRole, type Principal, type SpaceMergeRules } from '@bindery/contracts';
import { anyLength, Database } from '@bindery/persistence';
import { levelOfRank, withLevel } from '../../catalog/access/scope';
import { RowLoader } from '../../catalog/access/row-loader';
import type { RevisionContent } from '../../model/pages/revision-content';
import type { RevisionEntity } from '../../catalog/spaces/revision.entity';
import { movedMain, type LockedMain } from '../../revisions/revisions/revision.repository';
import { mainBranch, type BranchEntity, type UpdateResult } from '../../catalog/spaces/branch.entity';

/** A space as its editors see it: drafts are hidden from readers of public content. */
export interface DraftSpace {
  id: string;
  organizationId: string;
  level: MemberRole;
  /** The head of main. */
  main: string;
  editMode: EditMode;
  title: string;
  mergeRules: SpaceMergeRules;
}

/** A branch of a change request, with the head of main. */
export type DraftBranch = Omit<BranchEntity, 'createdAt' | 'confirmed'> & { organizationId: string; main: string };

/** A locked branch with the content of its head. */
type LockedDraft = DraftBranch & { content: RevisionContent } & Pick<RevisionEntity, 'conflicts'>;

interface BranchRef {
  space: string;
  changeRequest: string;
}

/** An edit of a branch. */
interface Edit extends BranchRef {
  head: string;
  user: string;
}

const spaceColumns = `s.id, s.organization_id as "organizationId", s.edit_mode as "editMode", s.title, s.merge_rules as "mergeRules",
  m.head as main, access.rank`;

const branchColumns = `b.space_id as "spaceId", s.organization_id as "organizationId", b.id, b.head, b.base,
  b.merged_ancestor as "mergedAncestor", b.merged, b.brought_into as "headBeforeUpdate", b.brought_result as "updateResult",
  b.edits, b.contributors, s.main`;

/** The spaces `s` of `$1` that exist, each with the head of main. Each is read once for all of its branches. */
const withSpaces = `with s as materialized (
  select s.id, s.organization_id, m.head as main from space s join branch m on m.space_id = s.id and m.id = '${mainBranch}'
  where s.id = any($1::text[]) and s.deleted_at is null)`;

/** The branches `b` of the change requests that `$1` (spaces) and `$2` (ids) name, in the spaces `s`. */
const namedBranches = `unnest($1::text[], $2::text[]) as named (space, id)
  join branch b on b.space_id = named.space and b.id = named.id and b.id <> '${mainBranch}'
  join s on s.id = b.space_id`;

@Injectable()
export class BranchRepository {
  private readonly found = new BatchLoader((refs: BranchRef[]) => this.findEach(refs));
  private readonly spaces: RowLoader<DraftSpace>;

  constructor(private readonly db: Database) {
    this.spaces = new RowLoader(db, (scope, ids) => this.spacesWithin(scope, ids));
  }

  /** Throws 404 when the space does not exist or the caller has no own access to it. */
  async space(principal: Principal, id: string): Promise<DraftSpace> {
    const space = await this.spaces.get(principal, id);
    if (!space) throw notFound('Space');
    return space;
  }

  private async spacesWithin(scope: unknown[], ids: string[]): Promise<DraftSpace[]> {
    const rows = await this.db.query<Omit<DraftSpace, 'level'> & { rank: number }>(
      `select ${spaceColumns} from space s ${withLevel('s')} join branch m on m.space_id = s.id and m.id = '${mainBranch}'
       where access.rank > 0 and s.id = any(${anyLength('$5')}) and s.deleted_at is null`,
      [...scope, ids],
    );
    return rows.map(({ rank, ...space }) => ({ ...space, level: levelOfRank(rank)! }));
  }

  /** Concurrent calls outside of a transaction share one statement. */
  async find(space: string, id: string): Promise<DraftBranch | undefined> {
    const ref = { space, changeRequest: id };
    return this.db.inTransaction ? (await this.findEach([ref]))[0] : this.found.load(ref);
  }

  private async findEach(refs: BranchRef[]): Promise<(DraftBranch | undefined)[]> {
    const found = new Map((await this.findAll(refs)).map((branch) => [keyOf(branch.spaceId, branch.id), branch]));
    return refs.map(({ space, changeRequest }) => found.get(keyOf(space, changeRequest)));
  }

  findAll(refs: readonly BranchRef[]): Promise<DraftBranch[]> {
    return this.db.query<DraftBranch>(`${withSpaces} select ${branchColumns} from ${namedBranches}`, columnsOf(refs));
  }

  /** Opens a branch at the head of main, or at an older revision of it; an open one stays as it is. */
  async open(space: string, id: string, at?: string): Promise<void> {
    await this.db.run(
      `insert into branch (space_id, id, head, base) select m.space_id, $2, coalesce($4, m.head), coalesce($4, m.head) from branch m
       where m.space_id = $1 and m.id = $3 on conflict do nothing`,
      [space, id, mainBranch, at ?? null],
    );
  }

  /** The branch of a change request, locked until the transaction ends. */
  async lock(space: string, id: string): Promise<DraftBranch | undefined> {
    await this.db.run(`select 1 from branch where space_id = $1 and id = $2 for update`, [space, id]);
    return this.find(space, id);
  }

  /** The branch of a change request with the content of its head, locked until the transaction ends. */
  async lockWithContent(space: string, id: string): Promise<LockedDraft | undefined> {
    return this.db.locked(await this.db.loadBatched(this.lockAll, { space, changeRequest: id }));
  }

  private readonly lockAll = async (refs: BranchRef[]): Promise<(LockedDraft | undefined)[]> => {
    const wanted = columnsOf(refs);
    const locked = await this.db.lock<BranchRef>(
      `select b.space_id as space, b.id as "changeRequest" from unnest($1::text[], $2::text[]) as wanted (space, id)
       join branch b on b.space_id = wanted.space and b.id = wanted.id order by b.space_id, b.id for update of b`,
      wanted,
    );
    // Only a statement that starts with the locks held sees the changes of earlier lock holders.
    const found = await this.db.query<Omit<LockedDraft, 'content'> & RevisionContent>(
      `${withSpaces} select ${branchColumns}, r.pages, r.slugs, r.files, r.reusable_contents as "reusableContents",
         r.settings, r.variables, r.git, r.conflicts
       from ${namedBranches} join revision r on r.id = b.head`,
      columnsOf(locked),
    );
    const drafts = new Map(found.map((row) => [keyOf(row.spaceId, row.id), withContent(row)]));
    return refs.map(({ space, changeRequest }) => drafts.get(keyOf(space, changeRequest)));
  };

  /** The head of main, locked until the transaction ends. */
  async lockMain(space: string): Promise<string> {
    const [row] = await this.db.query<{ head: string }>(
      `select head from branch where space_id = $1 and id = $2 for update`,
      [space, mainBranch],
    );
    if (!row) throw notFound('Space');
    return row.head;
  }

  /** The head of main with its content, locked until the transaction ends. Earlier edits of the transaction are in it. */
  async lockMainWithContent(space: string): Promise<LockedMain> {
    const passedOn = this.db.passedOn<LockedMain>(movedMain(space));
    if (passedOn) return passedOn;
    // If the head moved while the statement waited for the lock, it returns no row, because its revision is not the head,
    // but holds the lock, so that a second statement returns the present head.
    const row = (await this.lockedMain(space)) ?? this.db.locked(await this.lockedMain(space));
    if (!row) throw notFound('Space');
    const { head, version, ...content } = row;
    return { head, version, content };
  }

  private async lockedMain(space: string) {
    const [row] = await this.db.lock<Pick<LockedMain, 'head' | 'version'> & RevisionContent>(
      `select b.head, s.version, r.pages, r.slugs, r.files, r.reusable_contents as "reusableContents", r.settings, r.variables, r.git
       from branch b join space s on s.id = b.space_id join revision r on r.space_id = b.space_id and r.id = b.head
       where b.space_id = $1 and b.id = '${mainBranch}' for no key update of b, s`,
      [space],
    );
    return row;
  }

  /** Moves a locked branch to the new head of an edit, before the transaction is committed: at most once. */
  edited(edit: Edit): void {
    this.db.bufferInsert(this.storeEdits, edit);
  }

  private readonly storeEdits = async (edits: Edit[]): Promise<void> => {
    await this.db.run(
      `update branch set head = e.head, edits = edits + 1, confirmed = true, brought_into = null, brought_result = null,
         contributors = case when e.author = any(contributors) then contributors else contributors || e.author end
       from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as e (space, id, head, author)
       where space_id = e.space and branch.id = e.id`,
      [...columnsOf(edits), edits.map(({ head }) => head), edits.map(({ user }) => user)],
    );
  };

  /** Moves a locked branch from the head `before` to a new one that contains main, and stores the result. */
  async updated(
    space: string,
    id: string,
    main: string,
    before: string,
    head: string,
    result: UpdateResult,
  ): Promise<void> {
    await this.db.run(
      `update branch set head = $3, merged_ancestor = $4, brought_into = $5, brought_result = $6
       where space_id = $1 and id = $2`,
      [space, id, head, main, before, result],
    );
  }

  /** Marks a locked branch as merged into main. */
  async merged(space: string, id: string, revision: string): Promise<void> {
    await this.db.run(`update branch set merged = $3, confirmed = true where space_id = $1 and id = $2`, [
      space,
      id,
      revision,
    ]);
  }

  /** Branches opened before a time whose change request is not confirmed yet. */
  unconfirmed(before: Date, limit: number): Promise<{ space: string; changeRequest: string }[]> {
    return this.db.query(
      `select space_id as space, id as "changeRequest" from branch
       where not confirmed and id <> 'main' and created_at < $1 order by created_at limit $2`,
      [before, limit],
    );
  }

  async confirm(space: string, id: string): Promise<void> {
    await this.db.run(`update branch set confirmed = true where space_id = $1 and id = $2`, [space, id]);
  }

  /** Removes a branch without changes. */
  async removeUnused(space: string, id: string): Promise<void> {
    await this.db.run(
      `delete from branch where space_id = $1 and id = $2 and id <> $3 and not confirmed and head = base`,
      [space, id, mainBranch],
    );
  }
}

const columnsOf = (refs: readonly BranchRef[]): [string[], string[]] => [
  refs.map(({ space }) => space),
  refs.map(({ changeRequest }) => changeRequest),
];

const keyOf = (space: string, id: string): string => `${space}/${id}`;

function withContent(row: Omit<LockedDraft, 'content'> & RevisionContent): LockedDraft {
  const { pages, slugs, files, reusableContents, settings, variables, git, ...branch } = row;
  return { ...branch, content: { pages, slugs, files, reusableContents, settings, variables, git } };
}
