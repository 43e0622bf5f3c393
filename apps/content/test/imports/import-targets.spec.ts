import type { ChangeRequest, ImportRun, RevisionPage } from '@bindery/contracts';
import {
  createServiceOrganization,
  DraftCaller,
  ended,
  importFiles,
  spaceOf,
  type TestOrganization,
  upload,
  zipOf,
} from '@bindery/testing';

let world: TestOrganization;
beforeAll(async () => (world = await createServiceOrganization('content')));
afterAll(() => world.close());

const precious = { 'README.md': '# Precious\n\nKept.\n' };
const newer = {
  'README.md': '# Precious\n\nKept, and more.\n',
  'SUMMARY.md': '* [Precious](README.md)\n* [New](new.md)\n',
  'new.md': '# New\n',
};

/** The answer to an import that may be refused. */
async function tryImport(target: object) {
  const key = await upload(world, await zipOf(newer));
  const { admin, organization } = world;
  const params = { organizationId: organization };
  const body = { source: { type: 'file', files: [key] }, target };
  return world.api.call<ImportRun & { error?: { details?: object[] } }>('startImport', {
    token: admin.token,
    params,
    body,
  });
}

const titles = (pages: RevisionPage[]) => pages.map(({ title }) => title);
const mainOf = async (spaceId: string) => {
  const { token } = world.admin;
  return titles((await world.api.expect<{ pages: RevisionPage[] }>('listPages', { token, params: { spaceId } })).pages);
};

it.each(['id', 'number'] as const)(
  'replaces the draft of a change request that its %s names, and not main',
  async (by) => {
    const { space, revision } = await spaceOf(world, precious);
    const draft = await DraftCaller.create(world, space);
    const { number } = await draft.expect<ChangeRequest>('getChangeRequestById');
    const changeRequest = by === 'id' ? draft.params.changeRequestId : String(number);
    const run = await importFiles(world, newer, { space, changeRequest });
    expect(run).toMatchObject({ status: 'completed', spaces: [{ id: space }] });
    expect(await mainOf(space)).toEqual(['Precious']);
    const pages = await draft.pages();
    expect(titles(pages)).toEqual(['Precious', 'New']);
    expect(pages[0]!.id).toBe(revision.pages[0]!.id);
    expect(await draft.expect('mergeChangeRequest')).toMatchObject({ result: 'merge' });
    expect(await mainOf(space)).toEqual(['Precious', 'New']);
  },
);

it('refuses change requests that are merged, archived or of another space, and targets that it cannot fill', async () => {
  const { space } = await spaceOf(world, precious);
  const { space: other } = await spaceOf(world, precious);
  const archived = await DraftCaller.create(world, space);
  await archived.expect('updateChangeRequestById', { body: { status: 'archived' } });
  const foreign = await DraftCaller.create(world, other);
  const page = (await foreign.pages())[0]!.id;
  const refusals: [object, number][] = [
    [{ space, changeRequest: archived.params.changeRequestId }, 409],
    [{ space, changeRequest: foreign.params.changeRequestId }, 404],
    [{ space, changeRequest: 'nobodyKnowsThisId00000' }, 404],
    [{ changeRequest: archived.params.changeRequestId }, 400],
    [{ space: other, page }, 400],
    [{ page }, 400],
  ];
  for (const [target, status] of refusals)
    expect({ target, status: (await tryImport(target)).status }).toEqual({ target, status });
  expect([await mainOf(space), await mainOf(other)]).toEqual([['Precious'], ['Precious']]);
});

it('keeps to the merge rules of the space, which a change request meets or not when it is merged', async () => {
  const { space } = await spaceOf(world, precious);
  const mergeRules = { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] };
  await world.api.expect('updateSpaceById', {
    token: world.admin.token,
    params: { spaceId: space },
    body: { mergeRules },
  });
  const refused = await tryImport({ space });
  expect(refused.status).toBe(409);
  expect(refused.body.error?.details).toMatchObject([{ field: 'mergeRules.require_at_least_one_review' }]);
  expect(await mainOf(space)).toEqual(['Precious']);
  const draft = await DraftCaller.create(world, space);
  const { status, body } = await tryImport({ space, changeRequest: draft.params.changeRequestId });
  expect(status).toBe(201);
  expect((await ended(world, body.id)).status).toBe('completed');
  expect(titles(await draft.pages())).toEqual(['Precious', 'New']);
});
