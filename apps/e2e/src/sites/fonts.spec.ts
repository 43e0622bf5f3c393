import type { CustomFont, Page, PublishedContentSite, SiteCustomizationSettings } from '@bindery/contracts';
import { fontFile, refuses, until, upload, uploadFont } from '@bindery/testing';
import { WebWorld } from '../web/web-world';

let web: WebWorld;
beforeAll(async () => (web = await WebWorld.create()));
afterAll(() => web.close());

const inOrganization = (params: object = {}, body?: object) => ({
  token: web.world.admin.token,
  params: { organizationId: web.world.organization, ...params },
  ...(body && { body }),
});

const create = async (fontFamily: string, ...weights: number[]): Promise<CustomFont> => {
  const fontFaces = [];
  for (const weight of weights)
    fontFaces.push({ weight, storageKey: await uploadFont(web.world, weight > 500 ? 'woff' : 'woff2') });
  return web.sites.expect<CustomFont>('createCustomFont', { body: { fontFamily, fontFaces } });
};

const styleOf = async (base: string): Promise<string> => {
  const { text } = await web.get(base);
  return (await web.get(/href="([^"]+~style[^"]+)"/.exec(text)![1]!)).text;
};

async function use(siteId: string, fonts: object): Promise<SiteCustomizationSettings> {
  const params = { siteId };
  const look = await web.sites.expect<SiteCustomizationSettings>('getSiteCustomizationById', { params });
  const body = { ...look, styling: { ...look.styling, ...fonts } };
  return web.sites.expect<SiteCustomizationSettings>('updateSiteCustomizationById', { params, body });
}

const newSite = async () => web.site([await web.space('Written', { 'README.md': '# Home\n\nText.\n' })]);

it('are files that were uploaded, one for each weight', async () => {
  const font = await create('House "Sans"', 700, 400);
  expect(font).toMatchObject({
    custom: true,
    fontFamily: 'House "Sans"',
    fontFaces: [
      { weight: 400, sources: [{ format: 'woff2' }] },
      { weight: 700, sources: [{ format: 'woff' }] },
    ],
    permissions: { edit: true },
  });
  expect(await web.sites.expect('getCustomFont', { params: { fontId: font.id } })).toEqual(font);
  const { items } = await web.sites.expect<Page<CustomFont>>('listCustomFonts');
  expect(items).toContainEqual(font);
  const { pathname, search } = new URL(font.fontFaces[0]!.sources[0]!.url);
  const file = await fetch(`${web.world.platform.baseUrl}${pathname}${search}`);
  expect([file.headers.get('content-type'), file.headers.get('access-control-allow-origin')]).toEqual([
    'font/woff2',
    '*',
  ]);
  expect(Buffer.from(await file.arrayBuffer()).equals(fontFile())).toBe(true);
});

it('are refused where a file is none, or that of the regular weight is missing', async () => {
  const refused = async (fontFaces: object[], status: number, field?: string) =>
    refuses(web.world, 'createCustomFont', inOrganization({}, { fontFamily: 'House', fontFaces }), status, field);
  const key = await uploadFont(web.world);
  const broken = await upload(web.world, fontFile().subarray(0, 1_000));
  const text = await upload(web.world, Buffer.from('wOF2 is how a font begins, and this is a text of some length'));
  await refused([{ weight: 400, storageKey: broken }], 400, 'body.fontFaces[0].storageKey');
  await refused([{ weight: 400, storageKey: text }], 400, 'body.fontFaces[0].storageKey');
  await refused([{ weight: 400, storageKey: 'files/other/abc' }], 400, 'body.fontFaces[0].storageKey');
  await refused(
    [
      { weight: 400, storageKey: key },
      { weight: 400, storageKey: key },
    ],
    400,
    'body.fontFaces[1].weight',
  );
  await refused([{ weight: 700, storageKey: key }], 412);
});

