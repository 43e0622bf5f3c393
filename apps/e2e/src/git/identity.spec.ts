import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentPage, Revision, RevisionPage } from '@bindery/contracts';
import { exported, flat, importFiles, until } from '@bindery/testing';
import { WebWorld } from '../web/web-world';
import { GitWorld } from './git-world';

let git: GitWorld;
let web: WebWorld;
beforeAll(async () => {
  git = await GitWorld.start();
  web = await WebWorld.create(Promise.resolve(git.world));
});
afterAll(() => git.close());

const idsByTitle = (revision: Revision) => Object.fromEntries(flat(revision.pages).map(({ title, id }) => [title, id]));
const paths = (revision: Revision) =>
  flat(revision.pages).map((page) => ('path' in page ? `${page.type} ${page.path}` : page.type));

const at = (spaceId: string, pagePath: string) =>
  git.world.api.call<DocumentPage>('getPageByPath', {
    token: git.world.admin.token,
    params: { spaceId, pagePath },
  });

async function expectAt(space: string, old: string, path: string, id: string): Promise<void> {
  const { status, body } = await at(space, old);
  expect([old, status, body.path, body.id]).toEqual([old, 200, path, id]);
}

/** A site of a space has what was at an old address at the new one. */
async function expectRedirect(base: string, old: string, path: string): Promise<void> {
  // Sites follow the content by events.
  await until(async () => (await web.get(base + old)).headers.location === base + path).catch(() => undefined);
  const { status, headers } = await web.get(base + old);
  expect([old, status, headers.location]).toEqual([old, 301, base + path]);
}

const long = (title: string) =>
  `# ${title}\n\n${Array.from({ length: 8 }, (_, n) => `The ${title} line ${n}.\n`).join('\n')}`;

async function imported(name: string, files: Record<string, string>): Promise<string> {
  git.repository(name, files);
  const space = await git.newSpace();
  await git.succeed('import', space, top(name));
  return space;
}

const top = (name: string) => ({ url: git.server.url(`${name}.git`), ref: 'refs/heads/main' });

it('keeps the page of a file that was renamed, moved or rewritten in part, with all that hangs on it', async () => {
  const space = await imported('renamed', {
    'README.md': '# Home\n\n[a](article.md)\n',
    'article.md': long('Article'),
    'guide.md': long('Guide'),
    'Case.md': long('Case'),
    'u\u0308ber.md': long('Umlaut'),
    'img/one.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'SUMMARY.md':
      '* [Home](README.md)\n\n## Old\n\n* [Article](article.md)\n* [Guide](guide.md)\n* [Case](Case.md)\n* [Umlaut](über.md)\n',
  });
  const before = await git.current(space);
  const ids = idsByTitle(before);
  git.server.commit('renamed', (folder) => {
    const move = (from: string, to: string) => renameSync(join(folder, from), join(folder, to));
    mkdirSync(join(folder, 'docs'));
    move('article.md', 'paper.md');
    move('guide.md', 'docs/manual.md');
    writeFileSync(join(folder, 'docs/manual.md'), long('Guide').replace('line 3', 'line three'));
    move('Case.md', 'case.md');
    move('u\u0308ber.md', '\u00fcber.md');
    writeFileSync(
      join(folder, 'SUMMARY.md'),
      '* [Home](README.md)\n  * [Guide](docs/manual.md)\n\n## New\n\n* [Article](paper.md)\n* [Case](case.md)\n* [Umlaut](über.md)\n* [Fresh](fresh.md)\n',
    );
    writeFileSync(join(folder, 'fresh.md'), long('Fresh'));
    writeFileSync(join(folder, 'README.md'), '# Home\n\n[a](paper.md)\n');
  });
  const run = await git.succeed('import', space, top('renamed'));
  expect(run.problems ?? []).toEqual([]);
  const after = await git.current(space);
  const { Old: group, ...kept } = ids;
  const { Fresh: fresh, ...now } = idsByTitle(after);
  expect(now).toEqual({ ...kept, New: group });
  expect(Object.values(ids)).not.toContain(fresh);
  expect(paths(after)).toEqual([
    'document readme',
    'document readme/guide',
    'group old',
    'document old/article',
    'document old/case',
    'document old/über',
    'document old/fresh',
  ]);
  await expectAt(space, 'old/guide', 'readme/guide', ids.Guide!);
});

