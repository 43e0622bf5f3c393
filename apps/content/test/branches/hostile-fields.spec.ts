import type { ChangeOutcome, DocumentPage, Revision, RevisionPage } from '@bindery/contracts';
import { createServiceOrganization, exported, flat, importFiles, type TestOrganization } from '@bindery/testing';

let world: TestOrganization;
beforeAll(async () => (world = await createServiceOrganization('content')));
afterAll(() => world.close());

const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;

const call = <T>(operation: string, spaceId: string, more: { params?: object; body?: object; query?: object } = {}) =>
  world.api.call<T>(operation, {
    token: world.admin.token,
    ...more,
    params: { spaceId, ...more.params },
  } as Parameters<TestOrganization['api']['call']>[1]);
const edit = (spaceId: string, change: object) =>
  call<{ changes: ChangeOutcome[] }>('updateSpaceContent', spaceId, { body: { changes: [change] } });
async function newSpace(body: object = { title: 'Hostile' }): Promise<string> {
  const params = { organizationId: world.organization };
  return (await world.api.expect<{ id: string }>('createSpace', { token: world.admin.token, params, body })).id;
}
const pagesOf = async (space: string): Promise<RevisionPage[]> =>
  flat((await call<Revision>('getCurrentRevision', space)).body.pages);
const pageOf = (space: string, pageId: string, query: object = {}) =>
  call<DocumentPage>('getPageById', space, { params: { pageId }, query });

describe('script in a field is stored as the text that it is, or refused by the name of the field', () => {
  it.each(['title', 'description', 'slug', 'emoji', 'icon'])('%s of a page', async (field) => {
    const space = await newSpace();
    const { status, body } = await edit(space, {
      operation: 'insert_page',
      title: 'Page',
      document: { markdown: 'Text.' },
      [field]: hostile,
    });
    if (status === 400) {
      expect(JSON.stringify(body)).toContain(`body.changes.0.${field}`);
      return expect(await pagesOf(space)).toEqual([]);
    }
    expect(status).toBe(200);
    const [page] = await pagesOf(space);
    const kept = (page as unknown as Record<string, string>)[field]!;
    // A slug is made of what may stand in an address.
    if (field === 'slug') expect(kept).not.toMatch(/[<>"]/);
    else expect(kept).toBe(hostile);
  });

  it.each(['title', 'emoji', 'icon'])('%s of a space', async (field) => {
    const value = field === 'icon' ? 'javascript:alert(1)' : '<script>alert(1)</script>';
    const space = await newSpace();
    const { status, body } = await call<Record<string, string>>('updateSpaceById', space, { body: { [field]: value } });
    if (status === 400) return expect(JSON.stringify(body)).toContain(field);
    expect([status, body[field]]).toEqual([200, value]);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
  ])('%s as the target of a link', async (url) => {
    const space = await newSpace();
    const target = { kind: 'url', url };
    const { status } = await edit(space, { operation: 'insert_page', type: 'link', title: 'Link', target });
    expect(status).toBe(400);
  });

  it('a link in a table of contents', async () => {
    const run = await importFiles(world, {
      'SUMMARY.md': '* [Home](README.md)\n* [Bad](javascript:alert(1))\n',
      'README.md': '# Home\n',
    });
    for (const page of await pagesOf(run.spaces[0]!.id)) expect(page).not.toHaveProperty('href');
  });

  it('Markdown and HTML of a page', async () => {
    const space = await newSpace();
    const markdown = `<script>alert(1)</script>\n\n<img src="x" onerror="alert(1)">\n\n[there](javascript:alert(1))\n\n<iframe src="data:text/html,x"></iframe>\n\nText.\n`;
    const { status, body } = await edit(space, { operation: 'insert_page', title: 'Page', document: { markdown } });
    expect(status).toBe(200);
    const { page } = body.changes[0] as { page: { id: string } };
    const shown = (await pageOf(space, page.id, { format: 'markdown' })).body.markdown!;
    // The file is text and stays as it was written; of what it says handlers go. Which addresses are followed is for sites to
    // decide, which test every block.
    expect(shown).toBe(`# Page\n\n${markdown}`);
    const { body: read } = await pageOf(space, page.id);
    expect(JSON.stringify(read.document)).not.toContain('onerror');
  });
});

it('reads pages whose includes go in a circle, and exports them as they were', async () => {
  const files = {
    'README.md': '# Home\n\nBefore.\n\n{% include ".gitbook/includes/a.md" %}\n',
    '.gitbook/includes/a.md': '---\ntitle: A\n---\n\nIn A.\n\n{% include "b.md" %}\n\n{% include "a.md" %}\n',
    '.gitbook/includes/b.md': '---\ntitle: B\n---\n\nIn B.\n\n{% include "a.md" %}\n',
  };
  const run = await importFiles(world, files);
  expect(run.status).toBe('completed');
  const space = run.spaces[0]!.id;
  const [home] = await pagesOf(space);
  for (const query of [{}, { format: 'markdown' }, { evaluated: 'true' }]) {
    const { status, body } = await pageOf(space, home!.id, query);
    expect([query, status]).toEqual([query, 200]);
    expect(JSON.stringify(body)).toContain('Before.');
  }
  const kept = Object.entries(await exported(world, space)).map(([path, bytes]) => [path, bytes.toString()]);
  expect(Object.fromEntries(kept)).toMatchObject(files);
});

it('shows a page of expressions that would never end as it is', async () => {
  const bombs = ['('.repeat(5_000), '!'.repeat(5_000), Array(5_000).fill('a').join('||'), `"${'x'.repeat(50_000)}"`];
  const markdown = `Before.\n\n${bombs.map((bomb) => `<code class="expression">${bomb}</code>`).join('\n\n')}\n`;
  const space = await newSpace();
  const { status, body } = await edit(space, { operation: 'insert_page', title: 'Bombs', document: { markdown } });
  expect(status).toBe(200);
  const { page } = body.changes[0] as { page: { id: string } };
  const read = await pageOf(space, page.id, { evaluated: 'true' });
  expect(read.status).toBe(200);
  expect(JSON.stringify(read.body.document)).toContain('Before.');
});

it.each([
  ['lists 10,000 deep', '- '.repeat(10_000)],
  ['quotations 10,000 deep', '> '.repeat(10_000)],
  ['emphasis 10,000 deep', '*a '.repeat(10_000)],
  ['brackets 10,000 deep', '['.repeat(10_000)],
])('takes a page of %s, or says why it does not', async (_, markdown) => {
  const space = await newSpace();
  const { status } = await edit(space, {
    operation: 'insert_page',
    title: 'Deep',
    document: { markdown: `${markdown}x` },
  });
  expect([200, 400]).toContain(status);
  expect(await pagesOf(space)).toHaveLength(status === 200 ? 1 : 0);
});

it('refuses an edit of 5 MB with its reason', async () => {
  const space = await newSpace();
  const document = { markdown: 'Words. '.repeat(750_000) };
  const { status, body } = await edit(space, { operation: 'insert_page', title: 'Large', document });
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('markdown must be at most')]);
});
