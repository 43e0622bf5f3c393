import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { GitSyncState } from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import { until } from '@bindery/testing';
import { files, GitWorld, writeAll } from './git-world';

let git: GitWorld;
beforeAll(async () => (git = await GitWorld.start()));
afterAll(() => git.close());
afterEach(() => {
  git.server.beforePush = git.server.afterPush = () => Promise.resolve();
});

/** A space with a page that its repository does not have yet. */
async function withNewPage(name: string): Promise<string> {
  git.repository(name);
  const space = await git.newSpace();
  await git.succeed('import', space, git.inDocs(name));
  const summary = '* [Home](README.md)\n* [Guide](guide.md)\n* [New](new.md)\n';
  await git.edit(space, { 'docs/new.md': '# New\n', 'docs/SUMMARY.md': summary });
  return space;
}

it('records a push during which the space was edited, and exports the edit with the next one', async () => {
  const space = await withNewPage('edited');
  git.server.beforePush = () => git.write(space, 'Guide', '# Guide\n\nDuring the push.\n');
  await git.succeed('export', space, git.inDocs('edited'));
  git.server.beforePush = () => Promise.resolve();
  expect(git.committed('edited', 'docs/new.md')).toBe('# New\n');
  expect(await git.markdown(space, 'Guide')).toContain('During the push.');

  await git.succeed('export', space, git.inDocs('edited'));
  expect(git.committed('edited', 'docs/new.md')).toBe('# New\n');
  expect(git.committed('edited', 'docs/guide.md')).toContain('During the push.');
  expect(git.commits('edited')).toBe('3');
  await git.succeed('export', space, git.inDocs('edited'));
  expect(git.commits('edited')).toBe('3');
});

it('imports on top of a push during which the space was edited', async () => {
  const space = await withNewPage('edited-there');
  git.server.beforePush = () => git.write(space, 'Guide', '# Guide\n\nDuring the push.\n');
  await git.succeed('export', space, git.inDocs('edited-there'));
  const { id } = await git.page(space, 'New');
  git.commit('edited-there', { 'docs/new.md': '# New\n\nEdited there.\n' });
  await git.succeed('import', space, git.inDocs('edited-there'));
  expect(await git.markdown(space, 'New')).toContain('Edited there.');
  expect(await git.markdown(space, 'Guide')).toContain('During the push.');
  expect((await git.page(space, 'New')).id).toBe(id);
});

it('goes on from a push whose answer was lost, also when the space was edited since', async () => {
  const space = await withNewPage('unanswered');
  git.server.afterPush = () => Promise.reject(new Error('The connection breaks'));
  const { operation } = await git.sync('export', space, git.inDocs('unanswered'));
  expect(operation).toMatchObject({ state: 'failure' });
  expect(git.pathsOf('unanswered')).toContain('docs/new.md');
  git.server.afterPush = () => Promise.resolve();
  await git.edit(space, { 'docs/README.md': '# Home\n\nEdited since.\n' });
  await git.succeed('export', space, git.inDocs('unanswered'));
  expect(git.committed('unanswered', 'docs/README.md')).toContain('Edited since.');
  expect(git.pathsOf('unanswered')).toEqual(Object.keys(files).sort());
});

it('goes on from a push that a crash left unrecorded, also when the space was edited since', async () => {
  const space = await withNewPage('crashed');
  const { platform, admin, api } = git.world;
  const postpone = (hours: number) =>
    platform.services.content.app
      .get(Database)
      .run(`update job set run_after = now() + $2 * interval '1 hour' where input ->> 'space' = $1`, [space, hours]);
  let end = () => {};
  const pushed = new Promise<void>((resolve) => {
    git.server.afterPush = () => {
      resolve();
      return new Promise((ended) => (end = ended));
    };
  });
  const request = { token: admin.token, params: { spaceId: space } };
  await api.expect('exportToGitRepository', {
    ...request,
    body: { commitMessage: 'From the space', ...git.inDocs('crashed') },
  });
  await pushed;
  await postpone(1);
  await platform.stop('content');
  end();
  git.server.afterPush = () => Promise.resolve();
  await platform.restart('content');
  await git.edit(space, { 'docs/README.md': '# Home\n\nEdited since.\n' });
  await postpone(0);
  await until(async () => {
    const { operation } = await api.expect<GitSyncState>('getSpaceGitInfo', request);
    expect(operation!.state).not.toBe('failure');
    return operation!.state === 'success';
  });
  expect(git.committed('crashed', 'docs/README.md')).toContain('Edited since.');
  expect(git.pathsOf('crashed')).toEqual(Object.keys(files).sort());
});

