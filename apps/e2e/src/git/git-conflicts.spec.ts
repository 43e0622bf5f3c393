import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ChangeRequest,
  DocumentPage,
  GitSyncOperation,
  MergeResult,
  Page,
  Revision,
  Space,
} from '@bindery/contracts';
import { flat, until } from '@bindery/testing';
import { GitWorld } from './git-world';

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
/** Changes a space whose merge rules want a change request. */
async function change(space: string, ...changes: object[]): Promise<void> {
  const { id: changeRequestId } = await git.expect<ChangeRequest>('createChangeRequest', space, {
    body: { subject: 'A change' },
  });
  const params = { changeRequestId };
  await git.expect('updateChangeRequestContent', space, { params, body: { changes } });
  expect(await merge(space, changeRequestId)).toMatchObject({ result: 'merge' });
}
async function write(space: string, markdown: string): Promise<void> {
  const { id: page } = await git.page(space, 'Home');
  await change(space, { operation: 'update_page', page, document: { markdown } });
}

const merge = (space: string, changeRequestId: string) =>
  git.expect<MergeResult>('mergeChangeRequest', space, { params: { changeRequestId } });

/** Has changes of the space come by change requests, as its Git imports then do too. */
const ruled = (space: string) =>
  git.expect('updateSpaceById', space, {
    body: { mergeRules: { type: 'rules', rules: [{ rule: 'require_change_request_subject' }] } },
  });
/** The change request once it is closed. */
async function closed(space: string, changeRequestId: string): Promise<ChangeRequest> {
  const find = () => git.expect<ChangeRequest>('getChangeRequestById', space, { params: { changeRequestId } });
  await until(async () => (await find()).status === 'archived');
  return find();
}

it('merges at once what both sides changed in different blocks and pages', async () => {
  const space = await agreed('apart');
  await git.write(space, 'Home', two('One here.', 'Two.'));
  git.commit('apart', { 'docs/README.md': two('One.', 'Two there.'), 'docs/other.md': '# Other\n\nThere.\n' });
  const before = await git.current(space);
  const run = await git.succeed('import', space, git.inDocs('apart'));
  expect(run).not.toHaveProperty('changeRequest');
  expect(await git.markdown(space, 'Home')).toBe(two('One here.', 'Two there.'));
  expect(await git.markdown(space, 'Other')).toBe('# Other\n\nThere.\n');
  const merged = await git.current(space);
  expect(flat(merged.pages).map(({ id }) => id)).toEqual(flat(before.pages).map(({ id }) => id));
  expect(merged).toMatchObject({ type: 'edits', parents: [before.id, expect.any(String)] });
  expect(merged.git?.oid).toBe(git.server.git('apart', 'rev-parse', 'main').trim());

  // The same commit again changes nothing; the export pushes what the repository lacks.
  await git.succeed('import', space, git.inDocs('apart'));
  expect((await git.current(space)).id).toBe(merged.id);
  await git.succeed('export', space, git.inDocs('apart'));
  expect(git.committed('apart', 'docs/README.md')).toBe(two('One here.', 'Two there.'));
  expect((await git.expect<Page<ChangeRequest>>('listChangeRequestsForSpace', space)).items).toEqual([]);
});

it('leaves to users what would take much of the space from its readers', async () => {
  const pages = ['a', 'b', 'c'];
  git.repository('much', {
    'docs/README.md': '# Home\n\nText.\n',
    'docs/SUMMARY.md': ['* [Home](README.md)', ...pages.map((page) => `* [${page}](${page}.md)`)].join('\n'),
    ...Object.fromEntries(pages.map((page) => [`docs/${page}.md`, `# ${page}\n\nText.\n`])),
  });
  const space = await git.newSpace();
  await git.succeed('import', space, git.inDocs('much'));
  await git.write(space, 'Home', '# Home\n\nHere.\n');
  git.commit('much', { 'docs/SUMMARY.md': '* [Home](README.md)\n' });
  git.server.commit('much', (folder) => pages.forEach((page) => rmSync(join(folder, `docs/${page}.md`))));
  const request = await proposed(space, await git.succeed('import', space, git.inDocs('much')));
  expect(JSON.stringify(request.description)).toContain('delete 3 of 4 pages');
  expect(await git.titles(space)).toEqual(['Home', ...pages]);
});