it('are served by the sites that use them, which follow their changes', async () => {
  const font = await create('House', 400);
  const { id, base } = await newSite();
  const isUsed = async (text: string) => (await styleOf(base)).includes(text);
  expect(await isUsed('House')).toBe(false);
  // Fields of a font besides its id are ignored.
  const elsewhere = { weight: 400, sources: [{ url: 'https://fonts.example.com/spy.woff2' }] };
  const look = await use(id, { font: { ...font, fontFaces: [elsewhere], permissions: undefined } });
  expect(look.styling.font).toMatchObject({ id: font.id, fontFamily: 'House', fontFaces: font.fontFaces });
  await until(() => isUsed('--font:"House",system-ui,sans-serif'));
  const style = await styleOf(base);
  expect(style).not.toContain('example.com');
  expect(style).not.toContain('font-display:swap');
  const [, address] = /@font-face\{font-family:"House";font-weight:400;[^}]*url\("([^"]+)"\) format\("woff2"\)/.exec(
    style,
  )!;
  const page = await web.get(base);
  expect(page.headers['content-security-policy']).toContain("font-src 'self'");
  const served = await fetch(new URL(address!, `${web.world.platform.baseUrl}${base}`));
  expect(Buffer.from(await served.arrayBuffer()).equals(fontFile())).toBe(true);

  const changes = [
    { weight: 400, storageKey: await uploadFont(web.world, 'woff') },
    { weight: 700, storageKey: await uploadFont(web.world) },
  ];
  await web.sites.expect('updateCustomFont', {
    params: { fontId: font.id },
    body: { fontFamily: 'Home', fontFaces: changes },
  });
  await until(() => isUsed('--font:"Home"'));
  expect(await isUsed('font-family:"Home";font-weight:700')).toBe(true);
  await refuses(
    web.world,
    'updateCustomFont',
    inOrganization({ fontId: font.id }, { fontFaces: [{ weight: 400, storageKey: null }] }),
    412,
  );
  await web.sites.expect('deleteCustomFont', { params: { fontId: font.id } });
  await until(async () => !(await isUsed('Home')));
  const after = await web.sites.expect<SiteCustomizationSettings>('getSiteCustomizationById', {
    params: { siteId: id },
  });
  expect(after.styling.font).toBe('Inter');
});

it('are those of code too, of sites and of spaces with a customization of their own', async () => {
  const [text, code] = [await create('Text', 400), await create('Code', 400)];
  const { id: siteId, base } = await newSite();
  const look = await use(siteId, { font: text, monospaceFont: code });
  expect(look.styling).toMatchObject({ font: { id: text.id }, monospaceFont: { id: code.id, fontFamily: 'Code' } });
  const styleHas = async (part: string) => (await styleOf(base)).includes(part);
  await until(() => styleHas('--mono:"Code",ui-monospace'));
  expect(await styleHas('@font-face{font-family:"Code"')).toBe(true);
  const [siteSpace] = await web.sites.siteSpaces(siteId);
  const params = { siteId, siteSpaceId: siteSpace!.id };
  const body = { styling: { monospaceFont: text } };
  await web.sites.expect('overrideSiteSpaceCustomizationById', { params, body });

  const stylings = async () => {
    const shown = await web.sites.expect<PublishedContentSite>('getPublishedContentSite', { params: { siteId } });
    const { site, siteSpaces } = shown.customizations;
    return [site, siteSpaces[siteSpace!.id]!].map(({ styling: { font, monospaceFont } }) =>
      [font, monospaceFont].map((one) => (typeof one === 'string' ? one : one.fontFamily)),
    );
  };
  await web.sites.expect('updateCustomFont', { params: { fontId: code.id }, body: { fontFamily: 'Type' } });
  const renamed = [
    ['Text', 'Type'],
    ['Text', 'Text'],
  ];
  await until(async () => JSON.stringify(await stylings()) === JSON.stringify(renamed));
  await web.sites.expect('deleteCustomFont', { params: { fontId: text.id } });
  // Without its own font, the space has that of the site.
  const left = [
    ['Inter', 'Type'],
    ['Inter', 'Type'],
  ];
  await until(async () => JSON.stringify(await stylings()) === JSON.stringify(left));
  await refuses(
    web.world,
    'updateSiteCustomizationById',
    inOrganization({ siteId }, { ...look, styling: { ...look.styling, font: 'Inter', monospaceFont: text } }),
    400,
    'body.styling.monospaceFont',
  );
});

it('are of one organization', async () => {
  const { id } = await newSite();
  const { other, otherAdmin, api } = web.world;
  const params = { siteId: id };
  const look = await web.sites.expect<SiteCustomizationSettings>('getSiteCustomizationById', { params });
  const font = await create('House', 400);
  const foreign = { ...font, id: 'other00000000000000000' };
  const body = { ...look, styling: { ...look.styling, font: foreign } };
  await refuses(web.world, 'updateSiteCustomizationById', inOrganization(params, body), 400, 'body.styling.font');
  const ofOther = { token: otherAdmin.token, params: { organizationId: other, fontId: font.id } };
  expect((await api.call('getCustomFont', ofOther)).status).toBe(404);
  expect((await api.call('deleteCustomFont', ofOther)).status).toBe(204);
  expect((await web.sites.call('getCustomFont', { params: { fontId: font.id } })).status).toBe(200);
});