describe('links and executable files', () => {
  const modes = (name: string) =>
    Object.fromEntries(
      git.server
        .git(name, 'ls-tree', '-r', 'main')
        .trim()
        .split('\n')
        .map((line) => [line.slice(line.indexOf('\t') + 1), line.slice(0, 6)]),
    );
  const linked = {
    'docs/README.md': '120000',
    'docs/SUMMARY.md': '100644',
    'docs/guide.md': '100644',
    'docs/old': '120000',
    'docs/new/a.md': '100644',
    'docs/new/install.sh': '100755',
    'TOP.md': '100644',
  };

  function repository(name: string): void {
    git.server.repository(name, (folder, command) => {
      writeAll(folder, {
        'TOP.md': '# Top\n',
        'docs/SUMMARY.md': '* [Top](README.md)\n* [Guide](guide.md)\n* [New](new/a.md)\n* [Old](old/a.md)\n',
        'docs/guide.md': '# Guide\n\n[Install](new/install.sh)\n',
        'docs/new/a.md': '# A\n',
        'docs/new/install.sh': '#!/bin/sh\n',
      });
      symlinkSync('../TOP.md', join(folder, 'docs/README.md'));
      symlinkSync('new', join(folder, 'docs/old'));
      command('add', '.');
      command('commit', '-qm', 'First');
    });
  }

  it('stay as they are, also when their target or another page is edited', async () => {
    repository('linked');
    const space = await git.newSpace();
    await git.succeed('import', space, git.inDocs('linked'));
    expect(await git.titles(space)).toEqual(['Top', 'Guide', 'New', 'Old']);
    await git.succeed('export', space, git.inDocs('linked'));
    expect(git.commits('linked')).toBe('1');
    for (const [title, path] of [
      ['New', 'docs/new/a.md'],
      ['Guide', 'docs/guide.md'],
    ] as const) {
      await git.write(space, title, `# ${title}\n\nEdited here.\n`);
      const { problems } = await git.succeed('export', space, git.inDocs('linked'));
      expect(problems).toBeUndefined();
      expect(git.committed('linked', path)).toContain('Edited here.');
      expect(modes('linked')).toEqual(linked);
    }
    expect(git.commits('linked')).toBe('3');
  });

  it('become files where their own page is edited, which the export says', async () => {
    repository('unlinked');
    const space = await git.newSpace();
    await git.succeed('import', space, git.inDocs('unlinked'));
    await git.write(space, 'Top', '# Top\n\nEdited here.\n');
    await git.write(space, 'Old', '# Old\n\nEdited here.\n');
    const { problems } = await git.succeed('export', space, git.inDocs('unlinked'));
    expect(problems!.map(({ file, message }) => [file, message])).toEqual(
      ['README.md', 'old'].map((link) => [link, expect.stringContaining('The symbolic link was replaced') as string]),
    );
    const { 'docs/old': _link, ...others } = linked;
    const copies = { 'docs/README.md': '100644', 'docs/old/a.md': '100644', 'docs/old/install.sh': '100755' };
    expect(modes('unlinked')).toEqual({ ...others, ...copies });
    expect(git.committed('unlinked', 'TOP.md')).toBe('# Top\n');
    expect(git.committed('unlinked', 'docs/README.md')).toContain('Edited here.');
    expect(git.committed('unlinked', 'docs/new/a.md')).toBe('# A\n');
    await git.succeed('export', space, git.inDocs('unlinked'));
    expect(git.commits('unlinked')).toBe('2');
  });
});