it('goes round with nothing lost by a change request, where the merge rules want one', async () => {
  const space = await agreed('round');
  await ruled(space);
  await write(space, two('One here.', 'Two.'));
  git.commit(
    'round',
    { 'docs/README.md': two('One.', 'Two there.'), 'docs/other.md': '# Other\n\nThere.\n' },
    'Theirs\n',
  );
  const before = await git.current(space);

  const run = await git.succeed('import', space, git.inDocs('round'));
  const request = await proposed(space, run);
  expect(request).toMatchObject({ number: 2, status: 'open', subject: 'Git: Theirs', outdated: true });
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

it('leaves to users what both sides wrote in one place, and brings later commits into the same change request', async () => {
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

it('closes the change request that a later commit leaves nothing to merge in', async () => {
  const space = await agreed('void');
  await git.write(space, 'Home', two('One here.', 'Two.'));
  git.commit('void', { 'docs/README.md': two('One there.', 'Two.') });
  const { id } = await proposed(space, await git.succeed('import', space, git.inDocs('void')));
  // Both versions enter the draft, which is not edited.
  expect(await merge(space, id)).toMatchObject({ result: 'conflicts' });
  git.commit('void', { 'docs/README.md': two('One.', 'Two there.') });
  const later = await git.succeed('import', space, git.inDocs('void'));
  expect(later).not.toHaveProperty('changeRequest');
  expect(await git.markdown(space, 'Home')).toBe(two('One here.', 'Two there.'));
  expect(JSON.stringify((await closed(space, id)).description)).toContain('nothing is left to merge');
  // It can be opened again.
  await git.expect('updateChangeRequestById', space, { params: { changeRequestId: id }, body: { status: 'open' } });
});

it('closes it when the repository goes back, or an export replaces what it has', async () => {
  const space = await agreed('back');
  const first = git.server.git('back', 'rev-parse', 'main').trim();
  await git.write(space, 'Home', two('One here.', 'Two.'));
  git.commit('back', { 'docs/README.md': two('One there.', 'Two.') });
  const there = git.server.git('back', 'rev-parse', 'main').trim();
  const one = await proposed(space, await git.succeed('import', space, git.inDocs('back')));
  git.server.git('back', 'update-ref', 'refs/heads/main', first);
  await git.succeed('import', space, git.inDocs('back'));
  await closed(space, one.id);
  expect(await git.markdown(space, 'Home')).toBe(two('One here.', 'Two.'));

  git.server.git('back', 'update-ref', 'refs/heads/main', there);
  const other = await proposed(space, await git.succeed('import', space, git.inDocs('back')));
  expect(other.number).toBe(2);
  await git.succeed('export', space, { ...git.inDocs('back'), force: true });
  await closed(space, other.id);
  expect(git.committed('back', 'docs/README.md')).toBe(two('One here.', 'Two.'));
});

it('closes it when the space has got the same content, with any merge rules', async () => {
  const space = await agreed('alike');
  await ruled(space);
  await write(space, two('One here.', 'Two.'));
  git.commit('alike', { 'docs/other.md': '# Other\n\nThere.\n' });
  const { id } = await proposed(space, await git.succeed('import', space, git.inDocs('alike')));
  const { id: page } = await git.page(space, 'Other');
  await change(space, { operation: 'update_page', page, document: { markdown: '# Other\n\nThere.\n' } });
  await git.succeed('import', space, git.inDocs('alike'));
  await closed(space, id);
  expect(await git.markdown(space, 'Other')).toBe('# Other\n\nThere.\n');
});

it('leaves it open when a user has edited it, with all its content', async () => {
  const space = await agreed('kept');
  await git.write(space, 'Home', two('One here.', 'Two.'));
  git.commit('kept', { 'docs/README.md': two('One there.', 'Two.') });
  const { id } = await proposed(space, await git.succeed('import', space, git.inDocs('kept')));
  const { id: page } = await git.page(space, 'Other');
  const changes = [{ operation: 'update_page', page, document: { markdown: '# Other\n\nOf a person.\n' } }];
  await git.expect('updateChangeRequestContent', space, { params: { changeRequestId: id }, body: { changes } });
  git.commit('kept', { 'docs/README.md': two('One.', 'Two.') });
  const later = await git.succeed('import', space, git.inDocs('kept'));
  expect(later.changeRequest).toBe(id);
  const params = { changeRequestId: id, pageId: page };
  const draft = await git.expect<DocumentPage>('getPageInChangeRequestById', space, { params });
  expect(JSON.stringify(draft.document)).toContain('Of a person.');
  expect((await git.expect<ChangeRequest>('getChangeRequestById', space, { params })).status).toBe('open');
});

it('keeps what the space removed or added while the repository changed something else', async () => {
  const space = await agreed('removed');
  const { id: page } = await git.page(space, 'Other');
  await git.expect('updateSpaceContent', space, {
    body: {
      changes: [
        { operation: 'delete_page', page },
        { operation: 'insert_page', title: 'Mine', document: { markdown: 'Mine.' } },
      ],
    },
  });
  git.commit('removed', { 'docs/README.md': two('One.', 'Two there.') });
  expect(await git.succeed('import', space, git.inDocs('removed'))).not.toHaveProperty('changeRequest');
  expect(await git.titles(space)).toEqual(['Home', 'Mine']);
  expect(await git.markdown(space, 'Home')).toBe(two('One.', 'Two there.'));
  await git.succeed('export', space, git.inDocs('removed'));
  expect(git.server.git('removed', 'ls-tree', '-r', '--name-only', 'main')).not.toContain('other.md');
});

it('makes another change request when a user has archived the first', async () => {
  const space = await agreed('archived');
  await ruled(space);
  await write(space, two('One here.', 'Two.'));
  git.commit('archived', { 'docs/other.md': '# Other\n\nThere.\n' });
  const first = await proposed(space, await git.succeed('import', space, git.inDocs('archived')));
  await git.expect('updateChangeRequestById', space, {
    params: { changeRequestId: first.id },
    body: { status: 'archived' },
  });
  const second = await proposed(space, await git.succeed('import', space, git.inDocs('archived')));
  expect(second.number).toBe(3);
  expect(await merge(space, second.id)).toMatchObject({ result: 'merge' });
  expect(await git.markdown(space, 'Home')).toBe(two('One here.', 'Two.'));
  expect(await git.markdown(space, 'Other')).toBe('# Other\n\nThere.\n');
});
