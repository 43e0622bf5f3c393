import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { exported, importFiles } from '@bindery/testing';
import { files, GitWorld, writeAll } from './git-world';

let git: GitWorld;
beforeAll(async () => (git = await GitWorld.start()));
afterAll(() => git.close());
afterEach(() => {
  git.server.beforePush = git.server.afterPush = () => Promise.resolve();
});

const insert = (space: string, ...pages: object[]) => {
  const changes = pages.map((page) => ({
    operation: 'insert_page',
    document: { markdown: 'Written here.\n' },
    ...page,
  }));
  return git.expect('updateSpaceContent', space, { body: { changes } });
};

/** A space that is synchronised with a repository which also has these files. */
async function withFiles(name: string, others: Record<string, string>): Promise<string> {
  git.repository(name, { ...files, ...others });
  const space = await git.newSpace();
  await git.succeed('import', space, git.inDocs(name));
  return space;
}

describe('a new page', () => {
  it('leaves a file of the repository that the space does not hold', async () => {
    const space = await withFiles('others', { 'docs/faq.md': '# Theirs\n' });
    await insert(space, { title: 'FAQ', slug: 'faq' });
    await git.succeed('export', space, git.inDocs('others'));
    expect(git.committed('others', 'docs/faq.md')).toBe('# Theirs\n');
    expect(git.committed('others', 'docs/faq-1.md')).toContain('Written here.');
    expect(git.committed('others', 'docs/SUMMARY.md')).toContain('(faq-1.md)');

    const { id } = await git.page(space, 'FAQ');
    await git.write(space, 'FAQ', '# FAQ\n\nEdited here.\n');
    await git.succeed('export', space, git.inDocs('others'));
    expect(git.committed('others', 'docs/faq-1.md')).toContain('Edited here.');
    expect(git.pathsOf('others')).toEqual([...Object.keys(files), 'docs/faq.md', 'docs/faq-1.md'].sort());

    git.commit('others', { 'docs/faq-1.md': '# FAQ\n\nEdited there.\n' });
    await git.succeed('import', space, git.inDocs('others'));
    expect(await git.page(space, 'FAQ')).toMatchObject({ id, slug: 'faq' });
    expect(await git.markdown(space, 'FAQ')).toContain('Edited there.');
    await git.succeed('export', space, git.inDocs('others'));
    expect(git.committed('others', 'docs/faq.md')).toBe('# Theirs\n');
    expect(git.commits('others')).toBe('4');
  });

  it('leaves files, folders and links whose names some systems take for its own', async () => {
    git.server.repository('alike', (folder, command) => {
      writeAll(folder, {
        ...files,
        'docs/FAQ.md': 'Theirs.\n',
        'docs/News': 'No folder.\n',
        'docs/tips.md/a.txt': 'A\n',
      });
      symlinkSync('../src', join(folder, 'docs/tools'));
      command('add', '.');
      command('commit', '-qm', 'First');
    });
    const before = git.pathsOf('alike');
    const space = await git.newSpace();
    await git.succeed('import', space, git.inDocs('alike'));
    await insert(space, ...['faq', 'tips', 'news', 'tools'].map((slug) => ({ title: slug, slug })));
    for (const title of ['news', 'tools']) {
      const { id: into } = await git.page(space, title);
      await insert(space, { title: `Below ${title}`, slug: 'below', into });
    }
    await git.succeed('export', space, git.inDocs('alike'));
    const own = ['faq-1', 'tips-1', 'news-1/README', 'news-1/below', 'tools-1/README', 'tools-1/below'];
    expect(git.pathsOf('alike')).toEqual([...before, ...own.map((path) => `docs/${path}.md`)].sort());
    expect(git.committed('alike', 'docs/FAQ.md')).toBe('Theirs.\n');
    await git.succeed('export', space, git.inDocs('alike'));
    expect(git.commits('alike')).toBe('2');
  });

  it('keeps its path when the answer to the push was lost', async () => {
    const space = await withFiles('unanswered', { 'docs/faq.md': '# Theirs\n' });
    await insert(space, { title: 'FAQ', slug: 'faq' });
    git.server.afterPush = () => Promise.reject(new Error('The connection breaks'));
    expect(await git.sync('export', space, git.inDocs('unanswered'))).toMatchObject({
      operation: { state: 'failure' },
    });
    git.server.afterPush = () => Promise.resolve();
    await insert(space, { title: 'Second', slug: 'second' });
    await git.succeed('export', space, git.inDocs('unanswered'));
    expect(git.committed('unanswered', 'docs/faq.md')).toBe('# Theirs\n');
    const own = ['docs/faq.md', 'docs/faq-1.md', 'docs/second.md'];
    expect(git.pathsOf('unanswered')).toEqual([...Object.keys(files), ...own].sort());
  });

  it('keeps its path when it was edited during the push', async () => {
    const space = await withFiles('edited', { 'docs/faq.md': '# Theirs\n' });
    await insert(space, { title: 'FAQ', slug: 'faq' });
    git.server.beforePush = () => git.write(space, 'FAQ', 'During the push.\n');
    await git.succeed('export', space, git.inDocs('edited'));
    git.server.beforePush = () => Promise.resolve();
    await git.succeed('export', space, git.inDocs('edited'));
    expect(git.committed('edited', 'docs/faq-1.md')).toContain('During the push.');
    expect(git.pathsOf('edited')).toEqual([...Object.keys(files), 'docs/faq.md', 'docs/faq-1.md'].sort());
  });
});

