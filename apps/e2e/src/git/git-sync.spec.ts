import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GitSyncState, Revision, Site, SiteCustomizationSettings, Space } from '@bindery/contracts';
import type { Page } from 'playwright-core';
import { flat, importFiles, SiteWorld } from '@bindery/testing';
import { signInTo } from '../app/sign-in-to';
import { describeInBrowser, openPages } from '../web/chromium';
import { files, GitWorld, odd } from './git-world';

let git: GitWorld;
beforeAll(async () => (git = await GitWorld.start()));
afterAll(() => git.close());

it('keeps all that was done on either side, and every byte of what was not touched', async () => {
  git.repository('both');
  const space = await git.newSpace();
  await git.succeed('import', space, { ...git.inDocs('both'), repoCommitURL: 'https://git.example.com/commit' });
  const first = await git.current(space);
  const head = git.server.git('both', 'rev-parse', 'main').trim();
  expect(first.git).toEqual({
    oid: head,
    message: 'First',
    createdByGitBook: false,
    url: `https://git.example.com/commit/${head}`,
    ref: 'main',
  });
  expect(flat(first.pages).map((page) => 'git' in page && page.git?.path)).toEqual(['README.md', 'guide.md']);

  // Edited, added and removed here, then exported.
  await git.edit(space, {
    'docs/README.md': '# Home\n\nEdited here.\n',
    'docs/new.md': '# New\n',
    'docs/SUMMARY.md': '* [Home](README.md)\n* [Guide](guide.md)\n* [New](new.md)\n',
  });
  await git.succeed('export', space, git.inDocs('both'));
  expect(git.committed('both', 'docs/README.md')).toBe('# Home\n\nEdited here.\n');
  expect(git.committed('both', 'docs/guide.md')).toBe(odd);
  expect(git.committed('both', 'docs/new.md')).toBe('# New\n');
  expect(git.committed('both', 'LICENSE')).toBe(files.LICENSE);
  expect(git.server.git('both', 'ls-tree', 'main', 'src/tool.sh')).toContain('100755');
  expect(git.server.git('both', 'log', '--format=%s', 'main').trim().split('\n')).toEqual(['From the space', 'First']);
  const exported = await git.current(space);
  expect(exported.git).toMatchObject({ createdByGitBook: true, message: 'From the space', ref: 'main' });

  // Edited and moved there, then imported.
  git.server.commit('both', (folder) => {
    writeFileSync(join(folder, 'docs/new.md'), '# New\n\nEdited there.\n');
    writeFileSync(join(folder, 'LICENSE'), 'Another one.\n');
  });
  await git.succeed('import', space, git.inDocs('both'));
  expect(await git.markdown(space, 'New')).toBe('# New\n\nEdited there.\n');
  expect(await git.markdown(space, 'Home')).toBe('# Home\n\nEdited here.\n');
  const last = await git.current(space);
  const idsOf = (revision: Revision) => flat(revision.pages).map(({ id }) => id);
  expect(idsOf(last)).toEqual(idsOf(exported));
  expect(idsOf(last).slice(0, 2)).toEqual(idsOf(first));

  // Nothing is left to be said by either side.
  const commits = git.server.git('both', 'rev-list', '--count', 'main');
  await git.succeed('export', space, git.inDocs('both'));
  expect(git.server.git('both', 'rev-list', '--count', 'main')).toBe(commits);
});

it('shows with the space what it is synchronised with', async () => {
  git.repository('shown');
  const space = await git.newSpace();
  expect(await git.expect<Space>('getSpaceById', space)).not.toHaveProperty('gitSync');
  const gitInfo = {
    repoName: 'docs/shown',
    installationProvider: 'gitlab',
    url: 'https://gitlab.example.com/docs/shown',
  };
  await git.succeed('import', space, { ...git.inDocs('shown'), gitInfo });
  const { gitSync } = await git.expect<Space>('getSpaceById', space);
  expect(gitSync).toEqual({ ...gitInfo, updatedAt: expect.stringMatching(/Z$/) as string });
  const renamed = await git.expect<Space>('updateSpaceById', space, { body: { title: 'Shown' } });
  expect(renamed.gitSync).toEqual(gitSync);
  const copy = await git.expect<Space>('duplicateSpace', space);
  expect(copy).not.toHaveProperty('gitSync');

  const sites = new SiteWorld(git.world);
  const site = { title: 'Shown', spaces: [space], visibility: 'public' };
  const { id: siteId } = await sites.expect<Site>('createSite', { body: site });
  const look = await sites.expect<SiteCustomizationSettings>('getSiteCustomizationById', { params: { siteId } });
  const body = { ...look, git: { showEditLink: true } };
  await sites.expect('updateSiteCustomizationById', { params: { siteId }, body });
  const { pathname } = new URL(await sites.publish(siteId));
  const page = await fetch(git.world.platform.baseUrl + pathname);
  expect(await page.text()).toContain('"https://gitlab.example.com/docs/shown/-/edit/main/docs/README.md"');
});

