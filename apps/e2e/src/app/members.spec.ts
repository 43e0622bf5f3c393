import type { Page as PageOf, Site } from '@bindery/contracts';
import type { BrowserContext, Page } from 'playwright-core';
import { describeInBrowser, openContext } from '../web/chromium';
import { AppWorld } from './app-world';
import { signInTo } from './sign-in-to';

describeInBrowser('members who are no administrators', () => {
  const app = new AppWorld({ 'README.md': '# Welcome\n\nThis guide says how to begin.\n' });
  let context: BrowserContext;
  afterEach(() => context?.close());
  const organization = () => ({ organizationId: app.web.world.organization });

  /** Opens a screen of the organization in a context of its own, as other tests take a refused request for a fault. */
  async function open(path: string, email: string): Promise<Page> {
    context = await openContext(app.page.context().browser()!);
    const page = await context.newPage();
    await signInTo(app.web.world, page, email);
    await page.goto(`${app.web.world.platform.baseUrl}/app/o/${app.web.world.organization}${path}`);
    return page;
  }

  it('leave the organization', async () => {
    const { records, organization: id } = app.web.world;
    const member = await records.user({ [id]: 'read' });
    const page = await open('/members', member.email);
    const line = page.getByRole('listitem').filter({ hasText: member.email });
    const actions = page.getByRole('button', { name: 'Actions for' });
    await line.and(page.getByRole('listitem').filter({ has: actions })).waitFor();
    expect(await actions.count()).toBe(1);
    await actions.click();
    const leave = page.getByRole('menuitem', { name: 'Leave the organization' });
    await leave.waitFor();
    expect(await page.getByRole('menuitem').count()).toBe(1);
    await leave.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByText('You are in no organization yet').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    const query = { search: member.email };
    const { items } = await app.call<PageOf<object>>('listMembersInOrganizationById', organization(), { query });
    expect(items).toEqual([]);
  });

  it('change the access to a site that they administrate as guests', async () => {
    const { records, organization: id } = app.web.world;
    const site = await app.call<Site>('createSite', organization(), {
      body: { title: 'Handbook', spaces: [app.space.id] },
    });
    const guest = await records.user({ [id]: null });
    const params = { ...organization(), siteId: site.id };
    await app.call('inviteToSite', params, { body: { users: [guest.id], role: 'admin' } });
    const page = await open(`/site/${site.id}/access`, guest.email);
    const { displayName } = await app.call<{ displayName: string }>('getUserById', { userId: guest.id });
    await page.getByLabel(`Role given to ${displayName}`).waitFor();
    await page.getByRole('form', { name: 'Give access' }).waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('The site is published.').waitFor();
  });
});
