import type { ChangeRequest } from '@bindery/contracts';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { codeOf, mailsTo, nextMail, zipOf } from '@bindery/testing';
import { describeInBrowser, openContext } from '../web/chromium';
import { AppWorld } from './app-world';
import { signInTo } from './sign-in-to';

describeInBrowser('users whose requests are refused', () => {
  const app = new AppWorld({ 'README.md': '# Start\n\nFirst.\n' });
  let context: BrowserContext;
  let page: Page;
  let request: ChangeRequest;
  beforeEach(async () => {
    // In a context of its own, as that of other tests takes a refusal for a fault.
    context = await openContext(app.page.context().browser()!);
    page = await context.newPage();
    await signInTo(app.web.world, page);
    const start = (await app.pages()).get('Start');
    request = await app.propose([{ operation: 'update_page', page: start, document: { markdown: 'Second.\n' } }]);
    await page.goto(app.web.world.platform.baseUrl + new URL(request.urls.app).pathname);
  });
  afterEach(() => context?.close());

  it('keep the comment that they have typed when their session ends', async () => {
    await page.getByRole('textbox', { name: 'New comment' }).fill('Say why.');
    const send = page.getByRole('button', { name: 'Comment', exact: true });
    await context.clearCookies();
    await send.press('Enter');
    await page.getByRole('region', { name: 'Comments' }).getByText('Your session has ended.').waitFor();
    await signInTo(app.web.world, page);
    await send.press('Enter');
    await page.locator('.posting-text').getByText('Say why.').waitFor();
  });

  it('come back to the page on which their session ended', async () => {
    const { pathname } = new URL(page.url());
    const comments = page.getByRole('region', { name: 'Comments' });
    await comments.getByText('No open comments.').waitFor();
    await context.clearCookies();
    await comments.getByRole('button', { name: 'Show resolved' }).press('Enter');
    const { email } = app.web.world.admin;
    const before = (await mailsTo(app.web.world, email)).length;
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByLabel('Code from the mail').fill(codeOf(await nextMail(app.web.world, email, before)));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await comments.getByText('No open comments.').waitFor();
    expect(new URL(page.url()).pathname).toBe(pathname);
  });

  it('keep what they have entered into settings, and the title of a page, when their session ends', async () => {
    const { platform, organization } = app.web.world;
    await page.getByRole('link', { name: 'Read and edit its pages' }).press('Enter');
    const title = page.getByLabel('Title of the page');
    await title.fill('Begin');
    await context.clearCookies();
    await title.press('Enter');
    await page.getByText('Your session has ended.').first().waitFor();
    expect(await title.inputValue()).toBe('Begin');
    await signInTo(app.web.world, page);
    await page.goto(`${platform.baseUrl}/app/o/${organization}/settings`);
    const domains = page.getByLabel('Mail domains');
    await domains.fill('example.com');
    await context.clearCookies();
    await domains.press('Enter');
    await page.getByText('Your session has ended.').first().waitFor();
    expect(await domains.inputValue()).toBe('example.com');
  });

  it('post a comment once that they send again after its answer was lost', async () => {
    const comments = /\/change-requests\/[\w-]+\/comments$/;
    await page.route(
      (url) => comments.test(url.pathname),
      async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        await route.fetch();
        await route.abort();
      },
    );
    await page.getByRole('textbox', { name: 'New comment' }).fill('Only once.');
    const send = page.getByRole('button', { name: 'Comment', exact: true });
    await send.press('Enter');
    await page.getByRole('region', { name: 'Comments' }).getByText('Bindery cannot be reached.').waitFor();
    await page.unrouteAll();
    await send.press('Enter');
    await page.locator('.posting-text').getByText('Only once.').waitFor();
    const params = { spaceId: app.space.id, changeRequestId: request.id };
    const { items } = await app.call<{ items: object[] }>('listCommentsInChangeRequest', params);
    expect(items).toHaveLength(1);
  });

  it('make one site where its publication failed at first', async () => {
    const { platform, organization } = app.web.world;
    await page.goto(`${platform.baseUrl}/app/o/${organization}/sites`);
    await page.getByRole('button', { name: 'New site' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Handbook');
    await dialog.getByLabel('Guide').check();
    await page.route('**/publish', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Create site' }).press('Enter');
    await dialog.getByText('Bindery cannot be reached.').waitFor();
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Go on' }).press('Enter');
    await page.getByRole('heading', { name: 'Handbook' }).waitFor();
    const { items } = await app.call<{ items: object[] }>('listSites', { organizationId: organization });
    expect(items).toMatchObject([{ title: 'Handbook', published: true }]);
  });

  it('import documentation once that they send again after the answer was lost', async () => {
    const { platform, organization } = app.web.world;
    const params = { organizationId: organization };
    await page.goto(`${platform.baseUrl}/app/o/${organization}`);
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title of the new space').fill('Only once');
    await dialog.getByLabel('From').selectOption('A zip file');
    const buffer = await zipOf({ 'README.md': '# Start\n' });
    await dialog.getByLabel('Zip file').setInputFiles({ name: 'docs.zip', mimeType: 'application/zip', buffer });
    await page.route('**/imports', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const send = dialog.getByRole('button', { name: 'Import', exact: true });
    await send.press('Enter');
    await dialog.getByText('Bindery cannot be reached.').waitFor();
    await page.unrouteAll();
    await send.press('Enter');
    await dialog.getByText('1 pages and 0 files are imported.').waitFor();
    const { items } = await app.call<{ items: { title: string }[] }>('listSpacesInOrganizationById', params);
    expect(items.filter(({ title }) => title === 'Only once')).toHaveLength(1);
  });

  it('learn at once that a change is not saved while they are offline', async () => {
    const { platform, organization } = app.web.world;
    await page.goto(`${platform.baseUrl}/app/o/${organization}/settings`);
    const name = page.getByLabel('Name', { exact: true });
    await name.waitFor();
    await context.setOffline(true);
    await name.press('Enter');
    await page.getByRole('form', { name: 'General' }).getByText('Bindery cannot be reached.').waitFor();
    await context.setOffline(false);
    await name.press('Enter');
    await page.getByText('The settings are saved.').waitFor();
  });

  it.each([
    ['that asks for text', 'Approve', 'Submit review'],
    ['that asks for a confirmation', 'Merge', 'Merge'],
  ])('see why a request failed in the dialog %s, which stays open until then', async (_, opener, action) => {
    let hold!: (route: Route) => void;
    const held = new Promise<Route>((resolve) => (hold = resolve));
    await page.route(/\/(reviews|merge)$/, (route) =>
      route.request().method() === 'POST' ? hold(route) : route.fallback(),
    );
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: opener }).press('Enter');
    await dialog.getByRole('button', { name: action }).press('Enter');
    await dialog.getByRole('button', { name: 'Cancel', disabled: true }).waitFor();
    await page.keyboard.press('Escape');
    const body = { error: { code: 400, message: 'Not on Sundays.' } };
    await (await held).fulfill({ status: 400, json: body });
    await dialog.getByText('Not on Sundays.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('are led to the organization of a space whose address names another one', async () => {
    const { baseUrl } = app.web.world.platform;
    const { pathname } = new URL(request.urls.app);
    await page.goto(baseUrl + pathname.replace(app.web.world.organization, 'another'));
    await page.waitForURL(`**${pathname}`);
    await page.getByRole('button', { name: 'Merge' }).waitFor();
  });

  it('are told that a screen failed, and load it anew', async () => {
    const { platform, organization } = app.web.world;
    const teams = '**/v1/orgs/*/teams*';
    await page.route(teams, (route) => route.fulfill({ json: { items: [null] } }));
    await page.goto(`${platform.baseUrl}/app/o/${organization}/teams`);
    await page.getByRole('heading', { name: 'This screen cannot be shown', level: 1 }).waitFor();
    await page.unroute(teams);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Teams', level: 1 }).waitFor();
  });

  it('keep what they have decided on conflicts when the last decision cannot be saved', async () => {
    const start = (await app.pages()).get('Start');
    const changes = (word: string) => [
      { operation: 'update_page', page: start, description: word, document: { markdown: `${word}\n` } },
    ];
    const params = { spaceId: app.space.id };
    const at = { ...params, changeRequestId: request.id };
    await app.call('updateChangeRequestContent', at, { body: { changes: changes('Mine.') } });
    await app.call('updateSpaceContent', params, { body: { changes: changes('Theirs.') } });
    await page.reload();
    await page.getByRole('button', { name: 'Update from main' }).press('Enter');
    const conflicts = page.getByRole('group', { name: 'Conflicts in Start' });
    const keep = conflicts.getByRole('button', { name: 'Keep the version of the change request' });
    await conflicts.getByText('1 of 2').waitFor();
    await keep.press('Enter');
    await conflicts.getByText('2 of 2').waitFor();
    await page.route('**/content?*', (route) => route.abort());
    await keep.press('Enter');
    await conflicts.getByText('Bindery cannot be reached.').waitFor();
    await conflicts.getByText('2 of 2').waitFor();
    await page.unroute('**/content?*');
    await keep.press('Enter');
    await conflicts.waitFor({ state: 'detached' });
  });

  it('decide the conflicts of a page anew when one decision is refused', async () => {
    const params = { spaceId: app.space.id };
    const changeMain = (changes: object[]) => app.call('updateSpaceContent', params, { body: { changes } });
    const document = { markdown: 'Text.\n' };
    await changeMain(['Old', 'New', 'Moved'].map((title) => ({ operation: 'insert_page', title, document })));
    const pages = await app.pages();
    const move = (into: string, markdown: string) => ({
      ...{ operation: 'update_page', page: pages.get('Moved'), into: pages.get(into), document: { markdown } },
    });
    const deletion = { operation: 'delete_page', page: pages.get('Old') };
    const { urls } = await app.propose([move('New', 'Mine.\n'), deletion]);
    await changeMain([move('Old', 'Theirs.\n')]);
    await page.goto(app.web.world.platform.baseUrl + new URL(urls.app).pathname);
    await page.getByRole('button', { name: 'Update from main' }).press('Enter');
    const conflicts = page.getByRole('group', { name: 'Conflicts in Moved' });
    const keep = conflicts.getByRole('button', { name: 'Keep the version of the change request' });
    await conflicts.getByText('1 of 2').waitFor();
    await conflicts.getByText('Below: “New”').waitFor();
    await conflicts.getByText('Below: a page that is not in this change request').waitFor();
    await conflicts.getByRole('button', { name: 'Use the version of main' }).press('Enter');
    await conflicts.getByText('2 of 2').waitFor();
    await keep.press('Enter');
    await conflicts.getByText('Page not found').waitFor();
    await conflicts.getByText('1 of 2').waitFor();
    await keep.press('Enter');
    await conflicts.getByText('2 of 2').waitFor();
    await keep.press('Enter');
    await conflicts.waitFor({ state: 'detached' });
  });

  it('learn who has to approve a change request before it is merged', async () => {
    const { reader } = app.web.world;
    // The button is there once the app has read the space, whose rules change afterwards.
    await page.getByRole('button', { name: 'Merge' }).waitFor();
    const { displayName } = await app.call<{ displayName: string }>('getUserById', { userId: reader.id });
    const rules = [{ rule: 'require_specific_reviewers', users: [reader.id] }];
    await app.call('updateSpaceById', { spaceId: app.space.id }, { body: { mergeRules: { type: 'rules', rules } } });
    await page.getByRole('button', { name: 'Merge' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).press('Enter');
    await page.getByRole('alert').getByText(`These have to approve it: ${displayName}`).waitFor();
  });

  it('learn which of the users that they ask for a review cannot see the space', async () => {
    const { records, organization } = app.web.world;
    const outsider = await records.user({ [organization]: null });
    const { displayName } = await app.call<{ displayName: string }>('getUserById', { userId: outsider.id });
    const reader = await app.call<{ displayName: string }>('getUserById', { userId: app.web.world.reader.id });
    const dialog = page.getByRole('dialog');
    const ask = () => dialog.getByRole('button', { name: 'Ask', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Ask for a review' }).press('Enter');
    await dialog.getByRole('checkbox', { name: reader.displayName }).check();
    await dialog.getByRole('checkbox', { name: displayName }).check();
    await ask();
    await dialog.getByText(`These users cannot see the space: ${displayName}`, { exact: true }).waitFor();
    await dialog.getByRole('checkbox', { name: displayName }).uncheck();
    await ask();
    await page.getByRole('group', { name: 'Asked to review' }).getByText(reader.displayName).waitFor();
  });

  it('do not put back a subject and a description that were changed in another tab', async () => {
    const params = { spaceId: app.space.id, changeRequestId: request.id };
    const stored = async () => {
      const { subject, description } = await app.call<ChangeRequest>('getChangeRequestById', params);
      return [subject, /"text":"([^"]*)"/.exec(JSON.stringify(description))?.[1]];
    };
    const other = await context.newPage();
    const address = page.url();
    for (const tab of [page, other]) await tab.goto(address);
    const open = async (tab: Page) => {
      await tab.getByRole('button', { name: / (a|the) description$/ }).press('Enter');
      await tab.getByRole('button', { name: 'Change the subject' }).press('Enter');
    };
    const subject = (tab: Page) => tab.locator('form').filter({ has: tab.getByLabel('Subject') });
    const description = (tab: Page) => tab.locator('form').filter({ has: tab.getByLabel('Description') });
    const forms = (tab: Page) => [subject(tab), description(tab)];
    const save = async (tab: Page) => {
      for (const form of forms(tab)) {
        await form.getByRole('button', { name: 'Save' }).press('Enter');
        await form.waitFor({ state: 'detached' });
      }
    };
    const fill = async (tab: Page, words: [string, string]) => {
      await subject(tab).getByRole('textbox').fill(words[0]);
      await description(tab).getByRole('textbox').fill(words[1]);
    };

    await open(page);
    await open(other);
    await fill(other, ['Better', 'Second.']);
    await save(other);
    // The tab reads the change request again, as when it is shown once more after a while.
    await page.clock.setFixedTime(Date.now() + 60_000);
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await page.getByRole('heading', { name: 'Better' }).waitFor();
    await save(page);
    expect(await stored()).toEqual(['Better', 'Second.']);

    await open(page);
    await open(other);
    await fill(page, ['Mine', 'Third.']);
    await fill(other, ['Theirs', 'Fourth.']);
    await save(other);
    for (const form of forms(page)) {
      await form.getByRole('button', { name: 'Save' }).press('Enter');
      await form.getByText('Another user changed this in the meantime.').waitFor();
    }
    expect(await stored()).toEqual(['Theirs', 'Fourth.']);
    await save(page);
    expect(await stored()).toEqual(['Mine', 'Third.']);
  });
});
