import { atLeast, type Level } from '@bindery/authorization';
import {
  branches,
  branchKey,
  branchRevisions,
  notFound,
  type Branch,
  type BranchRef,
  type Principal,
  requires,
  type Space,
} from '@bindery/contracts';
import { fakeBatch, fakeOperation, type Fake } from './fakes';

/** Finds a space that the caller sees, with the caller's level. Throws 404. */
type FindSpace = (id: string, principal: Principal) => { space: Space; level: Level };

/** The branches of content, without content: they are opened, found and commented on. Every place of a comment is there. */
export function fakeBranches(find: FindSpace): Fake[] {
  const stored = new Map<string, Branch>();
  const branchOf = (ref: BranchRef, principal: Principal): Branch => {
    find(ref.space, principal);
    const branch = stored.get(branchKey(ref));
    if (!branch) throw notFound('Change request');
    return branch;
  };
  return [
    fakeOperation(branches.openBranch, ({ body: { space: id, changeRequest }, principal }) => {
      const { space, level } = find(id, principal);
      requires(atLeast(level, 'edit'));
      const { organization, revision: main } = space;
      const of = { space: id, changeRequest, organization };
      const branch = { ...of, initial: main, head: main, main, outdated: false, edits: 0, contributors: [] };
      stored.set(branchKey(branch), branch);
      return branch;
    }),
    fakeOperation(branches.getBranch, ({ body, principal }) => branchOf(body, principal)),
    fakeOperation(branches.locateComment, ({ body: { space, changeRequest }, principal }) => {
      if (changeRequest) return { revision: branchOf({ space, changeRequest }, principal).head };
      return { revision: find(space, principal).space.revision };
    }),
    fakeBatch(branchRevisions, (keys) => {
      const found = keys.flatMap((key) => stored.get(key) ?? []);
      return Object.fromEntries(
        found.map(({ head, initial, outdated, ...ref }) => [
          branchKey(ref),
          { revision: head, revisionInitial: initial, outdated },
        ]),
      );
    }),
  ];
}
