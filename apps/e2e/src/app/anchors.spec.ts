import type { Page } from 'playwright-core';
import { until } from '@bindery/testing';
import { describeInBrowser } from '../web/chromium';
import { AppWorld } from './app-world';

const paragraphs = 'A paragraph above.\n\n'.repeat(80);

describeInBrowser('addresses of parts of pages in the app', () => {
  const app = new AppWorld({
    'README.md': '# Start\n\nRead [the end](long.md#far-below).\n',
    'SUMMARY.md': '* [Start](README.md)\n* [Long](long.md)\n* [Folded](folded.md)\n',
    'folded.md': `# Folded\n\n${paragraphs}<details>\n\n<summary>More</summary>\n\n## Within\n\nHidden at first.\n\n</details>\n`,
    'long.md': `# Long\n\n${paragraphs}## Far below\n\nUnmistakable.\n\n${paragraphs}`,
  });

  /** Holds the answers that have the page until the answered function is called. */
  async function holdPage({ page } = app): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/content/path/long?*', async (route) => {
      await released;
      await route.continue();
    });
    return release;
  }

  /** Waits until the heading can be seen and has the focus. */
  async function readsSection(page: Page, name = 'Far below'): Promise<void> {
    const heading = page.getByRole('heading', { name });
    await heading.and(page.locator(':focus')).waitFor();
    await until(() =>
      heading.evaluate((one) => one.getBoundingClientRect().top >= 0 && one.getBoundingClientRect().top < innerHeight),
    );
  }

  const loading = (page: Page) => page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor();

  it('lead from the search to a section, also of a page that is loaded later', async () => {
    const { page } = app;
    const query = { query: 'Unmistakable', limit: 1 };
    const search = { organizationId: app.web.world.organization };
    await until(
      async () => (await app.call<{ items: [] }>('searchOrganizationContent', search, { query })).items.length > 0,
    );
    await app.open(app.space.urls.app);
    const release = await holdPage();
    await page.getByRole('button', { name: /^Search/ }).click();
    await page.getByRole('combobox', { name: 'Search pages' }).fill('Unmistakable');
    await page.getByRole('option', { name: 'Far below' }).click();
    await loading(page);
    release();
    await readsSection(page);
  });

  it('lead from a link, and from the address alone', async () => {
    const { page } = app;
    await app.open(app.space.urls.app);
    const release = await holdPage();
    await page.getByRole('main').getByRole('link', { name: 'the end' }).click();
    await loading(page);
    release();
    await readsSection(page);
    await page.reload();
    await readsSection(page);
  });

  it('open the block that the part stands in', async () => {
    const { page } = app;
    await app.open(app.space.urls.app);
    await page.goto(`${page.url()}/folded#within`);
    await readsSection(page, 'Within');
    await page.getByText('Hidden at first.').waitFor();
  });

  it('leave a reader who goes back where they were', async () => {
    const { page } = app;
    await app.open(app.space.urls.app);
    await page.goto(`${page.url()}/long#far-below`);
    await readsSection(page);
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Start' }).click();
    await page.getByRole('heading', { name: 'Start', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Far below' }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});
