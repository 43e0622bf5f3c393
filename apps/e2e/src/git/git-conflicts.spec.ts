import type { ChangeRequest, GitSyncOperation, MergeResult, Page, Revision, Space } from '@bindery/contracts';
import { until } from '@bindery/testing';
import { flat } from '../content/space-client';
import { GitWorld } from './git-world';

jest.setTimeout(180_000);

let git: GitWorld;
beforeAll(async () => (git = await GitWorld.start()));
afterAll(() => git.close());

const two = (first: string, second: string) => `# Home\n\n${first}\n\n${second}\n`;

/** A space and a repository that agree on a page of two paragraphs. */
async function agreed(name: string): Promise<string> {
  git.repository(name, {
    'docs/README.md': two('One.', 'Two.'),
    'docs/other.md': '# Other\n\nText.\n',
    'docs/SUMMARY.md': '* [Home](README.md)\n* [Other](other.md)\n',
  });
  const space = await git.newSpace();
  await git.succeed('import', space, git.inDocs(name));
  return space;
}

/** The change request that the import became, once its own service has made it. */
async function proposed(space: string, { changeRequest }: GitSyncOperation): Promise<ChangeRequest> {
  expect(changeRequest).toEqual(expect.any(String));
  let request: ChangeRequest | undefined;
  await until(async () => {
    const { items } = await git.expect<Page<ChangeRequest>>('listChangeRequestsForSpace', space);
    request = items.find(({ id }) => id === changeRequest);
    return request !== undefined;
  });
  return request!;
}
const merge = (space: string, changeRequestId: string) =>
  git.expect<MergeResult>('mergeChangeRequest', space, { params: { changeRequestId } });

it('goes round with nothing lost when both sides have changed', async () => {
  const space = await agreed('round');
  await git.write(space, 'Home', two('One here.', 'Two.'));
  git.commit(
    'round',
    { 'docs/README.md': two('One.', 'Two there.'), 'docs/other.md': '# Other\n\nThere.\n' },
    'Theirs\n',
  );
  const before = await git.current(space);

  const run = await git.succeed('import', space, git.inDocs('round'));
  const request = await proposed(space, run);
  expect(request).toMatchObject({ number: 1, status: 'open', subject: 'Git: Theirs', outdated: true });
  expect(request.createdBy.id).toBe(git.world.admin.id);
  expect((await git.current(space)).id).toBe(before.id);
  // The draft is what the repository has, on the pages that both have in common.
  const draft = await git.expect<Revision>('getRevisionOfChangeRequestById', space, {
    params: { changeRequestId: request.id },
  });
  expect(draft.git?.message).toBe('Theirs');
  expect(flat(draft.pages).map(({ id }) => id)).toEqual(flat(before.pages).map(({ id }) => id));

  // The same commit again says the same; what is not merged cannot be exported over it.
  expect((await git.succeed('import', space, git.inDocs('round'))).changeRequest).toBe(request.id);
  const early = await git.sync('export', space, git.inDocs('round'));
  expect(early.operation).toMatchObject({ state: 'failure', error: expect.stringContaining('change request') });

  expect(await merge(space, request.id)).toMatchObject({ result: 'merge' });
  expect(await git.markdown(space, 'Home')).toBe(two('One here.', 'Two there.'));
  expect(await git.markdown(space, 'Other')).toBe('# Other\n\nThere.\n');
  await git.succeed('export', space, git.inDocs('round'));
  expect(git.committed('round', 'docs/README.md')).toBe(two('One here.', 'Two there.'));

  // Both agree again: what changes there comes in as it is, and nothing is left to be said.
  git.commit('round', { 'docs/other.md': '# Other\n\nThere again.\n' });
  expect((await git.succeed('import', space, git.inDocs('round'))).changeRequest).toBeUndefined();
  expect(await git.markdown(space, 'Other')).toBe('# Other\n\nThere again.\n');
  const commits = git.server.git('round', 'rev-list', '--count', 'main');
  await git.succeed('export', space, git.inDocs('round'));
  expect(git.server.git('round', 'rev-list', '--count', 'main')).toBe(commits);
});

it('leaves to people what both sides wrote in one place, and brings later commits into the same change request', async () => {
  const space = await agreed('clash');
  await git.write(space, 'Home', two('One here.', 'Two.'));
  git.commit('clash', { 'docs/README.md': two('One there.', 'Two.') });
  const first = await proposed(space, await git.succeed('import', space, git.inDocs('clash')));
  git.commit('clash', { 'docs/other.md': '# Other\n\nLater.\n' });
  const second = await git.succeed('import', space, git.inDocs('clash'));
  expect(second.changeRequest).toBe(first.id);

  const params = { changeRequestId: first.id };
  expect(await merge(space, first.id)).toMatchObject({ result: 'conflicts' });
  expect(await git.markdown(space, 'Home')).toBe(two('One here.', 'Two.'));
  const { id: page } = await git.page(space, 'Home');
  const changes = [{ operation: 'update_page', page, document: { markdown: two('One of both.', 'Two.') } }];
  await git.expect('updateChangeRequestContent', space, { params, body: { changes } });
  expect(await merge(space, first.id)).toMatchObject({ result: 'merge' });
  expect(await git.markdown(space, 'Home')).toBe(two('One of both.', 'Two.'));
  expect(await git.markdown(space, 'Other')).toBe('# Other\n\nLater.\n');
  await git.succeed('export', space, git.inDocs('clash'));
  expect(git.committed('clash', 'docs/README.md')).toBe(two('One of both.', 'Two.'));
  expect((await git.expect<Space>('getSpaceById', space)).changeRequests).toBe(1);
});

it('keeps what the space removed or added while the repository changed something else', async () => {
  const space = await agreed('apart');
  const { id: page } = await git.page(space, 'Other');
  await git.expect('updateSpaceContent', space, {
    body: {
      changes: [
        { operation: 'delete_page', page },
        { operation: 'insert_page', title: 'Mine', document: { markdown: 'Mine.' } },
      ],
    },
  });
  git.commit('apart', { 'docs/README.md': two('One.', 'Two there.') });
  const { id } = await proposed(space, await git.succeed('import', space, git.inDocs('apart')));
  expect(await merge(space, id)).toMatchObject({ result: 'merge' });
  expect(await git.titles(space)).toEqual(['Home', 'Mine']);
  expect(await git.markdown(space, 'Home')).toBe(two('One.', 'Two there.'));
  await git.succeed('export', space, git.inDocs('apart'));
  expect(git.server.git('apart', 'ls-tree', '-r', '--name-only', 'main')).not.toContain('other.md');
});

it('makes another change request when somebody has archived the first', async () => {
  const space = await agreed('archived');
  await git.write(space, 'Home', two('One here.', 'Two.'));
  git.commit('archived', { 'docs/other.md': '# Other\n\nThere.\n' });
  const first = await proposed(space, await git.succeed('import', space, git.inDocs('archived')));
  await git.expect('updateChangeRequestById', space, {
    params: { changeRequestId: first.id },
    body: { status: 'archived' },
  });
  const second = await proposed(space, await git.succeed('import', space, git.inDocs('archived')));
  expect(second.number).toBe(2);
  expect(await merge(space, second.id)).toMatchObject({ result: 'merge' });
  expect(await git.markdown(space, 'Home')).toBe(two('One here.', 'Two.'));
  expect(await git.markdown(space, 'Other')).toBe('# Other\n\nThere.\n');
});
