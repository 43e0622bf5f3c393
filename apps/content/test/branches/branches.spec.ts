import { branchKey, branchRevisions } from '@bindery/contracts';
import { Database, newId } from '@bindery/persistence';
import {
  createServiceOrganization,
  DraftCaller,
  principalOf,
  type ServiceOrganization,
  spaceOf,
} from '@bindery/testing';
import { BranchSweep } from '../../src/drafts/branches/branch-sweep';
import { BranchCaller } from './branch-caller';

let world: ServiceOrganization;
let space: string;
let head: string;
let caller: BranchCaller;

beforeAll(async () => {
  world = await createServiceOrganization('content');
  const made = await spaceOf(world, { 'README.md': '# Home\n\nWelcome.\n' });
  space = made.space;
  head = made.revision.id;
  caller = new BranchCaller(world);
});
afterAll(() => world.close());

const as = (role: 'admin' | 'edit' | 'comment' | 'read' | null, user = world.reader.id) =>
  new BranchCaller(world, principalOf(user, world.organization, role));
const outsider = () => new BranchCaller(world, principalOf(world.otherAdmin.id, world.other));

it('opens a branch at the head of main, once', async () => {
  const changeRequest = newId();
  const opened = await caller.open(space, changeRequest);
  expect(opened).toEqual({
    space,
    organization: world.organization,
    changeRequest,
    initial: head,
    head,
    main: head,
    outdated: false,
    edits: 0,
    contributors: [],
  });
  expect(await caller.open(space, changeRequest)).toEqual(opened);
  expect(await caller.call('getBranch', { space, changeRequest })).toEqual(opened);
});

it('answers what change requests show of their branches, and nothing for those that are not', async () => {
  const { changeRequest } = await caller.open(space);
  // The gateway asks this, to complete what it answers.
  const known = branchKey({ space, changeRequest });
  const answer = await world.platform.service.ask(
    branchRevisions,
    [known, branchKey({ space, changeRequest: 'main' }), 'no/where'],
    caller.principal,
  );
  expect(answer).toEqual({ [known]: { revision: head, revisionInitial: head, outdated: false } });
});

it('returns the access of the caller itself', async () => {
  const expected = { organization: world.organization, head, editMode: 'live', title: 'Imported' };
  for (const role of ['admin', 'edit', 'read'] as const)
    expect(await as(role).call('getSpaceAccess', { space })).toMatchObject({ ...expected, level: role });
});

it('opens nothing for who may not edit, or does not see the space', async () => {
  await expect(as('comment').open(space)).rejects.toMatchObject({ code: 403 });
  await expect(as(null).open(space)).rejects.toMatchObject({ code: 404 });
  await expect(outsider().open(space)).rejects.toMatchObject({ code: 404 });
  await expect(caller.open(space, 'main')).rejects.toMatchObject({ code: 404 });
  await expect(caller.call('getBranch', { space, changeRequest: 'main' })).rejects.toMatchObject({ code: 404 });
});

it('keeps drafts of a public space from mere readers', async () => {
  const { space: open } = await spaceOf(world, { 'README.md': '# Open\n' });
  const { changeRequest } = await caller.open(open);
  const request = { token: world.admin.token, params: { spaceId: open }, body: { visibility: 'public' } };
  await world.api.expect('updateSpaceById', request);
  const read = await world.api.call('getSpaceById', { token: world.otherAdmin.token, params: { spaceId: open } });
  expect(read.status).toBe(200);
  await expect(outsider().call('getSpaceAccess', { space: open })).rejects.toMatchObject({ code: 404 });
  await expect(outsider().call('getBranch', { space: open, changeRequest })).rejects.toMatchObject({ code: 404 });
});

it('has no access to a deleted space', async () => {
  const { space: gone } = await spaceOf(world, { 'README.md': '# Gone\n' });
  await world.api.expect('deleteSpaceById', { token: world.admin.token, params: { spaceId: gone } });
  await expect(caller.call('getSpaceAccess', { space: gone })).rejects.toMatchObject({ code: 404 });
  await expect(caller.open(gone)).rejects.toMatchObject({ code: 404 });
});

it('removes a branch whose change request was never made, after an hour', async () => {
  const { changeRequest: left } = await caller.open(space);
  const { changeRequestId: used } = (await DraftCaller.create(world, space)).params as { changeRequestId: string };
  const { app } = world.platform.service;
  const sweep = app.get(BranchSweep);
  await sweep.run();
  expect(await caller.call('getBranch', { space, changeRequest: left })).toMatchObject({ head });
  await app.get(Database).run(`update branch set created_at = created_at - interval '2 hours' where id <> 'main'`);
  while (await sweep.run());
  await expect(caller.call('getBranch', { space, changeRequest: left })).rejects.toMatchObject({ code: 404 });
  expect(await caller.call('getBranch', { space, changeRequest: used })).toMatchObject({ head });
});
