import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentPage, GitSyncState, Revision } from '@bindery/contracts';
import { GitServer } from '@bindery/testing';
import { flat } from '../content/space-client';
import { importFiles } from '../support/imports';
import { createOwnWorld, type World } from '../support/world';

jest.setTimeout(60_000);

let world: World;
let server: GitServer;
beforeAll(async () => {
  server = await new GitServer().start();
  world = await createOwnWorld({ OUTBOUND_ALLOW: '127.0.0.1' });
});
afterAll(async () => {
  await world.close();
  await server.stop();
});

/** Bytes that no formatter would write: they come back as they are only when nothing touches them. */
const odd = '# Guide\r\n\r\n*  odd   bullets\r\n+ of   two kinds\r\n\r\nSee [home](README.md).';
const files = {
  'docs/README.md': '# Home\n\nThe beginning.\n',
  'docs/guide.md': odd,
  'docs/SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n* [Guide](guide.md)\n',
  LICENSE: 'None of the space.\n',
  'src/tool.sh': '#!/bin/sh\n',
};

function repository(name: string, content: Record<string, string> = files): void {
  server.repository(name, (folder, git) => {
    for (const [path, text] of Object.entries(content)) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text, path.endsWith('.sh') ? { mode: 0o755 } : {});
    }
    git('add', '.');
    git('commit', '-qm', 'First');
  });
}

const inDocs = (name: string) => ({
  url: server.url(`${name}.git`),
  ref: 'refs/heads/main',
  repoProjectDirectory: 'docs',
});

async function newSpace(): Promise<string> {
  const { id } = await world.api.expect<{ id: string }>('createSpace', {
    token: world.admin.token,
    params: { organizationId: world.organization },
    body: { title: 'Synchronised' },
  });
  return id;
}

/** Synchronises and waits for the end. */
async function sync(direction: 'import' | 'export', spaceId: string, body: object): Promise<GitSyncState> {
  const token = world.admin.token;
  const before = await world.api.call<GitSyncState>('getSpaceGitInfo', { token, params: { spaceId } });
  const operation = direction === 'import' ? 'importGitRepository' : 'exportToGitRepository';
  await world.api.expect(operation, {
    token,
    params: { spaceId },
    body: { ...(direction === 'export' && { commitMessage: 'From the space' }), ...body },
  });
  for (let look = 0; look < 400; look++) {
    const state = await world.api.expect<GitSyncState>('getSpaceGitInfo', { token, params: { spaceId } });
    const isNew = state.operation!.startedAt !== before.body?.operation?.startedAt;
    if (isNew && state.operation!.state !== 'running') return state;
    await sleep(50);
  }
  throw new Error('The synchronisation does not end');
}

const succeed = async (direction: 'import' | 'export', spaceId: string, body: object): Promise<void> => {
  const { operation } = await sync(direction, spaceId, body);
  expect(operation).toMatchObject({ state: 'success', direction, stage: 'finalize' });
};
const current = (spaceId: string) =>
  world.api.expect<Revision>('getCurrentRevision', { token: world.admin.token, params: { spaceId } });
const markdown = async (spaceId: string, title: string): Promise<string> => {
  const page = flat((await current(spaceId)).pages).find((one) => one.title === title)!;
  const { body } = await world.api.call<DocumentPage>('getPageById', {
    token: world.admin.token,
    params: { spaceId, pageId: page.id },
    query: { format: 'markdown' },
  });
  return body.markdown ?? '';
};
const edit = (spaceId: string, changes: Record<string, string>, without: string[] = []) => {
  const own = Object.entries({ ...files, ...changes }).flatMap(([path, text]) =>
    path.startsWith('docs/') && !without.includes(path) ? [[path.slice(5), text]] : [],
  );
  return importFiles(world, Object.fromEntries(own) as Record<string, string>, { space: spaceId });
};
const committed = (name: string, path: string) => server.git(name, 'show', `main:${path}`);

