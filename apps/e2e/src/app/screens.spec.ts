import { source, type AxeResults, type NodeResult } from 'axe-core';
import type { Collection, Site, SiteSection, Translation } from '@bindery/contracts';
import { freshName, install, publish } from '@bindery/testing';
import { describeInBrowser, openContext } from '../web/chromium';
import { AppWorld, settled } from './app-world';
import { signInTo } from './sign-in-to';

const files = {
  'README.md':
    '# Welcome\n\nThis guide says how to begin, in *words* and `code`.\n\n{% hint style="warning" %}\nCare.\n{% endhint %}\n\n| A | B |\n| - | - |\n| 1 | 2 |\n\n- [ ] Read\n',
  'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n  * [Install](install.md)\n',
  'install.md': '# Install\n\nRun the installer.\n\n## Afterwards\n\n```sh\nmake\n```\n',
};

/** Reads no style sheets anew, and reports violations alone. */
const run = { preload: false, resultTypes: ['violations'] };

const faultOf = ({ html, failureSummary }: NodeResult): string => `${html.slice(0, 160)} (${failureSummary})`;

// Screenshots take most of the time where they are wanted.
if (process.env.SHOTS) jest.setTimeout(900_000);

describeInBrowser('every screen of the app', () => {
  const app = new AppWorld(files);
  /** Its address, and something that is there when it is complete. */
  let screens: [address: string, complete: string][];

  beforeAll(async () => {
    const { world } = app.web;
    const { organization } = world;
    const params = { organizationId: organization };
    const of = (path: string) => `${world.platform.baseUrl}/app/o/${organization}${path}`;
    const space = new URL(app.space.urls.app).pathname;
    const pages = await app.pages();
    const welcome = pages.get('Welcome')!;
    const below = await app.call<{ pages: { pages?: { path: string }[] }[] }>('listPages', { spaceId: app.space.id });
    const installed = below.pages[0]!.pages![0]!.path;
    const request = await app.propose([
      { operation: 'update_page', page: welcome, document: { markdown: 'This guide says *how*.\n' } },
    ]);
    const { revision } = await app.call<{ revision: string }>('getSpaceById', { spaceId: app.space.id });
    const site = await app.call<Site>('createSite', params, { body: { title: 'Handbook', spaces: [app.space.id] } });
    const at = { ...params, siteId: site.id };
    const section = await app.call<SiteSection>('addSectionToSite', at, {
      body: { spaceId: app.space.id, title: 'More' },
    });
    await app.call('createSiteRedirect', at, {
      body: { source: '/old', destination: { kind: 'url', url: 'https://example.com/' } },
    });
    const collection = await app.call<Collection>('createCollection', params, { body: { title: 'Internal' } });
    await app.call('createOrganizationTeam', params, { body: { title: 'Writers' } });
    const name = await publish(world, { visibility: 'unlisted' }, freshName());
    await install(world, name);
    await app.call('createOpenAPISpec', params, { body: { slug: 'broken', source: { text: 'openapi: ]' } } });
    const from = { space: app.space.id, language: 'en' };
    const translation = await app.call<Translation>('createTranslation', params, {
      body: { source: from, language: 'de' },
    });
    await app.call('updateGlossaryEntries', params, {
      body: { operations: [{ type: 'insert', translations: { en: 'guide', de: 'Leitfaden' } }] },
    });
    const requestPath = new URL(request.urls.app).pathname;
    const siteScreens = [
      ['', 'Host name'],
      ['/structure', 'Actions for More'],
      ['/customization', 'Preview'],
      [`/customization/${section.siteSpaces[0]!.id}`, 'Customization of'],
      ['/audience', 'Make a preview'],
      ['/redirects', '/old'],
      ['/insights', 'Languages'],
      ['/access', 'Who can see this'],
    ];
    screens = [
      [of(''), 'New space'],
      [of(`/c/${collection.id}`), 'This collection has no spaces'],
      [of(`/c/${collection.id}/access`), 'Who can see this'],
      [space, 'Care.'],
      [`${space}/${installed}`, 'Run the installer.'],
      [`${space}/~/change-requests`, 'There are none'],
      [requestPath, 'Changes'],
      [`${requestPath}/${installed}`, 'Afterwards'],
      [`${space}/~/revisions`, 'Choose two versions to compare them.'],
      [`${space}/~/revisions/${revision}`, 'Care.'],
      [`${space}/~/pages/${welcome}/revisions`, 'Choose two versions to compare them.'],
      [`${space}/~/compare/${revision}/${revision}`, 'The pages are the same'],
      [`${space}/~/edit`, 'Done'],
      [`${space}/~/exchange`, 'Zip file'],
      [`${space}/~/access`, 'Who can see this'],
      [`${space}/~/settings`, 'Delete space'],
      [of('/sites'), 'Handbook'],
      ...siteScreens.map(([path, complete]): [string, string] => [of(`/site/${site.id}${path}`), complete!]),
      [of('/integrations'), 'Search integrations'],
      [of(`/integrations/${name}`), 'Events'],
      [of('/openapi'), 'broken'],
      [of('/openapi/broken'), 'Versions'],
      [of('/translations'), 'in German'],
      [of('/translations/glossary'), 'Leitfaden'],
      [of(`/translations/${translation.id}`), 'Runs'],
      [of('/conversations'), 'No conversations yet'],
      [of('/conversations/issues'), 'No issues yet'],
      [of('/conversations/all'), 'No conversations have come in'],
      [of('/agent-tasks'), 'No tasks'],
      [of('/members'), 'Invite links'],
      [of('/teams'), 'Writers'],
      [of('/audit-log'), 'Details'],
      [of('/settings'), 'Agents'],
      [of('/settings/sso'), 'Members sign in by mail'],
      [of('/account'), 'This browser'],
      [of('/nowhere'), 'There is nothing at this URL'],
    ];
  });

  it('has no fault that axe finds in light or dark, and fits into 390 pixels', async () => {
    const { page } = app;
    const problems: string[] = [];
    // A screen that is never complete is told with the other problems.
    page.setDefaultTimeout(30_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await app.open(screens[0]![0]);
    await page.evaluate(source);
    for (const [address, complete] of screens) {
      const { pathname } = new URL(address, app.web.world.platform.baseUrl);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
      // As a link of the app leads there; to load the app for each screen would take most of the time.
      await page.evaluate((path) => history.pushState({}, '', path), pathname);
      const part = page.getByText(complete).or(page.getByLabel(complete)).first();
      const isShown = await part.waitFor().then(
        () => true,
        () => false,
      );
      if (!isShown) problems.push(`${pathname} never shows ${complete}`);
      await page.waitForFunction(() => !document.querySelector('main [role=status][aria-label=Loading]'));
      await settled(page);
      const inLight = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(run)})`);
      await page.emulateMedia({ colorScheme: 'dark' });
      await settled(page);
      const inDark = await page.evaluate<AxeResults>(
        `axe.run(document, ${JSON.stringify({ ...run, runOnly: ['color-contrast'] })})`,
      );
      for (const { id, nodes } of [...inLight.violations, ...inDark.violations])
        problems.push(`${pathname} ${id}: ${nodes.map(faultOf).join(' | ')}`);
      await page.setViewportSize({ width: 390, height: 800 });
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (excess > 0) problems.push(`${pathname} is ${excess} pixels too wide`);
      const cut = await page
        .locator('main .form-actions button')
        .evaluateAll((all) => all.filter((button) => button.getBoundingClientRect().left < 0).length);
      if (cut > 0) problems.push(`${pathname} cuts ${cut} buttons at the left`);
      await app.shots(`screen${pathname.replaceAll('/', '-')}`);
    }
    expect(problems).toEqual([]);
  });

  it('offers readers no action that is refused, and refuses them nothing', async () => {
    const administrators = ['access', 'settings', 'audit-log', 'sso', 'insights'];
    const isOfSite = (path: string) => /\/site\/[^/]+\/access$/.test(path);
    const shown = screens
      .map(([address]) => new URL(address, app.web.world.platform.baseUrl).pathname)
      .filter((path) => isOfSite(path) || !administrators.includes(path.split('/').at(-1)!));
    // In a context of its own, as that of other tests takes a refusal for a fault.
    const context = await openContext(app.page.context().browser()!);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('response', (response) => {
      // Whether a reader may publish a site, its preview alone tells.
      if (response.status() >= 400 && !response.url().includes('/preview'))
        problems.push(`${new URL(page.url()).pathname} asks ${response.url()}: ${response.status()}`);
    });
    const actions = [
      ...['New space', 'New site', 'New translation', 'Add provider', 'Add specification', 'Add term', 'Create team'],
      ...['Install', 'Uninstall', 'Publish', 'Unpublish', 'Actions for Writers', 'Make a preview', 'Save claims'],
    ];
    // Only administrators see the access to a space, collection or site.
    const access = page.locator('a').getByText('Access', { exact: true });
    await signInTo(app.web.world, page, app.web.world.reader.email);
    await page.goto(app.web.world.platform.baseUrl + shown[0]!);
    for (const path of [...shown, `/app/o/${app.web.world.organization}/settings/sso`]) {
      await page.evaluate((to) => history.pushState({}, '', to), path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForFunction(() => !document.querySelector('main [role=status][aria-label=Loading]'));
      await settled(page);
      for (const name of actions)
        if ((await page.getByRole('button', { name, exact: true }).count()) > 0)
          problems.push(`${path} offers ${name}`);
      if ((await access.count()) > 0) problems.push(`${path} offers Access`);
      if (path.endsWith('/audience')) {
        await page.getByText('Everybody, and search engines list it').waitFor();
        await page.getByText('Only administrators of the site can change this.').waitFor();
        if ((await page.getByLabel('Who can read it').count()) > 0) problems.push(`${path} offers to change it`);
        if (await page.getByLabel('Show sections, pages and blocks').isEnabled())
          problems.push(`${path} offers adaptive content`);
      }
      if (isOfSite(path)) await page.getByText('Only administrators of the site see who has access to it.').waitFor();
      for (const text of await page.getByRole('alert').allTextContents()) problems.push(`${path} says ${text}`);
    }
    await context.close();
    expect(problems).toEqual([]);
  });

  it('keeps the focus: a dialog takes it, and gives it back when it closes', async () => {
    const { page } = app;
    await app.open(screens.find(([address]) => address.endsWith('/sites'))![0]);
    const button = page.getByRole('button', { name: 'New site' });
    await button.press('Enter');
    await page.locator('[role=dialog]').locator(':focus').waitFor();
    // Its buttons stay in view at its end.
    const gap = await page.getByRole('dialog').evaluate((dialog) => {
      const [whole, buttons] = [dialog, dialog.querySelector('.form-actions')!].map((one) =>
        one.getBoundingClientRect(),
      );
      return whole!.bottom - buttons!.bottom;
    });
    expect(gap).toBeLessThan(4);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button.and(page.locator(':focus')).waitFor();
  });
});
