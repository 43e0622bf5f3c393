import type { Browser, Page } from 'playwright-core';
import type { SiteSection } from '@bindery/contracts';
import { filesOf, forge, sampleDocs, until } from '@bindery/testing';
import { describeInBrowser, openContext, openPage, openPages, waitForPage } from './chromium';
import { paleTexts } from './pale-texts';
import { WebWorld } from './web-world';

describeInBrowser('a published site in Chromium', () => {
  let web: WebWorld;
  let browser: Browser;
  let page: Page;
  let home: string;
  let second: string;

  beforeAll(async () => {
    web = await WebWorld.create();
    const sample = await web.space('Sample', filesOf(sampleDocs));
    second = await web.space('Second', { 'README.md': '# Elsewhere\n\nAnother section.\n' });
    const { id, base } = await web.site([], {});
    for (const [spaceId, title] of [
      [sample, 'Sample'],
      [second, 'Other things'],
    ])
      await web.sites.expect<SiteSection>('addSectionToSite', { params: { siteId: id }, body: { spaceId, title } });
    home = web.world.platform.baseUrl + base;
    await until(async () => (await web.get(`${base}~search?q=hints`)).text.includes('/blocks#hints'));
    await until(async () => (await web.get(`${base}~search?q=Another`)).text.includes('Elsewhere'));
  });
  afterAll(() => web?.close());
  openPages((opened, by) => ([page, browser] = [opened, by]), { page: { colorScheme: 'light' } });

  it('leads from section to section and from page to page', async () => {
    await page.goto(home);
    await waitForPage(page, 'Welcome');
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Other things' }).click();
    await waitForPage(page, 'Elsewhere');
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Sample' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Blocks' }).click();
    await waitForPage(page, 'Blocks');
    // By its title: while the page still loads, the last link there may be the one to the page before.
    const next = page
      .getByRole('navigation', { name: 'Previous / Next' })
      .getByRole('link', { name: 'Tables and cards' });
    await next.click();
    await waitForPage(page, 'Tables and cards');
  });

  it('searches while the reader types, and finds its way to a section by the keyboard', async () => {
    await page.goto(home);
    await page.keyboard.press('/');
    const field = page.getByRole('combobox', { name: 'Search' });
    await field.fill('hints');
    const found = page.getByRole('listbox', { name: 'Search results' }).getByRole('option');
    await found.filter({ hasText: 'Hints' }).first().waitFor();
    expect(await page.locator('#found mark').first().innerText()).toMatch(/^hints$/i);
    expect(await page.locator('#found [role=group]').first().getAttribute('aria-label')).toBe('Sample');
    const chosen = () => found.evaluateAll((all) => all.findIndex((one) => one.ariaSelected === 'true'));
    expect(await chosen()).toBe(0);
    while (!(await found.nth(await chosen()).getAttribute('href'))!.endsWith('#hints'))
      await page.keyboard.press('ArrowDown');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await found.nth(await chosen()).getAttribute('id'));
    await page.keyboard.press('Enter');
    await page.waitForURL(/blocks#hints$/);

    // A followed result is offered again, and a key closes the dialog.
    await page.keyboard.press('Control+k');
    await page.getByRole('group', { name: 'Recent searches' }).getByRole('option', { name: 'Hints' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('keeps nothing of what a signed-in visitor has found', async () => {
    const { id, base } = await web.site([second], { visibility: 'visitor-auth' });
    const params = { siteId: id };
    const { privateKey } = await web.sites.expect<{ privateKey: string }>('getSitePublishingAuthById', { params });
    const token = forge(privateKey, { exp: Math.floor(Date.now() / 1000) + 600 });
    await page.goto(`${web.world.platform.baseUrl}${base}?jwt_token=${token}`);
    const kept = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('bindery-searches')));
    const keptBefore = [{ query: 'secret', title: 'Secret', href: `${base}secret` }];
    await page.evaluate(
      ([key, value]) => localStorage.setItem(key!, value!),
      [`bindery-searches ${base}~search`, JSON.stringify(keptBefore)],
    );
    await page.keyboard.press('/');
    const field = page.getByRole('combobox', { name: 'Search' });
    await field.waitFor();
    expect(await page.getByRole('option').count()).toBe(0);
    await field.fill('another');
    await page.getByRole('option').filter({ hasText: 'Elsewhere' }).first().click();
    await field.waitFor({ state: 'hidden' });
    expect(await kept()).toEqual([]);
    await page.reload();
    await page.keyboard.press('Control+k');
    await field.waitFor();
    expect(await page.getByRole('group', { name: 'Recent searches' }).count()).toBe(0);
  });

  it('finds what is in other sections too, after what is where the reader is', async () => {
    await page.goto(`${home}other-things`);
    await page.locator('a.find').click();
    await page.getByRole('combobox').fill('section');
    const places = page.locator('#found [role=group]');
    await places.nth(1).waitFor();
    const names = await places.evaluateAll((all) => all.map((one) => one.ariaLabel));
    expect(names).toEqual(['Other things', 'Sample']);
    await page.getByRole('combobox').fill('qqxyzzy');
    await page.getByText('Nothing was found for “qqxyzzy”').waitFor();
  });

  it('leads to what is searched for, also where the reader presses Enter before it is found', async () => {
    await page.goto(home);
    await page.keyboard.press('/');
    const field = page.getByRole('combobox', { name: 'Search' });
    await field.fill('Another');
    await page.locator('#found').getByText('Elsewhere').first().waitFor();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/q=hints/, async (route) => {
      await released;
      await route.continue();
    });
    await field.fill('hints');
    await page.keyboard.press('Enter');
    expect(await field.inputValue()).toBe('hints');
    release();
    await page.waitForURL(/blocks/);
  });

  it('says that a search failed, and shows no results of an earlier one', async () => {
    // Its console may say that the request failed.
    const other = await openPage(browser);
    await other.goto(home);
    await other.keyboard.press('/');
    const field = other.getByRole('combobox', { name: 'Search' });
    await field.fill('hints');
    const found = other.locator('#found [role=option]');
    await found.first().waitFor();
    await other.route(/q=another/, (route) => route.fulfill({ status: 503 }));
    await field.fill('another');
    await other.getByText('The search failed. Try again in a moment.').waitFor();
    expect(await found.count()).toBe(0);
    await other.close();
  });

  it('leaves the keys to an input method while a word is composed', async () => {
    await page.goto(home);
    await page.keyboard.press('/');
    const field = page.getByRole('combobox', { name: 'Search' });
    await field.fill('hints');
    const found = page.locator('#found [role=option]');
    await found.nth(1).waitFor();
    for (const key of ['ArrowDown', 'Enter'])
      await field.evaluate((input, name) => {
        input.dispatchEvent(
          new KeyboardEvent('keydown', { key: name, isComposing: true, bubbles: true, cancelable: true }),
        );
      }, key);
    expect(await found.first().getAttribute('aria-selected')).toBe('true');
    expect(page.url()).toBe(home);
  });

  it('lets the keyboard skip to the content', async () => {
    await page.goto(home);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('page');
  });

  it('opens one tab of several, and shows pictures', async () => {
    await page.goto(`${home}write/blocks`);
    const tabs = page.locator('.tabs');
    await tabs.getByText('Python').click();
    expect(await tabs.locator('details[open]').count()).toBe(1);
    expect(await tabs.getByText('print("Hello")').isVisible()).toBe(true);
    const picture = page.locator('.images img').first();
    await picture.scrollIntoViewIfNeeded();
    await page.waitForFunction(() =>
      [...document.images].every((image) => image.loading === 'lazy' || image.naturalWidth > 0),
    );
    await until(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0));
  });

  it('is dark where the reader wants it, and remembers', async () => {
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.goto(home);
    const light = await background();
    await page.locator('button.theme').click();
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    expect(await background()).toBe(dark);
    const other = await browser.newPage({ colorScheme: 'dark' });
    await other.goto(home);
    expect(await other.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(dark);
    await other.close();
  });

  it.each(['light', 'dark'] as const)('can be read: text stands out from its background (%s)', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${home}write/blocks`);
    expect(await page.evaluate(paleTexts)).toEqual([]);
  });

  it('can be read on a small screen', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`${home}write/blocks`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    const menu = page.getByRole('navigation', { name: 'Pages' });
    expect(await menu.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Other things' }).waitFor();
    await menu.getByRole('link', { name: 'Tables and cards' }).click();
    await page.waitForURL(/tables-and-cards$/);
    expect(await menu.isVisible()).toBe(false);
  });

  it('works without a script', async () => {
    const context = await openContext(browser, { javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(home);
    await plain.getByRole('link', { name: 'Search', exact: true }).click();
    await plain.getByRole('searchbox').fill('hints');
    await plain.keyboard.press('Enter');
    await plain.getByRole('heading', { name: 'Search results' }).waitFor();
    await plain.getByRole('link', { name: 'Hints', exact: true }).first().waitFor();
    await context.close();
  });
});
