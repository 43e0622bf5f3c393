import type { ContentLocations, ContentReferences, Revision } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { createServiceOrganization, importFiles, type ServiceOrganization, until } from '@bindery/testing';

const condition = 'visitor.claims.unsigned.staff';

let world: ServiceOrganization;
/** Refers to the spaces below, and they to it. */
let target: string;
let page: string;
let file: string;
let spaces: Record<'Open' | 'Pages' | 'Blocks', string>;

const asAdmin = <T>(operation: string, spaceId: string, body?: object) =>
  world.api.expect<T>(operation, {
    token: world.admin.token,
    params: { spaceId },
    ...(body && { body }),
  });
const space = async (title: string, files: Record<string, string | Buffer>) =>
  (await importFiles(world, files, { title })).spaces[0]!.id;
const revisionOf = (spaceId: string) => asAdmin<Revision>('getCurrentRevision', spaceId);

beforeAll(async () => {
  world = await createServiceOrganization('content');
  target = await space('Target', { 'README.md': '# Target\n\n![a](a.png)\n', 'a.png': Buffer.from('a') });
  const revision = await revisionOf(target);
  page = revision.pages[0]!.id;
  file = revision.files[0]!.id;
  const link = `[there](/spaces/${target}/pages/${page})`;
  spaces = {
    Open: await space('Open', { 'README.md': `# Open\n\n${link}\n` }),
    Pages: await space('Pages', {
      'README.md': `# Shown\n\nNothing.\n`,
      'hidden.md': `# Hidden\n\n${link}\n`,
      'SUMMARY.md': '# Table of contents\n\n* [Shown](README.md)\n* [Hidden](hidden.md)\n',
    }),
    Blocks: await space('Blocks', { 'README.md': `# Told\n\n{% if ${condition} %}\n${link}\n{% endif %}\n` }),
  };
  const [, hidden] = (await revisionOf(spaces.Pages)).pages;
  const hide = { operation: 'update_page', page: hidden!.id, condition };
  await asAdmin('updateSpaceContent', spaces.Pages, { changes: [hide] });
  const links = await Promise.all(
    Object.values(spaces).map(async (space) => {
      const pages = (await revisionOf(space)).pages;
      return `[to](/spaces/${space}/pages/${pages.at(-1)!.id})\n\n[of](/spaces/${space})`;
    }),
  );
  await asAdmin('updateSpaceContent', target, {
    changes: [{ operation: 'insert_page', title: 'Links', document: { markdown: links.join('\n\n') } }],
  });
  await until(async () => (await holders(world.admin.token)).length === 3);
  await until(async () => (await targets(world.admin.token)).length === 7);
});
afterAll(() => world.close());

/** The titles of the pages that refer to the target. */
async function holders(by: string, operation = 'listSpacePageBacklinks'): Promise<string[]> {
  const params = { spaceId: target, pageId: page, fileId: file };
  const { items, count } = await world.api.expect<ContentLocations>(operation, { token: by, params });
  const titles = items.map((place) => (place.kind === 'page' ? place.page.title : place.kind));
  expect(count).toBe(titles.length);
  return titles.sort();
}

/** The existing targets of the links of the target space, as the caller sees them. */
async function targets(by: string): Promise<string[]> {
  const request = { token: by, params: { spaceId: target } };
  const { items, stats } = await world.api.expect<ContentReferences>('listSpaceLinks', request);
  const found = items.filter(({ status }) => status === 'ok');
  expect(stats).toEqual({ total: items.length, broken: { total: items.length - found.length } });
  return found
    .map(({ targetReference: to }) => {
      if (to?.kind === 'page') return `page ${to.page.title}`;
      return to?.kind === 'space' ? `space ${to.space.title}` : String(to?.kind);
    })
    .sort();
}

const everywhere = ['space Blocks', 'space Open', 'space Pages'];

it('are shown to members', async () => {
  for (const { token: by } of [world.admin, world.reader]) {
    expect(await holders(by)).toEqual(['Hidden', 'Open', 'Told']);
    expect(await holders(by, 'listSpaceFileBacklinks')).toEqual(['Target']);
    expect(await targets(by)).toEqual(['file', 'page Hidden', 'page Open', 'page Told', ...everywhere]);
  }
});

it('are shown to a stranger in public spaces only where a space hides none', async () => {
  for (const space of [target, ...Object.values(spaces)])
    await asAdmin('updateSpaceById', space, { visibility: 'public' });
  const by = world.otherAdmin.token;
  expect(await holders(by)).toEqual(['Open']);
  expect(await holders(by, 'listSpaceFileBacklinks')).toEqual(['Target']);
  expect(await targets(by)).toEqual(['file', 'page Open', ...everywhere]);
});

it('are not shown to the reader of a site with all of the spaces', async () => {
  const visit = { organization: world.organization, site: newId(), issuedAt: new Date().toISOString() };
  const all = [target, ...Object.values(spaces)];
  const token = world.platform.visitorToken({ ...visit, spaces: all, claims: { unsigned: {} } });
  const params = { spaceId: target, pageId: page, fileId: file };
  for (const operation of ['listSpacePageBacklinks', 'listSpaceFileBacklinks', 'listSpaceLinks'])
    expect((await world.api.call(operation, { token, params })).status).toBe(403);
});
