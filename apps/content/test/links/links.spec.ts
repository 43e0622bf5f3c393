import { setTimeout as sleep } from 'node:timers/promises';
import type {
  ContentLocation,
  ContentLocationPage,
  ContentLocations,
  ContentReferences,
  ContentReferenceUsage,
  Revision,
} from '@bindery/contracts';
import { createServiceOrganization, DraftCaller, flat, importFiles, type TestOrganization } from '@bindery/testing';

let world: TestOrganization;
let space: string;
let revision: Revision;
let link: (path: string) => string;

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

beforeAll(async () => {
  world = await createServiceOrganization('content');
  const app = `${new URL((await spaceOf((await importFiles(world, { 'README.md': '# A\n' })).spaces[0]!.id)).urls.app).origin}/app/`;
  link = (path) => `${app}${path}`;
  const run = await importFiles(world, {
    'SUMMARY.md': '* [Home](README.md)\n* [Guide](guide.md)\n* [To the guide](guide.md#steps)\n',
    'README.md': [
      '# Home',
      'See the [guide](guide.md), its [steps](guide.md#steps) and [nothing](guide.md#nowhere).',
      '[Below](#below) and [not there](#not-there), [missing](missing.md), [outside](https://example.com/a).',
      `[In the app](${link('o/x/s/y')})`,
      '![Logo](logo.svg)',
      '## Below',
      '',
    ].join('\n\n'),
    'guide.md':
      '# Guide\n\n## Steps\n\nBack [home](README.md). [Outside](https://example.com/a)\n\n![Logo](logo.svg)\n',
    'logo.svg': picture,
  });
  space = run.spaces[0]!.id;
  revision = await current(space);
});
afterAll(() => world.close());

const as = (token: string) => ({
  links: (spaceId: string, query: Record<string, string> = {}) =>
    world.api.expect<ContentReferences>('listSpaceLinks', { token, params: { spaceId }, query }),
});
const spaceOf = (spaceId: string) =>
  world.api.expect<{ urls: { app: string } }>('getSpaceById', { token: world.admin.token, params: { spaceId } });
const current = (spaceId: string) =>
  world.api.expect<Revision>('getCurrentRevision', { token: world.admin.token, params: { spaceId } });
const pageId = (title: string, of = revision) => flat(of.pages).find((page) => page.title === title)!.id;

/** The links of a space once so many are known; the index follows in the background. */
async function indexed(spaceId: string, total: number, token = world.admin.token): Promise<ContentReferences> {
  for (let look = 1; ; look++) {
    const found = await as(token).links(spaceId);
    if (found.stats.total === total) return found;
    if (look === 200) throw new Error(`There are ${found.stats.total} links: ${found.items.map(told).join('; ')}`);
    await sleep(50);
  }
}

const named = (location: ContentLocation | undefined): string => {
  switch (location?.kind) {
    case undefined:
      return '-';
    case 'url':
      return location.url;
    case 'page': {
      const inside = location.internalLocation?.type === 'anchor' ? `#${location.internalLocation.anchor}` : '';
      return `page ${location.page.title}${inside}`;
    }
    case 'file':
      return `file ${location.file.name}`;
    case 'reusable-content':
      return `content ${location.reusableContent.title}`;
    case 'space':
      return `space ${location.space.title}`;
    case 'collection':
      return `collection ${location.collection.title}`;
    case 'user':
      return `user ${location.user.displayName}`;
    case 'openapi':
      return `specification ${location.openAPISpec.slug}`;
  }
};
const told = ({ status, relation, targetReference, locationReferences }: ContentReferenceUsage): string =>
  `${status} ${relation} ${named(targetReference)} <- ${locationReferences.map(named).sort().join(', ')}`;

it('lists what a space refers to, with the status and the places of each', async () => {
  const { items, stats, count } = await indexed(space, 10);
  expect(items.map(told).sort()).toEqual([
    'broken reference - <- page Home',
    'broken reference - <- page Home',
    'broken reference missing.md <- page Home',
    `in-app reference ${link('o/x/s/y')} <- page Home`,
    'ok dependsOn file logo.svg <- page Guide, page Home',
    'ok reference https://example.com/a <- page Guide, page Home',
    'ok reference page Guide <- page Home',
    'ok reference page Guide#steps <- page Home, page To the guide',
    'ok reference page Home <- page Guide',
    'ok reference page Home#below <- page Home',
  ]);
  expect({ stats, count }).toEqual({ stats: { total: 10, broken: { total: 3 } }, count: 10 });
});

