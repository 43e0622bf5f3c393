import type {
  ApiError,
  ChangeRequest,
  DocumentPage,
  LiveContent,
  Page,
  Revision,
  RevisionPages,
} from '@bindery/contracts';
import { createServiceOrganization, flat, spaceOf, type TestOrganization } from '@bindery/testing';

let world: TestOrganization;
let space: string;
let home: string;

beforeAll(async () => {
  world = await createServiceOrganization('content');
});
afterAll(() => world.close());
beforeEach(async () => {
  const made = await spaceOf(world, { 'README.md': '# Home\n\nA welcome to all.\n' });
  space = made.space;
  home = made.revision.pages[0]!.id;
});

const params = () => ({ spaceId: space });
const token = () => world.admin.token;
const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: 'Text.' } });
const edit = (change: object, by = token()) =>
  world.api.call<LiveContent & { error: ApiError }>('updateSpaceContent', {
    token: by,
    params: params(),
    body: { changes: [change] },
  });
const set = (body: object) => world.api.expect('updateSpaceById', { token: token(), params: params(), body });
const current = () => world.api.expect<Revision>('getCurrentRevision', { token: token(), params: params() });

it('edits main as one revision, without taking a number', async () => {
  const before = await current();
  const { status, body } = await edit(insert('New'));
  expect(status).toBe(200);
  const after = await current();
  expect(after).toMatchObject({ id: body.revision, type: 'edits', parents: [before.id] });
  expect(after.pages.map(({ title }) => title)).toEqual(['Home', 'New']);
  const { id } = after.pages[1]!;
  const location = `http://bindery.test/v1/spaces/${space}/content/page/${id}`;
  expect(body.changes).toEqual([{ object: 'created_page', page: { object: 'page', id, urls: { location } } }]);
  const request = { token: token(), params: params() };
  const listed = await world.api.expect<Page<ChangeRequest>>('listChangeRequestsForSpace', {
    ...request,
    query: { status: 'draft' },
  });
  expect(listed.count).toBe(0);
  expect((await world.api.expect<ChangeRequest>('createChangeRequest', { ...request, body: {} })).number).toBe(1);
});

it('reverts a page to a revision that is named', async () => {
  const before = await current();
  await edit({ operation: 'update_page', page: home, title: 'Start' });
  expect((await edit({ operation: 'revert_page', page: home })).status).toBe(404);
  expect((await edit({ operation: 'revert_page', page: home, revision: before.id })).status).toBe(200);
  expect((await current()).pages[0]!.title).toBe('Home');
});

it('refuses a locked space, and who may not edit', async () => {
  expect((await edit(insert('New'), world.reader.token)).status).toBe(403);
  expect((await edit(insert('New'), world.otherAdmin.token)).status).toBe(404);
  await set({ editMode: 'locked' });
  expect((await edit(insert('New'))).status).toBe(409);
});

it('obeys the merge rules of the space, and of the organization where it inherits', async () => {
  await set({
    mergeRules: {
      type: 'rules',
      rules: [{ rule: 'require_at_least_one_review' }, { rule: 'require_change_request_subject' }],
    },
  });
  const refused = await edit(insert('New'));
  expect(refused.status).toBe(409);
  expect(refused.body.error.message).toContain('require_at_least_one_review, require_change_request_subject');
  const bypass = { rule: 'allow_bypass', users: [world.admin.id] };
  await set({ mergeRules: { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }, bypass] } });
  expect((await edit(insert('By leave'))).status).toBe(200);
  await set({ mergeRules: { type: 'rules', rules: [{ rule: 'require_up_to_date_change_request' }] } });
  expect((await edit(insert('Up to date'))).status).toBe(200);
  await set({ mergeRules: { type: 'inherit' } });
  const organization = { token: token(), params: { organizationId: world.organization } };
  const rules = { mergeRules: { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] } };
  await world.api.expect('updateOrganizationById', { ...organization, body: rules });
  expect((await edit(insert('Inherited'))).status).toBe(409);
  await world.api.expect('updateOrganizationById', { ...organization, body: { mergeRules: { type: 'none' } } });
  expect((await edit(insert('Inherited'))).status).toBe(200);
});

it('loses none of 20 edits at once', async () => {
  const titles = Array.from({ length: 20 }, (_, n) => `Page ${n}`);
  const answers = await Promise.all(titles.map((title) => edit(insert(title))));
  expect(answers.map(({ status }) => status)).toEqual(titles.map(() => 200));
  const { pages } = await world.api.expect<RevisionPages>('listPages', { token: token(), params: params() });
  expect(pages.map(({ title }) => title).sort()).toEqual(['Home', ...titles].sort());
});

describe('templates', () => {
  const apply = (body: object, by = token()) =>
    world.api.call<{ error: ApiError }>('applyTemplateToSpace', { token: by, params: params(), body });

  it.each(['documentation', 'api-reference', 'handbook', 'changelog'])('%s adds its pages', async (id) => {
    const before = await current();
    expect((await apply({ id })).status).toBe(201);
    const { parents, pages } = await current();
    expect(parents).toEqual([before.id]);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of flat(pages).filter(({ type }) => type === 'document')) {
      const { markdown } = await world.api.expect<DocumentPage>('getPageById', {
        token: token(),
        params: { ...params(), pageId: page.id },
        query: { format: 'markdown' },
      });
      expect(markdown).not.toMatch(/ref:|\.md\b/);
    }
  });

  it('refer to the given objects', async () => {
    const logo = { name: 'logo.svg', base64: Buffer.from('<svg/>').toString('base64'), contentType: 'image/svg+xml' };
    await edit({ operation: 'insert_files', files: [logo] });
    const file = (await current()).files[0]!.id;
    const contentRefs = { logo: { kind: 'file', file }, support: { kind: 'url', url: 'https://example.com/a b' } };
    expect((await apply({ id: 'documentation', params: { contentRefs } })).status).toBe(201);
    const welcome = (await current()).pages.find(({ title }) => title === 'Welcome')!;
    const page = await world.api.expect<DocumentPage>('getPageById', {
      token: token(),
      params: { ...params(), pageId: welcome.id },
    });
    expect(JSON.stringify(page.document)).toContain(JSON.stringify(contentRefs.logo));
  });

  it('are refused where they cannot be applied', async () => {
    expect((await apply({ id: 'none' })).status).toBe(404);
    const contentRefs = { logo: { kind: 'file', file: 'none' } };
    const { status, body } = await apply({ id: 'handbook', params: { contentRefs } });
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ field: 'body.params.contentRefs.logo' }]);
    const foreign = { contact: { kind: 'space', space: 'none' } };
    expect((await apply({ id: 'handbook', params: { contentRefs: foreign } })).status).toBe(400);
    expect((await apply({ id: 'handbook' }, world.reader.token)).status).toBe(403);
    await set({ editMode: 'locked' });
    expect((await apply({ id: 'handbook' })).status).toBe(409);
  });
});
