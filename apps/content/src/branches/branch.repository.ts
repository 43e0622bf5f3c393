import { Injectable } from '@nestjs/common';
import { notFound, type EditMode, type MemberRole, type Principal, type SpaceMergeRules } from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import { levelOfRank, scopeOf, withLevel } from '../access/scope';
import { mainBranch, type BranchEntity, type BroughtResult } from './branch.entity';

/** A space as somebody sees it who works on it: drafts are not for those who only read what is public. */
export interface WorkSpace {
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

const spaceColumns = `s.id, s.organization_id as "organizationId", s.edit_mode as "editMode", s.title, s.merge_rules as "mergeRules",
  m.head as main, access.rank`;

const branchColumns = `b.space_id as "spaceId", s.organization_id as "organizationId", b.id, b.head, b.base,
  b.merged_ancestor as "mergedAncestor", b.merged, b.brought_into as "broughtInto", b.brought_result as "broughtResult",
  b.edits, b.contributors, m.head as main`;

/** Branches `b` of change requests in spaces `s` that exist, with main `m`. */
const drafts = `branch b join space s on s.id = b.space_id and s.deleted_at is null
  join branch m on m.space_id = b.space_id and m.id = '${mainBranch}' where b.id <> '${mainBranch}'`;

@Injectable()
export class BranchRepository {
  constructor(private readonly db: Database) {}

  /** Throws 404 when the space does not exist or the caller has no access of his own to it. */
  async space(principal: Principal, id: string): Promise<WorkSpace> {
    const [row] = await this.db.query<Omit<WorkSpace, 'level'> & { rank: number }>(
      `select ${spaceColumns} from space s ${withLevel('s')} join branch m on m.space_id = s.id and m.id = $6
       where access.rank > 0 and s.id = $5 and s.deleted_at is null`,
      [...scopeOf(principal), id, mainBranch],
    );
    if (!row) throw notFound('Space');
    const { rank, ...space } = row;
    return { ...space, level: levelOfRank(rank)! };
  }

  async find(space: string, id: string): Promise<DraftBranch | undefined> {
    const [row] = await this.db.query<DraftBranch>(
      `select ${branchColumns} from ${drafts} and b.space_id = $1 and b.id = $2`,
      [space, id],
    );
    return row;
  }

  findAll(refs: readonly { space: string; changeRequest: string }[]): Promise<DraftBranch[]> {
    return this.db.query<DraftBranch>(
      `select ${branchColumns} from ${drafts}
       and (b.space_id, b.id) in (select * from unnest($1::text[], $2::text[]))`,
      [refs.map(({ space }) => space), refs.map(({ changeRequest }) => changeRequest)],
    );
  }

  /** Opens a branch at the head of main, or at an older revision of it; one that is open stays as it is. */
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

  /** The head of main, locked until the transaction ends. */
  async lockMain(space: string): Promise<string> {
    const [row] = await this.db.query<{ head: string }>(
      `select head from branch where space_id = $1 and id = $2 for update`,
      [space, mainBranch],
    );
    if (!row) throw notFound('Space');
    return row.head;
  }

  /** Puts a locked branch at a new head that an edit made. */
  async edited(space: string, id: string, head: string, user: string): Promise<void> {
    await this.db.run(
      `update branch set head = $3, edits = edits + 1, confirmed = true, brought_into = null, brought_result = null,
         contributors = case when $4 = any(contributors) then contributors else contributors || $4::text end
       where space_id = $1 and id = $2`,
      [space, id, head, user],
    );
  }

  /** Puts a locked branch at a new head that holds main, and keeps what came of it. */
  async brought(
    space: string,
    id: string,
    main: string,
    into: string,
    head: string,
    result: BroughtResult,
  ): Promise<void> {
    await this.db.run(
      `update branch set head = $3, merged_ancestor = $4, brought_into = $5, brought_result = $6
       where space_id = $1 and id = $2`,
      [space, id, head, main, into, result],
    );
  }

  /** A locked branch has become part of main. */
  async merged(space: string, id: string, revision: string): Promise<void> {
    await this.db.run(`update branch set merged = $3, confirmed = true where space_id = $1 and id = $2`, [
      space,
      id,
      revision,
    ]);
  }

  /** Branches opened before a time whose change request nobody has asked for yet. */
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

  /** Removes a branch on which nothing was made. */
  async removeUnused(space: string, id: string): Promise<void> {
    await this.db.run(
      `delete from branch where space_id = $1 and id = $2 and id <> $3 and not confirmed and head = base`,
      [space, id, mainBranch],
    );
  }
}