it('embeds whole objects and the block that holds a reference', async () => {
  const { items } = await indexed(space, 10);
  const file = items.find(({ targetReference }) => targetReference?.kind === 'file')!;
  const [place] = file.locationReferences as ContentLocationPage[];
  expect(file.targetReference).toMatchObject({
    organization: { object: 'organization', id: world.organization, title: 'First', permissions: { admin: true } },
    space: { object: 'space', id: space, comments: 0, permissions: { admin: true } },
    file: { name: 'logo.svg', contentType: 'image/svg+xml' },
  });
  expect(place).toMatchObject({
    kind: 'page',
    page: { type: 'document', path: expect.any(String) },
    internalLocation: { type: 'node', node: expect.any(String) },
  });
});

it('lists by status, page by page', async () => {
  await indexed(space, 10);
  const seen: string[] = [];
  let page: string | undefined;
  do {
    const found = await as(world.admin.token).links(space, { status: 'ok', limit: '2', ...(page && { page }) });
    expect({ count: found.count, broken: found.stats.broken.total }).toEqual({ count: 6, broken: 3 });
    seen.push(...found.items.map(told));
    page = found.next?.page;
  } while (page);
  expect(new Set(seen).size).toBe(6);
  expect((await as(world.admin.token).links(space, { status: 'broken' })).items).toHaveLength(3);
});

it('lists the links of one page', async () => {
  await indexed(space, 10);
  const { items, stats } = await world.api.expect<ContentReferences>('listPageLinksInSpace', {
    token: world.admin.token,
    params: { spaceId: space, pageId: pageId('Guide') },
  });
  expect(items.map(told).sort()).toEqual([
    'ok dependsOn file logo.svg <- page Guide',
    'ok reference https://example.com/a <- page Guide',
    'ok reference page Home <- page Guide',
  ]);
  expect(stats).toEqual({ total: 3, broken: { total: 0 } });
});

it('lists what refers to a page or file', async () => {
  await indexed(space, 10);
  const backlinks = (operation: string, params: object) =>
    world.api.expect<ContentLocations>(operation, { token: world.admin.token, params: { spaceId: space, ...params } });
  const toGuide = await backlinks('listSpacePageBacklinks', { pageId: pageId('Guide') });
  expect(toGuide.items.map(named).sort()).toEqual(['page Home', 'page To the guide']);
  expect(toGuide.count).toBe(2);
  const toLogo = await backlinks('listSpaceFileBacklinks', { fileId: revision.files[0]!.id });
  expect(toLogo.items.map(named).sort()).toEqual(['page Guide', 'page Home']);
  for (const [operation, params] of [
    ['listSpacePageBacklinks', { pageId: 'none' }],
    ['listSpaceFileBacklinks', { fileId: 'none' }],
    ['listPageLinksInSpace', { pageId: 'none' }],
  ] as const) {
    const { status } = await world.api.call(operation, {
      token: world.admin.token,
      params: { spaceId: space, ...params },
    });
    expect(status).toBe(404);
  }
});

it('follows edits, and breaks what leads to a page that has gone', async () => {
  const files = { 'README.md': '# Home\n\n[Guide](guide.md)\n', 'guide.md': '# Guide\n' };
  const [made] = (await importFiles(world, files)).spaces;
  const before = await indexed(made!.id, 1);
  expect(before.items.map(told)).toEqual(['ok reference page Guide <- page Home']);
  const guide = pageId('Guide', await current(made!.id));
  await importFiles(
    world,
    { 'README.md': `# Home\n\n[Guide](/pages/${guide})\n\n[Other](other.md)\n` },
    { space: made!.id },
  );
  const after = await indexed(made!.id, 2);
  expect(after.stats.broken.total).toBe(2);
});

