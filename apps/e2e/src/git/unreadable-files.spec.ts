import { encode } from 'iconv-lite';
import type { ChangeRequest, DocumentPage, ImportRun, Revision, RevisionFile } from '@bindery/contracts';
import { ended, exported, flat, importFiles, reachable, until } from '@bindery/testing';
import { GitWorld } from './git-world';

let git: GitWorld;
beforeAll(async () => (git = await GitWorld.start()));
afterAll(() => git.close());

const latin = '# Überblick\n\nDie Größe der Häuser ist für die Straße schön.\n';
const russian = '# Настройки\n\nЭто страница настроек, и больше ничего.\n';
const japanese = '# 設定\n\nこれは設定のページです。\n';

const inEncoding: [encoding: string, text: string][] = [
  ['ISO-8859-1', latin],
  ['windows-1252', '# Café\n\n“Quoted” – for €5, naïve résumé.\n'],
  ['ISO-8859-2', '# Nastavení\n\nPříliš žluťoučký kůň úpěl ďábelské ódy.\n'],
  ['ISO-8859-5', russian],
  ['ISO-8859-7', '# Ρυθμίσεις\n\nΑυτή είναι η σελίδα.\n'],
  ['windows-1251', russian],
  ['windows-1255', '# הגדרות\n\nזה דף ההגדרות.\n'],
  ['windows-1256', '# إعدادات\n\nهذه صفحة الإعدادات.\n'],
  ['KOI8-R', russian],
  ['ISO-8859-9', '# Ayarlar\n\nBu bir ayar sayfasıdır, güneş ışığı.\n'],
  ['macintosh', latin],
  ['CP437', latin],
  ['Shift_JIS', japanese],
  ['EUC-JP', japanese],
  ['GB18030', '# 设置\n\n这是一个设置页面，用于配置。\n'],
  ['Big5', '# 設定\n\n這是一個設定頁面，用於配置。\n'],
  ['EUC-KR', '# 설정\n\n이것은 설정 페이지입니다.\n'],
  ['UTF-16LE', latin],
  ['UTF-16BE', latin],
  ['UTF-32LE', `\uFEFF${latin}`],
];

/** Files that are no Markdown in UTF-8 that can be read, by their names. */
const odd: Record<string, Buffer> = {
  ...Object.fromEntries(inEncoding.map(([encoding, text]) => [`${encoding.toLowerCase()}.md`, encode(text, encoding)])),
  'marked.md': encode(`\uFEFF${latin}`, 'UTF-16LE'),
  'iso-2022-jp.md': Buffer.from('# \u001b$B@_Dj\u001b(B\n\n\u001b$B$3$l$O@_Dj$N%Z!<%8$G$9\u001b(B\n', 'latin1'),
  'nul.md': Buffer.from('# Nul\n\na\0b\n'),
  'cut.md': Buffer.from('# Ü ü ä 設定設定設定設').subarray(0, -1),
  'noise.md': Buffer.from(Array.from({ length: 500 }, (_, n) => (n * 7919 + ((n * n) % 251)) % 256)),
  'large.md': Buffer.from(`# Large\n\n${'x '.repeat(3 * 1024 * 1024)}`),
};

const names = Object.keys(odd);
const summary = `# Table of contents\n\n* [Home](README.md)\n${names.map((name) => `* [${name}](${name})\n`).join('')}`;
const source = { 'README.md': '# Home\n\nText.\n', 'SUMMARY.md': summary, ...odd };

function expectBytes(found: Record<string, Buffer>): void {
  const changed = names.filter((name) => !found[name]?.equals(odd[name]!));
  expect(changed).toEqual([]);
}

