import type { Browser, Page } from 'playwright-core';
import { codeOf, nextMail } from '@bindery/testing';
import { createTestOrganization, type TestOrganization } from '../support/test-organization';
import { describeInBrowser, openContext, openPages } from '../web/chromium';

const elsewhere = 'http://evil.test/';

describeInBrowser('a session in Chromium', () => {
  let world: TestOrganization;
  let page: Page;
  let browser: Browser;
  let base: string;
  beforeAll(async () => {
    world = await createTestOrganization();
    base = world.platform.baseUrl;
  });
  afterAll(() => world?.close());
  // By default Chromium blocks requests of internet pages to this machine before any answer, but the answer is tested here.
  const args = ['--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests'];
  openPages((opened, by) => ([page, browser] = [opened, by]), { args });

  async function signIn(page: Page): Promise<void> {
    const { email } = await world.records.user({ [world.organization]: 'admin' });
    await page.goto(`${base}/sign-in`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByLabel('Code from the mail').fill(codeOf(await nextMail(world, email)));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('You are signed in').waitFor();
  }

  /** A page of that address, as an app of the platform or a foreign site would serve it. */
  async function open(page: Page, address: string, body = ''): Promise<void> {
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: `<h1>Page</h1>${body}` }));
    await page.goto(address);
  }

  const teams = async () => {
    const rows = await world.records.query<{ title: string }>(`select title from team where organization_id = $1`, [
      world.organization,
    ]);
    return rows.map(({ title }) => title);
  };

  it('calls operations from a page of the platform, and no script reads its cookie', async () => {
    await signIn(page);
    await open(page, `${base}/app/~test`);
    const path = `/v1/orgs/${world.organization}/teams`;
    const made = await page.evaluate(async (path) => {
      const body = JSON.stringify({ title: 'From the app' });
      const headers = { 'content-type': 'application/json' };
      const user = await (await fetch('/v1/user')).json();
      const { status } = await fetch(path, { method: 'PUT', headers, body });
      return { user, status, cookies: document.cookie };
    }, path);
    expect(made).toMatchObject({ user: { object: 'user' }, status: 201, cookies: '' });
    expect(await teams()).toContain('From the app');
  });

  it('does nothing for a page of another site', async () => {
    const context = await openContext(browser);
    await signIn(await context.newPage());
    const other = await context.newPage();
    const action = `${base}/v1/orgs`;
    const form = `<form method="post" action="${action}" enctype="text/plain"><input name="a" /><button>Go</button></form>`;
    await open(other, elsewhere, form);
    const [answer] = await Promise.all([
      other.waitForResponse(action),
      other.getByRole('button', { name: 'Go' }).click(),
    ]);
    // The browser sends no cookie with it; one that did would be refused for its headers.
    expect([401, 403]).toContain(answer.status());
    expect(answer.request().headers()).toMatchObject({ origin: 'http://evil.test' });
    await other.goto(elsewhere);
    const read = await other.evaluate(async (base) => {
      const answer = await fetch(`${base}/v1/user`, { credentials: 'omit' });
      const withCookie = await fetch(`${base}/v1/user`, { credentials: 'include' }).catch((error: Error) => error.name);
      return [answer.status, withCookie];
    }, base);
    expect(read).toEqual([401, 'TypeError']);
    await context.close();
  });
});