it('removes from the repository what was removed here, and nothing else', async () => {
  git.repository('removed');
  const space = await git.newSpace();
  await git.succeed('import', space, git.inDocs('removed'));
  await git.edit(space, { 'docs/SUMMARY.md': '* [Home](README.md)\n' }, ['docs/guide.md']);
  await git.succeed('export', space, git.inDocs('removed'));
  expect(git.server.git('removed', 'ls-tree', '-r', '--name-only', 'main').trim().split('\n')).toEqual([
    'LICENSE',
    'docs/README.md',
    'docs/SUMMARY.md',
    'src/tool.sh',
  ]);
});

it('changes neither side when both have changed and nothing was ever agreed, and says what to do', async () => {
  git.repository('strangers');
  const [made] = (await importFiles(git.world, { 'README.md': '# Other\n' })).spaces;
  const before = await git.current(made!.id);
  const imported = await git.sync('import', made!.id, git.inDocs('strangers'));
  expect(imported.operation).toMatchObject({ state: 'failure', error: expect.stringContaining('have both changed') });
  const exported = await git.sync('export', made!.id, git.inDocs('strangers'));
  expect(exported.operation).toMatchObject({ state: 'failure', error: expect.stringContaining('Import it first') });
  expect((await git.current(made!.id)).id).toBe(before.id);
});

it('replaces what the repository has when an export is forced, and the history keeps it', async () => {
  git.repository('replaced');
  const space = await git.newSpace();
  await git.succeed('import', space, git.inDocs('replaced'));
  await git.edit(space, { 'docs/README.md': '# Home\n\nHere.\n' });
  git.server.commit('replaced', (folder) => writeFileSync(join(folder, 'docs/README.md'), '# Home\n\nThere.\n'));
  await git.succeed('export', space, { ...git.inDocs('replaced'), force: true });
  expect(git.committed('replaced', 'docs/README.md')).toBe('# Home\n\nHere.\n');
  expect(git.server.git('replaced', 'show', 'main~1:docs/README.md')).toBe('# Home\n\nThere.\n');
});

it('lets a forced import replace what the space holds, whose history keeps it', async () => {
  git.repository('forced');
  const [made] = (await importFiles(git.world, { 'README.md': '# Other\n' })).spaces;
  const refused = await git.sync('import', made!.id, git.inDocs('forced'));
  expect(refused.operation).toMatchObject({ state: 'failure' });
  const before = await git.current(made!.id);
  await git.succeed('import', made!.id, { ...git.inDocs('forced'), force: true });
  const after = await git.current(made!.id);
  expect(flat(after.pages).map(({ title }) => title)).toEqual(['Home', 'Guide']);
  expect(after.parents).toEqual([before.id]);
});

it('makes the branch when there is none', async () => {
  git.repository('branches');
  const [made] = (await importFiles(git.world, { 'README.md': '# Mine\n', 'a.md': '# A\n' })).spaces;
  const target = { url: git.server.url('branches.git'), ref: 'refs/heads/docs/mine' };
  await git.succeed('export', made!.id, target);
  expect(git.server.git('branches', 'show', 'docs/mine:a.md')).toBe('# A\n');
  await git.succeed('import', made!.id, target);
});

it('reads a repository that wants credentials, and keeps them to itself', async () => {
  git.repository('private');
  git.server.authorization = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
  const space = await git.newSpace();
  const open = await git.sync('import', space, {
    url: git.server.url('private.git'),
    ref: 'main',
    repoProjectDirectory: 'docs',
  });
  expect(open.operation).toMatchObject({ state: 'failure', error: 'The repository does not exist or is not public' });
  const url = git.server.url('private.git').replace('//', '//me:p%40ss@');
  await git.succeed('import', space, { url, ref: 'main', repoProjectDirectory: 'docs' });
  const state = await git.world.api.expect<GitSyncState>('getSpaceGitInfo', {
    token: git.world.admin.token,
    params: { spaceId: space },
  });
  expect(state.url).toBe(git.server.url('private.git'));
});