it('keeps all that was done on either side, and every byte of what was not touched', async () => {
  repository('both');
  const space = await newSpace();
  await succeed('import', space, { ...inDocs('both'), repoCommitURL: 'https://git.example.com/commit' });
  const first = await current(space);
  const head = server.git('both', 'rev-parse', 'main').trim();
  expect(first.git).toEqual({
    oid: head,
    message: 'First',
    createdByGitBook: false,
    url: `https://git.example.com/commit/${head}`,
    ref: 'main',
  });
  expect(flat(first.pages).map((page) => 'git' in page && page.git?.path)).toEqual(['README.md', 'guide.md']);

  // Edited, added and removed here, then exported.
  await edit(space, {
    'docs/README.md': '# Home\n\nEdited here.\n',
    'docs/new.md': '# New\n',
    'docs/SUMMARY.md': '* [Home](README.md)\n* [Guide](guide.md)\n* [New](new.md)\n',
  });
  await succeed('export', space, inDocs('both'));
  expect(committed('both', 'docs/README.md')).toBe('# Home\n\nEdited here.\n');
  expect(committed('both', 'docs/guide.md')).toBe(odd);
  expect(committed('both', 'docs/new.md')).toBe('# New\n');
  expect(committed('both', 'LICENSE')).toBe(files.LICENSE);
  expect(server.git('both', 'ls-tree', 'main', 'src/tool.sh')).toContain('100755');
  expect(server.git('both', 'log', '--format=%s', 'main').trim().split('\n')).toEqual(['From the space', 'First']);
  const exported = await current(space);
  expect(exported.git).toMatchObject({ createdByGitBook: true, message: 'From the space', ref: 'main' });

  // Edited and moved there, then imported.
  server.commit('both', (folder) => {
    writeFileSync(join(folder, 'docs/new.md'), '# New\n\nEdited there.\n');
    writeFileSync(join(folder, 'LICENSE'), 'Another one.\n');
  });
  await succeed('import', space, inDocs('both'));
  expect(await markdown(space, 'New')).toBe('# New\n\nEdited there.\n');
  expect(await markdown(space, 'Home')).toBe('# Home\n\nEdited here.\n');
  const last = await current(space);
  const idsOf = (revision: Revision) => flat(revision.pages).map(({ id }) => id);
  expect(idsOf(last)).toEqual(idsOf(exported));
  expect(idsOf(last).slice(0, 2)).toEqual(idsOf(first));

  // Nothing is left to be said by either side.
  const commits = server.git('both', 'rev-list', '--count', 'main');
  await succeed('export', space, inDocs('both'));
  expect(server.git('both', 'rev-list', '--count', 'main')).toBe(commits);
});

it('removes from the repository what was removed here, and nothing else', async () => {
  repository('removed');
  const space = await newSpace();
  await succeed('import', space, inDocs('removed'));
  await edit(space, { 'docs/SUMMARY.md': '* [Home](README.md)\n' }, ['docs/guide.md']);
  await succeed('export', space, inDocs('removed'));
  expect(server.git('removed', 'ls-tree', '-r', '--name-only', 'main').trim().split('\n')).toEqual([
    'LICENSE',
    'docs/README.md',
    'docs/SUMMARY.md',
    'src/tool.sh',
  ]);
});

it('changes neither side when both have changed, and says what to do', async () => {
  repository('conflict');
  const space = await newSpace();
  await succeed('import', space, inDocs('conflict'));
  await edit(space, { 'docs/README.md': '# Home\n\nHere.\n' });
  server.commit('conflict', (folder) => writeFileSync(join(folder, 'docs/README.md'), '# Home\n\nThere.\n'));
  const before = await current(space);
  const imported = await sync('import', space, inDocs('conflict'));
  expect(imported.operation).toMatchObject({ state: 'failure', error: expect.stringContaining('have both changed') });
  const exported = await sync('export', space, inDocs('conflict'));
  expect(exported.operation).toMatchObject({ state: 'failure', error: expect.stringContaining('Import it first') });
  expect((await current(space)).id).toBe(before.id);
  expect(committed('conflict', 'docs/README.md')).toBe('# Home\n\nThere.\n');

  await succeed('export', space, { ...inDocs('conflict'), force: true });
  expect(committed('conflict', 'docs/README.md')).toBe('# Home\n\nHere.\n');
  // What was there is still in the history.
  expect(server.git('conflict', 'show', 'main~1:docs/README.md')).toBe('# Home\n\nThere.\n');
});

