import type { DocumentPage, Page, Revision, SearchPageResult } from '@bindery/contracts';
import { plainText } from '@bindery/documents';
import { createServiceOrganization, importFiles, type TestOrganization, until } from '@bindery/testing';

let world: TestOrganization;
beforeAll(async () => (world = await createServiceOrganization('content')));
afterAll(() => world.close());

const source = `---
vars:
  product: Bindery
---

# Home

Read about <code class="expression">page.vars.product</code> as <code class="expression">visitor.claims.plan</code>.

{% if page.vars.product == "Bindery" %}
Shown to all.
{% endif %}

{% if visitor.claims.plan %}
For those with a plan.
{% endif %}

Broken <code class="expression">page.vars.</code>
`;

async function read(query: Record<string, string>) {
  const [made] = (await importFiles(world, { 'README.md': source })).spaces;
  const token = world.admin.token;
  const revision = await world.api.expect<Revision>('getCurrentRevision', { token, params: { spaceId: made!.id } });
  const params = { spaceId: made!.id, revisionId: revision.id, pageId: revision.pages[0]!.id };
  const page = await world.api.expect<DocumentPage>('getPageById', { token, params, query });
  const past = await world.api.call<DocumentPage>('getPageInRevisionById', { token, params, query });
  expect(past.body).toEqual(page);
  return { page, cache: past.headers.get('cache-control') };
}

const linesOf = ({ document }: DocumentPage) => plainText(document!).split('\n');

it('evaluates a page for its reader', async () => {
  const { page, cache } = await read({ evaluated: 'true' });
  expect(linesOf(page)).toEqual(['Read about Bindery as .', 'Shown to all.', 'Broken ']);
  expect(cache).toBe('private, no-cache');
});

it('evaluates what is the same for all readers', async () => {
  const { page } = await read({ evaluated: 'deterministic-only' });
  expect(linesOf(page)).toEqual(['Read about Bindery as .', 'Shown to all.', 'For those with a plan.', 'Broken ']);
  expect(JSON.stringify(page.document)).toContain('visitor.claims.plan');
});

it('leaves a page as it is by default', async () => {
  const { page, cache } = await read({});
  expect(JSON.stringify(page.document)).toContain('page.vars.product');
  expect(cache).toContain('immutable');
  expect((await read({ evaluated: 'false', format: 'markdown' })).page.markdown).toContain('{% if visitor');
});

it('evaluates Markdown as well', async () => {
  const { page } = await read({ evaluated: 'true', format: 'markdown' });
  expect(page.markdown).toContain('Read about Bindery as .');
  expect(page.markdown).toContain('Shown to all.');
  expect(page.markdown).not.toMatch(/For those|endif/);
});

it('refuses other values', async () => {
  const { status } = await world.api.call('getPageById', {
    token: world.admin.token,
    params: { spaceId: 'x', pageId: 'x' },
    query: { evaluated: 'maybe' },
  });
  expect(status).toBe(400);
});

it('indexes a space again in the language that it is said to be in', async () => {
  const [made] = (await importFiles(world, { 'README.md': '# Start\n\nDie Häuser stehen.\n' })).spaces;
  const found = async (): Promise<number> =>
    (
      await world.api.expect<Page<SearchPageResult>>('searchSpaceContent', {
        token: world.admin.token,
        params: { spaceId: made!.id },
        query: { query: 'Hauses' },
      })
    ).items.length;
  const updated = (language: string) =>
    world.api.expect('updateSpaceById', {
      token: world.admin.token,
      params: { spaceId: made!.id },
      body: { language },
    });
  await updated('de');
  await until(async () => (await found()) === 1);
  await updated('en');
  await until(async () => (await found()) === 0);
});