it('never changes a slug by a synchronisation', async () => {
  const space = await git.newSpace();
  const insert = (slug: string) => ({
    operation: 'insert_page',
    title: `Page ${slug}`,
    slug,
    document: { markdown: 'x' },
  });
  await git.expect('updateSpaceContent', space, { body: { changes: ['v1.0', 'API', 'c++'].map(insert) } });
  git.repository('slugs', { LICENSE: 'x' });
  await git.succeed('export', space, { ...top('slugs'), force: true });
  const before = await git.current(space);
  git.commit('slugs', { 'other.md': '# Other\n' });
  await git.succeed('import', space, { ...top('slugs'), force: true });
  expect(paths(await git.current(space))).toEqual(expect.arrayContaining(paths(before)));
  expect(idsByTitle(await git.current(space))).toMatchObject(idsByTitle(before));
});

it('gives new pages the slugs that GitBook gives them', async () => {
  const { spaces } = await importFiles(git.world, {
    'SUMMARY.md':
      '* [Home](README.md)\n* [Release](v6.8.0.md)\n* [Studio](server-+-studio.md)\n\n## MaxScale Archive\n\n* [A](archive/README.md)\n  * [B](archive/b.md)\n\n## Old Versions\n\n* [Node](versions-old/node.js-3.4.5.md)\n',
    ...Object.fromEntries(
      [
        'README.md',
        'v6.8.0.md',
        'server-+-studio.md',
        'archive/README.md',
        'archive/b.md',
        'versions-old/node.js-3.4.5.md',
      ].map((name) => [name, `# ${name}\n`]),
    ),
  });
  const space = spaces[0]!.id;
  const revision = await git.current(space);
  expect(paths(revision)).toEqual([
    'document readme',
    'document v6.8.0',
    'document server-+-studio',
    'group archive',
    'document archive',
    'document archive/b',
    'group old-versions',
    'document old-versions/node.js-3.4.5',
  ]);
  const { A, B } = idsByTitle(revision);
  await expectAt(space, 'archive', 'archive', A!);
  await expectAt(space, 'archive/b', 'archive/b', B!);
  const { base } = await web.site([space]);
  for (const path of ['archive', 'archive/b', 'v6.8.0', 'server-%2B-studio'])
    expect([path, (await web.get(base + path)).status]).toEqual([path, 200]);
  // Out of its group the page has a slug of its own.
  const changes = [{ operation: 'update_page', page: A, into: null }];
  await git.expect('updateSpaceContent', space, { body: { changes } });
  expect(paths(await git.current(space))).toContain('document archive-1/b');
  await expectAt(space, 'archive/b', 'archive-1/b', B!);
});