it('makes a revision beside the space when it is to stand alone', async () => {
  git.repository('alone');
  const space = await git.newSpace();
  const before = await git.current(space);
  await git.succeed('import', space, { ...git.inDocs('alone'), standalone: true });
  expect((await git.current(space)).id).toBe(before.id);
});

it('says which folder has no pages', async () => {
  git.repository('folders');
  const space = await git.newSpace();
  const errorIn = async (repoProjectDirectory: string) =>
    (await git.sync('import', space, { ...git.inDocs('folders'), repoProjectDirectory })).operation?.error;
  expect(await errorIn('documentation')).toContain('repoProjectDirectory is documentation');
  expect(await errorIn('Docs')).toMatch(/repoProjectDirectory is Docs.*It has docs:/);
  expect(await errorIn('docs/guide.md')).toMatch(/repoProjectDirectory is docs\/guide\.md.*It has a file/);
  expect(await errorIn('src')).toContain('The folder src (repoProjectDirectory) has no Markdown pages');
});

it('names the folder that a space is synchronised with, where another one is named', async () => {
  git.repository('elsewhere');
  const space = await git.newSpace();
  await git.succeed('import', space, git.inDocs('elsewhere'));
  await git.write(space, 'Home', '# Home\n\nHere.\n');
  git.commit('elsewhere', { 'docs/README.md': '# Home\n\nThere.\n' });
  for (const direction of ['import', 'export'] as const) {
    const { operation } = await git.sync(direction, space, {
      ...git.inDocs('elsewhere'),
      repoProjectDirectory: 'handbook',
    });
    expect(operation?.error).toMatch(
      /repoProjectDirectory is handbook.*with the folder docs of this branch\. Send that folder/,
    );
  }
});

it.each([
  ['a ref that is an option', { ref: '--upload-pack=x' }, 'ref'],
  ['a folder outside', { repoProjectDirectory: '../x' }, 'repoProjectDirectory'],
  ['another protocol', { url: 'file:///etc' }, 'url'],
])('refuses %s', async (_, body, field) => {
  const { status, body: answer } = await git.world.api.call<{ error: { message: string } }>('importGitRepository', {
    token: git.world.admin.token,
    params: { spaceId: await git.newSpace() },
    body: { url: 'https://example.com/x.git', ref: 'main', ...body },
  });
  expect(status).toBe(400);
  expect(answer.error.message).toContain(field);
});

it('refuses an internal address, a locked space and users who may not synchronise', async () => {
  const space = await git.newSpace();
  const inside = await git.sync('import', space, { url: 'https://10.0.0.1/x.git', ref: 'main' });
  expect(inside.operation).toMatchObject({ state: 'failure', error: expect.any(String) });
  const body = { url: git.server.url('both.git'), ref: 'main' };
  const asReader = await git.world.api.call('importGitRepository', {
    token: git.world.reader.token,
    params: { spaceId: space },
    body,
  });
  expect(asReader.status).toBe(403);
  await git.world.api.expect('updateSpaceById', {
    token: git.world.admin.token,
    params: { spaceId: space },
    body: { editMode: 'locked' },
  });
  const locked = await git.world.api.call('importGitRepository', {
    token: git.world.admin.token,
    params: { spaceId: space },
    body,
  });
  expect(locked.status).toBe(409);
});

describeInBrowser('the app', () => {
  let page: Page;
  openPages((opened) => (page = opened));

  it('imports from a repository and exports to it, by a form that says how it went', async () => {
    git.repository('by-form');
    const { world } = git;
    const space = await git.newSpace();
    await signInTo(world, page);
    await page.goto(`${world.platform.baseUrl}/app/o/${world.organization}/s/${space}`);
    await page.getByRole('link', { name: 'Export and Git' }).press('Enter');
    const section = page.getByRole('region', { name: 'Git' });
    const outcome = (direction: string) => section.getByRole('status').filter({ hasText: direction }).getByText('done');
    await section.getByLabel('Repository').fill(git.inDocs('by-form').url);
    await section.getByLabel('Folder').fill('docs');
    await section.getByRole('button', { name: 'Import from the repository' }).press('Enter');
    await outcome('Import from the repository').waitFor();
    expect(await git.titles(space)).toEqual(['Home', 'Guide']);
    await git.write(space, 'Home', 'Written here.\n');
    await section.getByLabel('Message of the commit').fill('From the form');
    await section.getByRole('button', { name: 'Export to the repository' }).press('Enter');
    await outcome('Export to the repository').waitFor();
    expect(git.committed('by-form', 'docs/README.md')).toContain('Written here.');
    expect(git.server.git('by-form', 'log', '-1', '--format=%s', 'main').trim()).toBe('From the form');
  });
});