const problemFiles = (problems: readonly { file: string }[] | undefined): string[] => [
  ...new Set(problems?.map(({ file }) => file.replace(/^docs\//, ''))),
];

async function editHome(space: string): Promise<void> {
  await git.write(space, 'Home', '# Home\n\nEdited here.\n');
}

describe('files that cannot be read, or are in another encoding, come back byte for byte', () => {
  async function check(run: ImportRun): Promise<void> {
    expect({ status: run.status, error: run.error }).toEqual({ status: 'completed', error: undefined });
    expect(problemFiles(run.problems)).toEqual([...names].sort());
    const space = run.spaces[0]!.id;
    await editHome(space);
    const found = await exported(git.world, space);
    expectBytes(found);
    expect(found['README.md']!.toString()).toBe('# Home\n\nEdited here.\n');
    expect(found['SUMMARY.md']!.toString()).toBe(summary);
    expect(Object.keys(found).sort()).toEqual(Object.keys(source).sort());
  }

  it('from a zip file', async () => check(await importFiles(git.world, source, { title: 'Zip' })));

  it('from a folder, as a repository that is imported is one', async () => {
    git.repository('folder', source);
    const { admin, api, organization } = git.world;
    const run = await api.expect<ImportRun>('startImport', {
      token: admin.token,
      params: { organizationId: organization },
      body: { source: { type: 'git', url: git.server.url('folder.git') }, target: { title: 'Folder' } },
    });
    await check(await ended(git.world, run.id));
  });

  it('from Git and back, with every problem in the information on Git', async () => {
    git.repository('opaque', Object.fromEntries(Object.entries(source).map(([path, text]) => [`docs/${path}`, text])));
    const space = await git.newSpace();
    const imported = await git.succeed('import', space, git.inDocs('opaque'));
    expect(problemFiles(imported.problems)).toEqual([...names].sort());
    expect(problemFiles((await git.succeed('import', space, git.inDocs('opaque'))).problems)).toHaveLength(
      names.length,
    );
    await editHome(space);
    const pushed = await git.succeed('export', space, git.inDocs('opaque'));
    expect(problemFiles(pushed.problems)).toContain('large.md');
    expectBytes(Object.fromEntries(names.map((name) => [name, git.bytesOf('opaque', `docs/${name}`)])));
    expect(git.committed('opaque', 'docs/README.md')).toBe('# Home\n\nEdited here.\n');
    expect(git.server.git('opaque', 'show', '--stat', '--format=', 'main')).toMatch(/1 file changed/);
  });
});

describe('a page whose file cannot be read', () => {
  const files = {
    'README.md': '# Home\n\n[n](nul.md)\n',
    'nul.md': odd['nul.md']!,
    'latin.md': encode(latin, 'latin1'),
  };
  const read = (spaceId: string, pageId: string) =>
    git.world.api.expect<DocumentPage>('getPageById', { token: git.world.admin.token, params: { spaceId, pageId } });

  it('says what is wrong and links to the file', async () => {
    const { spaces } = await importFiles(git.world, files, { title: 'Shown' });
    const space = spaces[0]!.id;
    const revision = await git.current(space);
    const page = flat(revision.pages).find(({ title }) => title === 'nul')!;
    const { document } = await read(space, page.id);
    expect(JSON.stringify(document)).toContain('NUL character');
    const file = revision.files.find(({ name }) => name === 'nul.md')!;
    expect(JSON.stringify(document)).toContain(`"file":"${file.id}"`);
    const bytes = await fetch(reachable(git.world, file.downloadURL));
    expect(Buffer.from(await bytes.arrayBuffer())).toEqual(odd['nul.md']);
    expect(await git.markdown(space, 'Überblick')).toBe(latin);
  });

  it('is written over only when that is asked for, and comes back with the page', async () => {
    const { spaces } = await importFiles(git.world, files, { title: 'Replaced' });
    const space = spaces[0]!.id;
    const before = await git.current(space);
    const { id: page } = await git.page(space, 'nul');
    const change = (changes: object) =>
      git.world.api.call('updateSpaceContent', {
        token: git.world.admin.token,
        params: { spaceId: space },
        body: { changes: [{ page, ...changes }] },
      });
    const document = { markdown: '# Written\n\nAnew.\n' };
    for (const said of [{ document }, { description: 'D' }, { hidden: true }]) {
      const refused = await change({ operation: 'update_page', ...said });
      expect(refused.status).toBe(409);
      expect(JSON.stringify(refused.body)).toContain('replaceSource: true');
    }
    await change({ operation: 'update_page', title: 'Named' });
    expect((await exported(git.world, space))['nul.md']).toEqual(odd['nul.md']);
    expect((await change({ operation: 'update_page', document, replaceSource: true })).status).toBe(200);
    expect((await exported(git.world, space))['nul.md']!.toString()).toBe('# Written\n\nAnew.\n');
    expect((await git.current(space)).files.map(({ name }: RevisionFile) => name)).not.toContain('nul.md');
    expect((await change({ operation: 'revert_page', revision: before.id })).status).toBe(200);
    expect((await exported(git.world, space))['nul.md']).toEqual(odd['nul.md']);
    expect((await change({ operation: 'delete_page' })).status).toBe(200);
    expect(Object.keys(await exported(git.world, space))).not.toContain('nul.md');
  });

  it('in another encoding is written in UTF-8 by an edit, and only then', async () => {
    const { spaces } = await importFiles(git.world, files, { title: 'Edited' });
    const space = spaces[0]!.id;
    await git.write(space, 'Überblick', latin.replace('schön', 'lang'));
    expect((await exported(git.world, space))['latin.md']!.toString()).toBe(latin.replace('schön', 'lang'));
    expect((await git.current(space)).files.map(({ name }: RevisionFile) => name)).not.toContain('latin.md');
  });
});

describe('a synchronisation that would take more than a fifth of the pages', () => {
  const pages = (count: number, text = 'Text.') =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`docs/p${n}.md`, `# Page ${n}\n\n${text}\n`]));
  const onlyPages = (revision: Revision) => flat(revision.pages).map(({ title }) => title);

  it('stops and asks before it deletes or empties them', async () => {
    git.repository('losses', pages(10));
    const space = await git.newSpace();
    await git.succeed('import', space, git.inDocs('losses'));
    git.commit('losses', { 'docs/p0.md': '# Page 0\n', 'docs/p1.md': odd['nul.md']!, 'docs/p2.md': '' });
    const stopped = await git.sync('import', space, git.inDocs('losses'));
    expect(stopped.operation).toMatchObject({
      state: 'failure',
      error: expect.stringMatching(/empty 3 of 10 pages.*force/),
    });
    expect(await git.markdown(space, 'Page 0')).toBe('# Page 0\n\nText.\n');
    await git.succeed('import', space, { ...git.inDocs('losses'), force: true });
    expect(onlyPages(await git.current(space))).toHaveLength(10);
  });

  it('stops and asks before it deletes them from the repository', async () => {
    git.repository('removed', pages(6));
    const space = await git.newSpace();
    await git.succeed('import', space, git.inDocs('removed'));
    const ids = flat((await git.current(space)).pages).slice(0, 2);
    const changes = ids.map(({ id: page }) => ({ operation: 'delete_page', page }));
    await git.expect('updateSpaceContent', space, { body: { changes } });
    const stopped = await git.sync('export', space, git.inDocs('removed'));
    expect(stopped.operation).toMatchObject({ state: 'failure', error: expect.stringMatching(/delete 2 of 6 pages/) });
    await git.succeed('export', space, { ...git.inDocs('removed'), force: true });
    expect(git.server.git('removed', 'ls-tree', '-r', '--name-only', 'main').split('\n')).not.toContain('docs/p0.md');
  });

  it('reports it, with all problems, in the change request that it opens', async () => {
    git.repository('told', pages(6));
    const space = await git.newSpace();
    await git.succeed('import', space, git.inDocs('told'));
    await git.write(space, 'Page 5', '# Page 5\n\nEdited here.\n');
    git.commit('told', { 'docs/p0.md': '# Page 0\n', 'docs/p1.md': odd['nul.md']! });
    const { changeRequest, problems } = await git.succeed('import', space, git.inDocs('told'));
    expect(problems).toMatchObject([{ severity: 'error', file: 'docs/p1.md' }]);
    let request: ChangeRequest | undefined;
    await until(async () => {
      const { items } = await git.expect<{ items: ChangeRequest[] }>('listChangeRequestsForSpace', space);
      return (request = items.find(({ id }) => id === changeRequest)) !== undefined;
    });
    const told = await git.world.api.expect<object>('getChangeRequestById', {
      token: git.world.admin.token,
      params: { spaceId: space, changeRequestId: request!.id },
    });
    expect(JSON.stringify(told)).toContain('empty 2 of 6 pages');
    expect(JSON.stringify(told)).toContain('docs/p1.md');
  });
});
