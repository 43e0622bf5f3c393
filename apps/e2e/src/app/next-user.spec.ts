import type { ChangeRequest } from '@bindery/contracts';
import type { BrowserContext, Page } from 'playwright-core';
import { until } from '@bindery/testing';
import { describeInBrowser, openContext } from '../web/chromium';
import { AppWorld } from './app-world';
import { signInTo } from './sign-in-to';

describeInBrowser('the next user of a browser', () => {
  const app = new AppWorld({
    'README.md': '# Start\n',
    'SUMMARY.md': '* [Start](README.md)\n* [Log](log.md)\n',
    'log.md': '# Log\n\nTheirs\n\nMine\n',
  });
  let context: BrowserContext;
  let request: ChangeRequest;
  let colleague: string;
  beforeEach(async () => {
    const { records, organization } = app.web.world;
    colleague = (await records.user({ [organization]: 'admin' })).email;
    request = await app.call<ChangeRequest>('createChangeRequest', { spaceId: app.space.id }, { body: {} });
    context = await openContext(app.page.context().browser()!);
  });
  afterEach(() => context?.close());

  /** Opens a part of the change request in a new tab, the administrator's where no other user is named. */
  async function open(part: string, email?: string): Promise<Page> {
    const page = await context.newPage();
    await signInTo(app.web.world, page, email);
    await page.goto(app.web.world.platform.baseUrl + new URL(request.urls.app).pathname + part);
    return page;
  }

  /** Closes a tab whose session has ended. */
  async function leave(page: Page): Promise<void> {
    await page.close();
    await context.clearCookies();
  }

  const keeps = (page: Page, text: string): Promise<void> =>
    until(() => page.evaluate((part) => JSON.stringify(localStorage).includes(part), text));
  const titleOf = (page: Page) => page.getByLabel('Title of the page');
  const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text of Log' });

  it('gets no title and no text that the user before could not save, who finds both later', async () => {
    const first = await open('/log');
    await textOf(first).waitFor();
    await first.route('**/content?*', (route) => route.abort());
    await textOf(first).getByText('Mine').click();
    await first.keyboard.press('Control+End');
    await first.keyboard.type(' unsaved');
    await titleOf(first).fill('Journal');
    await keeps(first, ' unsaved');
    await keeps(first, 'Journal');
    await leave(first);

    const second = await open('/log', colleague);
    await textOf(second).getByText('Theirs').click();
    await second.keyboard.press('End');
    await second.keyboard.type(' of a colleague');
    await second.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    expect(await titleOf(second).inputValue()).toBe('Log');
    expect(await textOf(second).innerText()).not.toContain('unsaved');
    expect(await second.getByRole('button', { name: 'Go on with them' }).count()).toBe(0);
    expect([...(await app.pages(request.id)).keys()]).toEqual(['Start', 'Log']);
    await leave(second);

    const again = await open('/log');
    await again.getByRole('button', { name: 'Go on with them' }).click();
    await until(async () => (await app.pages(request.id)).has('Journal'));
    await again.getByText('Mine unsaved').waitFor();
    await again.getByText('Theirs of a colleague').waitFor();
  });

  it('sees neither comments that the user before did not send, nor the pages that they opened', async () => {
    const comment = (page: Page) => page.getByRole('textbox', { name: 'New comment' });
    const { baseUrl } = app.web.world.platform;
    const first = await open('');
    await comment(first).fill('Say why.');
    await first.goto(`${baseUrl}${new URL(app.space.urls.app).pathname}/log`);
    await keeps(first, 'bindery-recent');
    await leave(first);

    const second = await open('', colleague);
    await comment(second).waitFor();
    expect(await comment(second).inputValue()).toBe('');
    await second.getByRole('button', { name: /^Search/ }).press('Enter');
    await second.getByRole('combobox', { name: 'Search pages' }).waitFor();
    expect(await second.getByText('Recently opened').count()).toBe(0);
    await leave(second);

    const again = await open('');
    await until(async () => (await comment(again).inputValue()) === 'Say why.');
  });

  it('has a tab of the user before loaded anew', async () => {
    const first = await open('');
    first.on('dialog', (dialog) => void dialog.accept());
    await first.getByRole('textbox', { name: 'New comment' }).fill('Say why.');
    const second = await open('', colleague);
    await second.getByRole('textbox', { name: 'New comment' }).waitFor();
    // The app asks again who is signed in once its answer is older than some seconds.
    await first.clock.setSystemTime(Date.now() + 60_000);
    await first.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await until(async () => (await first.getByRole('textbox', { name: 'New comment' }).inputValue()) === '');
  });
});