it('lets a forced import replace what the space holds, whose history keeps it', async () => {
  repository('forced');
  const [made] = (await importFiles(world, { 'README.md': '# Other\n' })).spaces;
  const refused = await sync('import', made!.id, inDocs('forced'));
  expect(refused.operation).toMatchObject({ state: 'failure' });
  const before = await current(made!.id);
  await succeed('import', made!.id, { ...inDocs('forced'), force: true });
  const after = await current(made!.id);
  expect(flat(after.pages).map(({ title }) => title)).toEqual(['Home', 'Guide']);
  expect(after.parents).toEqual([before.id]);
});

it('makes the branch when there is none', async () => {
  repository('branches');
  const [made] = (await importFiles(world, { 'README.md': '# Mine\n', 'a.md': '# A\n' })).spaces;
  const target = { url: server.url('branches.git'), ref: 'refs/heads/docs/mine' };
  await succeed('export', made!.id, target);
  expect(server.git('branches', 'show', 'docs/mine:a.md')).toBe('# A\n');
  await succeed('import', made!.id, target);
});

it('reads a repository that wants credentials, and keeps them to itself', async () => {
  repository('private');
  server.authorization = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
  const space = await newSpace();
  const open = await sync('import', space, {
    url: server.url('private.git'),
    ref: 'main',
    repoProjectDirectory: 'docs',
  });
  expect(open.operation).toMatchObject({ state: 'failure', error: 'The repository does not exist or is not public' });
  const url = server.url('private.git').replace('//', '//me:p%40ss@');
  await succeed('import', space, { url, ref: 'main', repoProjectDirectory: 'docs' });
  const state = await world.api.expect<GitSyncState>('getSpaceGitInfo', {
    token: world.admin.token,
    params: { spaceId: space },
  });
  expect(state.url).toBe(server.url('private.git'));
});

it('makes a revision beside the space when it is to stand alone', async () => {
  repository('alone');
  const space = await newSpace();
  const before = await current(space);
  await succeed('import', space, { ...inDocs('alone'), standalone: true });
  expect((await current(space)).id).toBe(before.id);
});

it.each([
  ['a ref that is an option', { ref: '--upload-pack=x' }, 'ref'],
  ['a folder outside', { repoProjectDirectory: '../x' }, 'repoProjectDirectory'],
  ['another protocol', { url: 'file:///etc' }, 'url'],
])('refuses %s', async (_, body, field) => {
  const { status, body: answer } = await world.api.call<{ error: { message: string } }>('importGitRepository', {
    token: world.admin.token,
    params: { spaceId: await newSpace() },
    body: { url: 'https://example.com/x.git', ref: 'main', ...body },
  });
  expect(status).toBe(400);
  expect(answer.error.message).toContain(field);
});

it('refuses an address inside, a locked space and whoever may not synchronise', async () => {
  const space = await newSpace();
  const inside = await sync('import', space, { url: 'https://10.0.0.1/x.git', ref: 'main' });
  expect(inside.operation).toMatchObject({ state: 'failure', error: expect.any(String) });
  const body = { url: server.url('both.git'), ref: 'main' };
  const asReader = await world.api.call('importGitRepository', {
    token: world.reader.token,
    params: { spaceId: space },
    body,
  });
  expect(asReader.status).toBe(403);
  await world.api.expect('updateSpaceById', {
    token: world.admin.token,
    params: { spaceId: space },
    body: { editMode: 'locked' },
  });
  const locked = await world.api.call('importGitRepository', {
    token: world.admin.token,
    params: { spaceId: space },
    body,
  });
  expect(locked.status).toBe(409);
});