it('leaves a file that the repository has put in the place of a removed page', async () => {
  const space = await withFiles('restored', {});
  const { id: revision } = await git.current(space);
  const { id: page } = await git.page(space, 'Guide');
  git.commit('restored', { 'docs/SUMMARY.md': '* [Home](README.md)\n', 'docs/guide.md': 'Another text.\n' });
  await git.succeed('import', space, git.inDocs('restored'));
  expect(await git.titles(space)).toEqual(['Home']);
  await git.expect('updateSpaceContent', space, {
    body: { changes: [{ operation: 'revert_page', page, revision }] },
  });
  await git.succeed('export', space, git.inDocs('restored'));
  expect(git.committed('restored', 'docs/guide.md')).toBe('Another text.\n');
  expect(git.bytesOf('restored', 'docs/guide-1.md').toString()).toBe(files['docs/guide.md']);
});

it('replaces files of the same names by the first export, which must be forced', async () => {
  git.repository('first');
  const [made] = (await importFiles(git.world, { 'README.md': '# Mine\n' })).spaces;
  await insert(made!.id, { title: 'Guide', slug: 'guide' });
  await git.succeed('export', made!.id, { ...git.inDocs('first'), force: true });
  expect(git.committed('first', 'docs/README.md')).toBe('# Mine\n');
  expect(git.committed('first', 'docs/guide.md')).toContain('Written here.');
  expect(git.pathsOf('first')).toEqual(Object.keys(files).sort());
});

it('never puts a page in the place of the table of contents', async () => {
  const summary = files['docs/SUMMARY.md'];
  git.repository('contents', {
    'docs/.gitbook.yaml': 'structure:\n  summary: contents.md\n',
    'docs/README.md': '# Home\n',
    'docs/guide.md': '# Guide\n',
    'docs/contents.md': summary,
  });
  const space = await git.newSpace();
  await git.succeed('import', space, git.inDocs('contents'));
  await insert(space, { title: 'Contents', slug: 'contents' });
  await git.succeed('export', space, git.inDocs('contents'));
  expect(git.committed('contents', 'docs/contents.md')).toBe(`${summary}* [Contents](contents-1.md)\n`);
  expect(git.committed('contents', 'docs/contents-1.md')).toContain('Written here.');
});

it('says which file Git does not take', async () => {
  git.repository('refused');
  const [made] = (await importFiles(git.world, { 'README.md': '# Home\n', 'git~1/a.md': '# A\n' })).spaces;
  const target = { url: git.server.url('refused.git'), ref: 'refs/heads/mine' };
  const { operation } = await git.sync('export', made!.id, target);
  expect(operation).toMatchObject({ state: 'failure', error: expect.stringContaining('"git~1/a.md"') as string });
});

it('writes a file with a colon in its name also to a zip file', async () => {
  git.repository('colon', { 'README.md': '# Home\n', 'SUMMARY.md': '* [X](./c:x.md)\n', 'c:x.md': '# X\n' });
  const space = await git.newSpace();
  await git.succeed('import', space, { url: git.server.url('colon.git'), ref: 'main' });
  expect(await git.titles(space)).toEqual(['X']);
  expect((await exported(git.world, space))['c-x.md']!.toString()).toBe('# X\n');
});