it('redirects from addresses that pages had, on sites and in the API', async () => {
  const { spaces } = await importFiles(git.world, {
    'SUMMARY.md': '* [Home](README.md)\n* [A](a.md)\n  * [B](b.md)\n* [C](c.md)\n',
    ...Object.fromEntries(
      ['README.md', 'a.md', 'b.md', 'c.md'].map((name) => [name, `# ${name}\n\nText of ${name}.\n`]),
    ),
  });
  const space = spaces[0]!.id;
  const { base } = await web.site([space]);
  const { A, B, C } = idsByTitle(await git.current(space)) as Record<'A' | 'B' | 'C', string>;
  const edit = (...changes: object[]) =>
    git.expect('updateSpaceContent', space, {
      body: { changes: changes.map((change) => ({ operation: 'update_page', ...change })) },
    });
  await edit({ page: A, slug: 'first' });
  await edit({ page: A, slug: 'one' }, { page: B, slug: 'below' });
  for (const [old, path, id] of [
    ['a', 'one', A],
    ['first', 'one', A],
    ['a/b', 'one/below', B],
    ['one/b', 'one/below', B],
  ] as const) {
    await expectAt(space, old, path, id);
    await expectRedirect(base, old, path);
  }
  expect((await web.get(`${base}a/b.md`)).headers.location).toBe(`${base}one/below.md`);
  // A page that takes an old address has it.
  await edit({ page: B, into: C }, { page: C, slug: 'first' });
  await expectAt(space, 'first', 'first', C);
  await expectRedirect(base, 'a/b', 'first/below');
  await expectAt(space, 'one/below', 'first/below', B);
  // So do drafts, and what came through them.
  const { id: changeRequestId } = await git.expect<{ id: string }>('createChangeRequest', space, { body: {} });
  const draft = [{ operation: 'update_page', page: A, slug: 'uno' }];
  await git.expect('updateChangeRequestContent', space, { params: { changeRequestId }, body: { changes: draft } });
  await git.expect('mergeChangeRequest', space, { params: { changeRequestId } });
  await expectAt(space, 'a', 'uno', A);
  await expectRedirect(base, 'one', 'uno');
  // A deleted page has no address.
  await git.expect('updateSpaceContent', space, { body: { changes: [{ operation: 'delete_page', page: A }] } });
  expect((await at(space, 'a')).status).toBe(404);
});

it('opens pages that no table of contents names where links lead to them, hidden', async () => {
  const files = {
    'README.md': '# Home\n\n[u](more/unlisted.md) [n](notes.md)\n',
    'SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n* [A](a.md)\n',
    'a.md': '# A\n',
    'more/unlisted.md': '# Unlisted\n\n[d](deeper.md)\n',
    'more/deeper.md': '# Deeper\n\nText.\n',
    'notes.md': '# Notes\n',
    'alone.md': '# Alone\n',
  };
  const run = await importFiles(git.world, files);
  const space = run.spaces[0]!.id;
  const revision = await git.current(space);
  const hidden = (flat(revision.pages) as (RevisionPage & { hidden?: boolean })[]).filter((page) => page.hidden);
  expect(hidden.map(({ title }) => title).sort()).toEqual(['Deeper', 'Notes', 'Unlisted']);
  expect(revision.files).toEqual([]);
  expect(run.problems.map(({ file, message }) => `${file} ${message.split('; ')[1]}`)).toEqual([
    'alone.md it was left out',
    'more/deeper.md links to it open it, and it is hidden',
    'more/unlisted.md links to it open it, and it is hidden',
    'notes.md links to it open it, and it is hidden',
  ]);
  const home = await at(space, 'readme');
  expect(JSON.stringify(home.body)).toContain(idsByTitle(revision).Unlisted);
  const { base } = await web.site([space]);
  expect((await web.get(`${base}unlisted`)).status).toBe(200);
  expect((await web.get(base)).text).toContain(`href="${base}unlisted"`);
  // An edit of it writes neither that it is hidden, nor a line of the table of contents.
  await git.write(space, 'Unlisted', '# Unlisted\n\n[d](deeper.md) now\n');
  await git.write(space, 'A', '# A\n\nMore.\n');
  const found = await exported(git.world, space);
  expect(found['SUMMARY.md']!.toString()).toBe(files['SUMMARY.md']);
  expect(found['more/unlisted.md']!.toString()).not.toContain('hidden');
  expect(found['more/unlisted.md']!.toString()).toContain('now');
  // Listed, it is the same page.
  const id = idsByTitle(revision).Unlisted;
  await importFiles(
    git.world,
    { ...files, 'SUMMARY.md': `${files['SUMMARY.md']}* [Unlisted](more/unlisted.md)\n` },
    { space },
  );
  const listed = flat((await git.current(space)).pages).find((page) => page.id === id) as DocumentPage;
  expect([listed.title, listed.hidden]).toEqual(['Unlisted', false]);
});
