import type { Browser, Page } from 'playwright-core';
import type { SiteSection } from '@bindery/contracts';
import { until } from '@bindery/testing';
import { sampleDocs, filesOf } from '../content/folder';
import { describeInBrowser, openPages } from './chromium';
import { WebWorld } from './web-world';

describeInBrowser('a published site in Chromium', () => {
  let web: WebWorld;
  let browser: Browser;
  let page: Page;
  let home: string;

  beforeAll(async () => {
    web = await WebWorld.create();
    const sample = await web.space('Sample', filesOf(sampleDocs));
    const second = await web.space('Second', { 'README.md': '# Elsewhere\n\nAnother section.\n' });
    const { id, base } = await web.site([], {});
    for (const [spaceId, title] of [
      [sample, 'Sample'],
      [second, 'Other things'],
    ])
      await web.sites.expect<SiteSection>('addSectionToSite', { params: { siteId: id }, body: { spaceId, title } });
    home = web.world.platform.baseUrl + base;
    await until(async () => (await web.get(`${base}~search?q=hints`)).text.includes('/blocks#hints'));
  });
  afterAll(() => web?.close());
  openPages((opened, by) => ([page, browser] = [opened, by]), { page: { colorScheme: 'light' } });

  const heading = () => page.locator('h1').innerText();

  it('leads from section to section and from page to page', async () => {
    await page.goto(home);
    expect(await heading()).toContain('Welcome');
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Other things' }).click();
    expect(await heading()).toContain('Elsewhere');
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Sample' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Blocks' }).click();
    expect(await heading()).toContain('Blocks');
    await page.getByRole('navigation', { name: 'Previous / Next' }).getByRole('link').last().click();
    expect(await heading()).toContain('Tables and cards');
  });

  it('searches with the keyboard, and finds its way to a section', async () => {
    await page.goto(home);
    await page.keyboard.press('/');
    await page.keyboard.type('hints');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Search results' }).waitFor();
    await page.getByRole('link', { name: 'Hints', exact: true }).first().click();
    await page.waitForURL(/blocks#hints$/);
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
    expect(await picture.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
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
    await page.getByRole('link', { name: 'Menu' }).click();
    await page.waitForURL(/#pages$/);
  });

  it('works without a script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(home);
    await plain.getByRole('searchbox').fill('hints');
    await plain.keyboard.press('Enter');
    await plain.getByRole('heading', { name: 'Search results' }).waitFor();
    expect(await plain.getByRole('link', { name: 'Hints', exact: true }).count()).toBeGreaterThan(0);
    await context.close();
  });
});

/** Texts whose contrast to what they stand on is less than WCAG 2.2 asks for (4.5); runs in the page. */
function paleTexts(): string[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const paint = (colors: string[]) => {
    for (const color of colors) {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (rgb: number[]) => {
    const [r, g, b] = rgb.map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const below = (element: Element | null): string[] =>
    element ? [...below(element.parentElement), getComputedStyle(element).backgroundColor] : ['white'];
  const pale = [];
  for (const element of document.querySelectorAll('body *')) {
    const text = [...element.childNodes]
      .filter((node) => node.nodeType === 3)
      .map((node) => node.textContent!.trim())
      .join('');
    if (!text || !(element as HTMLElement).checkVisibility?.({ visibilityProperty: true })) continue;
    const backgrounds = below(element);
    const back = luminance(paint(backgrounds));
    const front = luminance(paint([...backgrounds, getComputedStyle(element).color]));
    const ratio = (Math.max(back, front) + 0.05) / (Math.min(back, front) + 0.05);
    if (ratio < 4.5) pale.push(`${element.tagName}.${element.className} ${ratio.toFixed(1)} ${text.slice(0, 30)}`);
  }
  return pale;
}