it('lists the links of a draft as the draft has them, and leaves those of the space alone', async () => {
  await indexed(space, 10);
  const draft = await DraftCaller.create(world, space);
  const [home, guide, logo] = [pageId('Home'), pageId('Guide'), revision.files[0]!.id];
  const links = (page: string, query = {}) =>
    draft.expect<ContentReferences>('listPageLinksInChangeRequest', { params: { pageId: page }, query });
  const toGuide = (query = {}) =>
    draft.expect<ContentLocations>('listChangeRequestPageBacklinks', { params: { pageId: guide }, query });
  const toLogo = () => draft.expect<ContentLocations>('listChangeRequestFileBacklinks', { params: { fileId: logo } });
  expect((await links(home)).items.map(told)).toContain('ok reference page Guide#steps <- page Home');
  expect((await toGuide()).items.map(named).sort()).toEqual(['page Home', 'page To the guide']);
  expect((await toLogo()).count).toBe(2);

  await draft.edit(
    { operation: 'update_page', page: guide, title: 'Manual', document: { markdown: '## Other\n' } },
    { operation: 'delete_page', page: pageId('To the guide') },
    { operation: 'insert_page', title: 'New', document: { markdown: `[Manual](/pages/${guide}#other)\n` } },
  );
  const { items, stats } = await links(home);
  expect(items.map(told)).toContain('ok reference page Manual <- page Home');
  expect(items.map(told)).not.toContain('ok reference page Manual#steps <- page Home');
  // One of them leads to a heading that the draft takes away.
  expect(stats).toEqual({ total: 9, broken: { total: 4, changeRequest: 1 } });
  const { versionContext } = items[0]!.locationReferences[0] as ContentLocationPage;
  const id = draft.params.changeRequestId!;
  expect(versionContext).toMatchObject({
    type: 'changeRequest',
    changeRequest: { id, createdBy: { id: world.admin.id }, revision: expect.any(String) as string, outdated: false },
  });
  expect((await links(home, { status: 'broken' })).count).toBe(4);
  expect(await links(guide)).toMatchObject({ items: [], stats: { total: 0 } });
  const added = (await draft.pages()).find(({ title }) => title === 'New')!.id;
  expect((await links(added)).items.map(told)).toEqual(['ok reference page Manual#other <- page New']);
  const first = await toGuide({ limit: '1' });
  const second = await toGuide({ limit: '1', page: first.next!.page });
  expect([...first.items, ...second.items].map(named).sort()).toEqual(['page Home', 'page New']);
  expect((await toLogo()).items.map(named)).toEqual(['page Home']);

  const all = await draft.expect<ContentReferences>('listChangeRequestLinks');
  expect(all.stats).toMatchObject({ total: all.count, broken: { changeRequest: 1 } });
  expect(all.items.map(told)).toContain('ok reference page Manual#other <- page New');
  const brokenIn = async (brokenContext: string, query: object = {}) => {
    const found = await draft.expect<ContentReferences>('listChangeRequestLinks', {
      query: { brokenContext, ...query },
    });
    expect(found.stats).toEqual(all.stats);
    for (const { status } of found.items) expect(status).toBe('broken');
    return found;
  };
  expect((await brokenIn('change-request')).count).toBe(1);
  const [inSpace, one] = [await brokenIn('space'), await brokenIn('space', { limit: '1' })];
  expect(inSpace.count).toBe(all.stats.broken.total - 1);
  const rest = await brokenIn('space', { page: one.next!.page });
  expect([...one.items, ...rest.items]).toEqual(inSpace.items);
  const nowhere = await draft.call('listChangeRequestLinks', { query: { brokenContext: 'zzz' } });
  expect(nowhere.status).toBe(400);
  const ofMain = await indexed(space, 10);
  expect(ofMain.stats.broken).toEqual({ total: 3 });
  for (const { locationReferences } of ofMain.items)
    for (const place of locationReferences) expect(place).not.toHaveProperty('versionContext');
  expect((await draft.call('listChangeRequestPageBacklinks', { params: { pageId: 'none' } })).status).toBe(404);
});

it('shares what is indexed with a duplicate, whose links stay in it', async () => {
  await indexed(space, 10);
  const copy = await world.api.expect<{ id: string }>('duplicateSpace', {
    token: world.admin.token,
    params: { spaceId: space },
  });
  const { items } = await indexed(copy.id, 10);
  const target = items.find(({ targetReference }) => targetReference?.kind === 'file')!.targetReference;
  expect(target).toMatchObject({ space: { id: copy.id } });
  const backlinks = await world.api.expect<ContentLocations>('listSpacePageBacklinks', {
    token: world.admin.token,
    params: { spaceId: space, pageId: pageId('Guide') },
  });
  expect(new Set(backlinks.items.map((item) => 'space' in item && item.space.id))).toEqual(new Set([space]));
});

it('shows a target that the caller may not see like one that does not exist', async () => {
  const [secret] = (await importFiles(world, { 'README.md': '# Secret\n' })).spaces;
  const home = (await current(secret!.id)).pages[0]!.id;
  const [open] = (
    await importFiles(world, {
      'README.md': `# Open\n\n[S](/spaces/${secret!.id}/pages/${home}) [Whole](/spaces/${secret!.id})\n\n[None](/spaces/none)\n`,
    })
  ).spaces;
  const shown = await indexed(open!.id, 3);
  expect(shown.items.map(told).sort()).toEqual([
    'broken reference - <- page Open',
    'ok reference page Secret <- page Open',
    'ok reference space Imported <- page Open',
  ]);
  await world.api.expect('updateSpaceById', {
    token: world.admin.token,
    params: { spaceId: secret!.id },
    body: { defaultLevel: null },
  });
  await world.api.expect('updateSpaceById', {
    token: world.admin.token,
    params: { spaceId: open!.id },
    body: { visibility: 'public' },
  });
  const hidden = await as(world.otherAdmin.token).links(open!.id);
  expect(hidden.stats).toEqual({ total: 3, broken: { total: 3 } });
  expect(JSON.stringify(hidden)).not.toContain('Secret');
  expect(JSON.stringify(hidden)).not.toContain(world.admin.email);
  const [item] = hidden.items;
  expect(item!.locationReferences[0]).toMatchObject({
    organization: { id: world.organization, title: 'Organization', permissions: { view: false } },
  });
});
