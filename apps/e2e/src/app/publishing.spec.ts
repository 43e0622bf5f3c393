import type {
  Events,
  Page as PageOf,
  SearchAIAnswerStream,
  Site,
  SiteRedirect,
  SiteStructure,
} from '@bindery/contracts';
import { fontFile, until } from '@bindery/testing';
import { describeInBrowser, openPage } from '../web/chromium';
import { AppWorld, settled } from './app-world';
import { signInTo } from './sign-in-to';

const files = {
  'README.md': '# Welcome\n\nThis guide says how to begin.\n',
  'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n* [Install](install.md)\n',
  'install.md': '# Install\n\nRun the installer.\n',
};

describeInBrowser('administrators who publish', () => {
  const app = new AppWorld(files);
  let reference: string;
  const organization = () => ({ organizationId: app.web.world.organization });
  const screen = (path: string) =>
    app.open(`${app.web.world.platform.baseUrl}/app/o/${app.web.world.organization}${path}`);

  /** A site of the space and of another one, each a section of its own. */
  const siteWithSections = async (): Promise<{ organizationId: string; siteId: string }> => {
    const body = { title: 'Handbook', spaces: [app.space.id] };
    const { id } = await app.call<Site>('createSite', organization(), { body });
    const params = { ...organization(), siteId: id };
    await app.call('addSectionToSite', params, { body: { spaceId: reference, title: 'Reference' } });
    return params;
  };
  const titles = async (params: object) =>
    (await app.call<SiteStructure>('getSiteStructure', params)).structure.map(({ title }) => title);

  beforeAll(async () => {
    reference = await app.web.space('Reference', { 'README.md': '# Calls\n' });
  });

  it('make a site of spaces in one dialog, take it down and publish it again', async () => {
    await screen('/sites');
    const { page } = app;
    await page.getByRole('button', { name: 'New site' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Manual');
    await dialog.getByLabel('Guide').check();
    await dialog.getByRole('button', { name: 'Create site' }).click();
    await page.getByRole('heading', { name: 'Manual', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Open site' }).waitFor();
    await page.getByRole('button', { name: 'Unpublish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
    await page.getByText('The site is taken down.').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter');
    await page.getByText('The site is published.').waitFor();
  });

  it('put sections in order by keyboard', async () => {
    const params = await siteWithSections();
    await screen(`/site/${params.siteId}/structure`);
    const { page } = app;
    await page.getByRole('button', { name: 'Actions for Reference' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Move up' }).press('Enter');
    await page.getByText('Reference is moved.').waitFor();
    expect(await titles(params)).toEqual(['Reference', 'Handbook']);
  });

  it('put sections in order by drag', async () => {
    const params = await siteWithSections();
    await screen(`/site/${params.siteId}/structure`);
    const { page } = app;
    const line = (title: string) => page.getByRole('listitem').filter({ hasText: `/${title.toLowerCase()}` });
    await line('Reference').dragTo(line('Handbook'), { targetPosition: { x: 40, y: 4 } });
    await page.getByText('Reference is moved.').waitFor();
    expect(await titles(params)).toEqual(['Reference', 'Handbook']);
  });

  it('add a group, a link in it, and a variant of a section', async () => {
    const params = await siteWithSections();
    await screen(`/site/${params.siteId}/structure`);
    const { page } = app;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add group' }).click();
    await dialog.getByLabel('Title').fill('More');
    await dialog.getByLabel('Reference').check();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'Actions for More' }).waitFor();
    await page.getByRole('button', { name: 'Add link' }).click();
    await dialog.getByLabel('Title').fill('Status');
    await dialog.getByLabel('URL', { exact: true }).fill('https://status.example.com/');
    await dialog.getByLabel('Place').selectOption('In More');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'Actions for Status' }).waitFor();
    await page.getByRole('button', { name: 'Add space' }).click();
    await dialog.getByLabel('Space').selectOption('Guide');
    await dialog.getByLabel('Place').selectOption('As a variant of Reference');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'Actions for Guide' }).waitFor();
    await app.shots('structure');
    for (const fields of [{}, { title: 'Uptime' }]) {
      await page.getByRole('button', { name: 'Actions for Status' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
      for (const title of Object.values(fields)) await dialog.getByLabel('Title').fill(title);
      const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await dialog.getByRole('button', { name: 'Save' }).click();
      // Fields that were not changed may have been changed by a colleague.
      expect((await answered).request().postDataJSON()).toEqual(fields);
      expect((await answered).status()).toBe(200);
      await dialog.waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Actions for Uptime' }).waitFor();
  });

  it('give a site its customization, and see it before it is saved', async () => {
    const params = await siteWithSections();
    await screen(`/site/${params.siteId}/customization`);
    const { page } = app;
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await page.getByLabel('Title that readers see').fill('The handbook');
    await page.getByRole('group', { name: 'Main colour' }).getByLabel('In light').fill('#aa0044');
    await page.getByText('Fonts', { exact: true }).click();
    await page.getByLabel('Text', { exact: true }).selectOption('Merriweather');
    await page.getByText('Header', { exact: true }).click();
    await page.getByRole('button', { name: 'Add header link' }).click();
    await page.getByLabel('Title of header link 1').fill('Blog');
    await page.getByLabel('URL of header link 1').fill('https://example.com/blog');
    await page.getByText('Footer', { exact: true }).click();
    await page.getByLabel('Copyright').fill('© Example');
    await page.getByText('Language and contact', { exact: true }).click();
    await page.getByRole('button', { name: 'Add an account' }).click();
    await page.getByLabel('Name of account 1').fill('example');
    await page.getByRole('group', { name: 'Account 1' }).getByLabel('In the header').check();
    await page.getByText('On each page', { exact: true }).click();
    await page.getByLabel('Print the page as a PDF', { exact: true }).check();
    await page.getByRole('button', { name: 'Move up: Print the page as a PDF' }).press('Enter');
    const up = page.getByRole('button', { name: 'Move up: Copy the URL for agents (MCP)' });
    await up.press('Enter');
    // It is at the top: the button keeps the focus, and does nothing.
    await page.keyboard.press('Enter');
    await preview.getByText('The handbook').first().waitFor();
    await preview.getByText('Blog').waitFor();
    await preview.getByText('© Example').waitFor();
    expect(await preview.getByText('Continue').evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(
      'rgb(170, 0, 68)',
    );
    expect(await up.evaluate((button) => button === document.activeElement)).toBe(true);
    await app.shots('customization');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The customization is saved.').waitFor();
    expect(await app.call('getSiteCustomizationById', params)).toMatchObject({
      title: 'The handbook',
      styling: { primaryColor: { light: '#aa0044' }, font: 'Merriweather' },
      header: { links: [{ title: 'Blog', to: { kind: 'url', url: 'https://example.com/blog' } }] },
      footer: { copyright: '© Example' },
      pageActions: { items: ['mcp', 'markdown', 'pdf', 'external-ai'] },
      socialAccounts: [{ platform: 'github', handle: 'example', display: { header: true, footer: true } }],
    });
  });

  it('give one space of a site a customization of its own, and remove it again', async () => {
    const params = await siteWithSections();
    await screen(`/site/${params.siteId}/customization`);
    const { page } = app;
    await page.getByLabel('Icon of the browser tab').selectOption('An emoji');
    await page.getByLabel('Emoji of the tab').fill('📘');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The customization is saved.').waitFor();
    expect(await app.call('getSiteCustomizationById', params)).toMatchObject({ favicon: { emoji: '1f4d8' } });
    await page.getByLabel('Customization of').selectOption('Reference (/reference)');
    // The address is there before the form.
    await page.getByText('Changes apply to this space only.').waitFor();
    await page.getByRole('group', { name: 'Main colour' }).getByLabel('In light').fill('#aa0044');
    await page.getByLabel('Emoji of the tab').fill('🧩');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Use the customization of the site' }).waitFor();
    const at = { ...params, siteSpaceId: new URL(page.url()).pathname.split('/').at(-1)! };
    const primaryColor = { light: '#aa0044', dark: '#346DDB' };
    expect(await app.call('getSiteSpaceCustomizationById', at)).toMatchObject({
      styling: { primaryColor },
      favicon: { emoji: '1f9e9' },
    });
    await app.shots('customization-of-space');
    await page.getByRole('button', { name: 'Use the customization of the site' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Use that of the site' }).press('Enter');
    await page.getByText('The space uses the customization of its site again.').waitFor();
    expect(await page.getByLabel('Emoji of the tab').inputValue()).toBe('📘');
  });

  it('add a font of their own, and choose it for a site', async () => {
    const params = await siteWithSections();
    await screen(`/site/${params.siteId}/customization`);
    const { page } = app;
    await page.getByText('Fonts', { exact: true }).click();
    await page.getByRole('button', { name: 'Add a font of your own' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of the family').fill('House');
    const file = { name: 'house.woff2', mimeType: 'font/woff2', buffer: fontFile() };
    await dialog.getByLabel('Regular').setInputFiles(file);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('list', { name: 'Fonts of your own' }).getByText('In use here').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The customization is saved.').waitFor();
    expect(await app.call('getSiteCustomizationById', params)).toMatchObject({
      styling: { font: { custom: true, fontFamily: 'House' } },
    });
  });

  it('learn that a colleague saved another customization, also after the app read it again', async () => {
    const params = await siteWithSections();
    // The console of this page may say that a request was refused.
    const page = await openPage(app.page.context().browser()!);
    await signInTo(app.web.world, page);
    const { platform, organization } = app.web.world;
    await page.goto(`${platform.baseUrl}/app/o/${organization}/site/${params.siteId}/customization`);
    const title = page.getByLabel('Title that readers see');
    await title.fill('Mine');
    const customization = await app.call<object>('getSiteCustomizationById', params);
    await app.call('updateSiteCustomizationById', params, { body: { ...customization, title: 'Theirs' } });
    const read = page.waitForResponse(
      (response) => response.url().endsWith('/customization') && response.request().method() === 'GET',
    );
    await page.evaluate(() => {
      window.dispatchEvent(new Event('offline'));
      window.dispatchEvent(new Event('online'));
    });
    await (await read).finished();
    await settled(page);
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('The site was changed in the meantime.').waitFor();
    expect(await app.call('getSiteCustomizationById', params)).toMatchObject({ title: 'Theirs' });
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('The customization is saved.').waitFor();
    expect(await app.call('getSiteCustomizationById', params)).toMatchObject({ title: 'Mine' });
    await page.close();
  });

  it('give a colleague a role on a site, and see why', async () => {
    const params = await siteWithSections();
    const { id } = await app.web.world.records.user({ [app.web.world.organization]: null });
    await screen(`/site/${params.siteId}/access`);
    const { page } = app;
    await page.getByLabel('Member or team').selectOption(`User ${id.slice(-4)}`);
    await page.getByLabel('Role', { exact: true }).selectOption('Editor');
    await page.getByRole('button', { name: 'Give the role' }).press('Enter');
    await page.getByRole('region', { name: 'Who can see this' }).getByText('Editor, given here').waitFor();
  });

  it('send readers of an old address to a page', async () => {
    const params = await siteWithSections();
    await screen(`/site/${params.siteId}/redirects`);
    const { page } = app;
    await page.getByRole('button', { name: 'Add redirect' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('From').fill('/setup');
    await dialog.getByLabel('To').selectOption('Guide');
    await dialog.getByLabel('Page').selectOption({ label: 'Install' });
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByText('to a page of Guide').waitFor();
    await page.getByRole('button', { name: 'Add many' }).click();
    await dialog.getByLabel('Redirects').fill('/a https://example.com/b\n/c');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('Line 2 is not a path').waitFor();
    await dialog.getByLabel('Redirects').fill('/a https://example.com/b\n/c https://example.com/d');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByText('to https://example.com/d').waitFor();
    const { items } = await app.call<PageOf<SiteRedirect>>('listSiteRedirects', params);
    expect(items).toHaveLength(3);
    expect(items.find(({ source }) => source === '/setup')).toMatchObject({ destination: { kind: 'site-page' } });
  });

  it('share a site by a link, and switch the link off', async () => {
    const params = await siteWithSections();
    await screen(`/site/${params.siteId}/audience`);
    const { page } = app;
    const audience = page.getByRole('combobox', { name: 'Who can read it' });
    const save = page.getByRole('button', { name: 'Save: Who can read it' });
    await audience.selectOption('Everybody with a share link');
    await save.press('Enter');
    await page.getByText('The audience is changed.').waitFor();
    await save.waitFor({ state: 'detached' });
    // A key on the closed select only chooses.
    await audience.press('Home');
    await save.waitFor();
    await app.shots('audience');
    expect(await audience.inputValue()).toBe('public');
    expect(await app.call('getSiteById', params)).toMatchObject({ visibility: 'share-link' });
    await audience.press('ArrowDown');
    await audience.press('ArrowDown');
    await save.waitFor({ state: 'detached' });
    await page.getByLabel('Name of the new share link').fill('Partners');
    await page.getByLabel('Name of the new share link').press('Enter');
    await page.getByText('Partners').waitFor();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('Switched off: nobody can use it').waitFor();
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Resellers');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).press('Enter');
    await page.getByText('Resellers').waitFor();
  });

  it('have visitors sign in, with a key that is made anew, and show content by their claims', async () => {
    const params = await siteWithSections();
    await screen(`/site/${params.siteId}/audience`);
    const { page } = app;
    await page.getByLabel('Who can read it').selectOption('Signed-in visitors');
    await page.getByRole('button', { name: 'Save: Who can read it' }).press('Enter');
    const key = page.getByLabel('Signing key', { exact: true });
    const before = await key.inputValue();
    await page.getByRole('button', { name: 'Make a new key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make a new key' }).click();
    await page.getByText('There is a new signing key.').waitFor();
    await until(async () => (await key.inputValue()) !== before);
    const signIn = page.getByRole('region', { name: 'Visitor authentication' }).getByRole('button', { name: 'Save' });
    expect(await signIn.isDisabled()).toBe(true);
    await page.getByLabel('Where readers sign in').fill('https://example.com/login');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await signIn.click();
    expect((await sent).postDataJSON()).toEqual({ fallbackURL: 'https://example.com/login' });
    await page.getByText('Visitor authentication is changed.').waitFor();
    expect(await app.call('getSitePublishingAuthById', params)).toMatchObject({
      fallbackURL: 'https://example.com/login',
    });
    await page.getByLabel('Show sections, pages and blocks by the claims of the visitor').click();
    const properties = { plan: { type: 'string', description: 'What is paid for' } };
    const schema = { type: 'object', properties, additionalProperties: false };
    await page.getByLabel('Claims of visitors').fill('{');
    await page.getByText('This is not JSON').waitFor();
    await page.getByLabel('Claims of visitors').fill(JSON.stringify(schema));
    await page.getByRole('button', { name: 'Save claims' }).click();
    await page.getByText('The claims are saved.').waitFor();
    expect(await app.call('getSiteAdaptiveSchema', params)).toMatchObject({ jsonSchema: { properties } });
    await app.call('updateSiteAdaptiveSchema', params, { body: { jsonSchema: { ...schema, properties: {} } } });
    await page.getByLabel('Claims of visitors').fill(JSON.stringify({ ...schema, description: 'Claims' }));
    await page.getByRole('button', { name: 'Save claims' }).click();
    await page.getByText('Another user changed this in the meantime.').waitFor();
    expect(await app.call('getSiteAdaptiveSchema', params)).toMatchObject({ jsonSchema: { properties: {} } });
  });

  it('change the title of a site whose address a colleague changes meanwhile', async () => {
    const params = await siteWithSections();
    await app.call('updateSiteById', params, { body: { basename: 'here' } });
    await screen(`/site/${params.siteId}`);
    const { page } = app;
    await page.getByLabel('Title').fill('Manual');
    await app.call('updateSiteById', params, { body: { basename: 'elsewhere' } });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The site is changed.').waitFor();
    expect(await app.call('getSiteById', params)).toMatchObject({ title: 'Manual', basename: 'elsewhere' });
  });

  it('set a host name, and are shown the DNS record that is missing', async () => {
    const params = await siteWithSections();
    await screen(`/site/${params.siteId}`);
    const { page } = app;
    const name = `docs-${Date.now()}.bindery-test.example`;
    await page.getByLabel('Host name of your own').fill(name);
    await page.getByRole('button', { name: 'Set host name' }).click();
    const record = page.getByRole('region', { name: 'DNS record' });
    await record.getByText('CNAME').waitFor();
    expect(await record.textContent()).toContain(name);
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove host name' }).click();
    await page.getByText('The host name is removed.').waitFor();
  });

  it('see what readers did', async () => {
    const params = await siteWithSections();
    await app.call('publishSite', params);
    const session = { visitorId: 'v1', sessionId: 's1' };
    const location = { url: 'https://docs.example.com/install' };
    const events = [
      ...Array.from({ length: 3 }, () => ({ type: 'page_view', session, location })),
      { type: 'search_type_query', session, location, query: 'installer' },
    ];
    await app.call('trackEventsInSiteById', params, { body: { events } });
    const ask = async (question: string) =>
      (await app.call<Events<SearchAIAnswerStream>>('streamAskInSite', params, { body: { question } })).events[0]!
        .answer;
    await until(async () => (await ask('How do I run the installer?')).outcome === 'passages');
    await ask('How deep is the sea?');
    await screen(`/site/${params.siteId}/insights`);
    const { page } = app;
    await page.getByRole('region', { name: 'Page views' }).getByText('3', { exact: true }).first().waitFor();
    await page.getByRole('region', { name: 'Pages' }).getByText('/install').waitFor();
    await page.getByRole('region', { name: 'Searches' }).getByText('installer').waitFor();
    const list = (name: string) => page.getByRole('region', { name, exact: true });
    await list('Questions').getByText('How do I run the installer?').waitFor();
    await list('Questions without an answer').getByText('How deep is the sea?').waitFor();
    await list('Answered from').getByText('/install').waitFor();
    expect(await list('Questions without an answer').textContent()).not.toContain('installer');
    await app.shots('insights');
  });
});
