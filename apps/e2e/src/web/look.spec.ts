import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import svgpath from 'svgpath';
import { describeInBrowser, openPage, openPages } from './chromium';
import { WebWorld } from './web-world';

const long = `const everything = [${"'a long value', ".repeat(30)}];`;

const blocks = `# Blocks

{% code title="A title that says what the code is about" lineNumbers="true" %}
\`\`\`js
${long}
const next = 1;
\`\`\`
{% endcode %}

{% code overflow="wrap" lineNumbers="true" %}
\`\`\`js
${long}
${'x'.repeat(400)}
\`\`\`
{% endcode %}

\`\`\`
plain
\`\`\`

<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="image">Cover</th><th data-hidden data-card-cover-dark data-type="image">Dark</th></tr></thead><tbody><tr><td>One</td><td><a href="day.svg">day.svg</a></td><td><a href="night.svg">night.svg</a></td></tr></tbody></table>

{% tabs %}
{% tab title="First" %}
Under the first tab.
{% endtab %}

{% tab title="Second" %}
Under the second tab.
{% endtab %}
{% endtabs %}

{% hint style="info" icon="rocket-launch" %}
שלום לכולם, docs!
{% endhint %}

* العربية أولا
* ثم غيرها

<i class="fa-github">:github:</i> and <i class="fa-of-nobody">:of-nobody:</i>

<details>

<summary>More</summary>

Under the fold.

</details>
`;

const picture = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="${color}"/></svg>`;

describeInBrowser('the look of a published site in Chromium', () => {
  let web: WebWorld;
  let browser: Browser;
  let page: Page;
  let address: string;

  beforeAll(async () => {
    web = await WebWorld.create();
    const files = { 'README.md': blocks, 'day.svg': picture('white'), 'night.svg': picture('black') };
    const { base } = await web.site([await web.space('Blocks', files)]);
    address = web.world.platform.baseUrl + base;
  });
  afterAll(() => web?.close());
  openPages((opened, by) => ([page, browser] = [opened, by]), { page: { colorScheme: 'light' } });

  describe.each([1440, 390])('at a width of %i', (width) => {
    beforeEach(async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address);
    });

    it('draws code within its frame, and its button beside no gap', async () => {
      await page.locator('button.copy').nth(2).waitFor({ state: 'attached' });
      expect(await page.evaluate(misdrawnCode)).toEqual([]);
      const [first, second] = [page.locator('pre').nth(0), page.locator('pre').nth(1)];
      const scrolls = (pre: Element) => pre.scrollWidth > pre.clientWidth;
      expect(await first.evaluate(scrolls)).toBe(true);
      expect(await second.evaluate(scrolls)).toBe(false);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  });

  it('copies code without its numbers, and moves nothing for it', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(address);
    const code = page.locator('figure.code').first();
    const copy = code.locator('button.copy');
    await copy.waitFor();
    const before = await code.locator('pre').boundingBox();
    // It says so for two seconds.
    const done = code.locator('button.copy.done').waitFor();
    await copy.click();
    await done;
    expect(await code.locator('pre').boundingBox()).toEqual(before);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${long}\nconst next = 1;\n`);
  });

  it('copies the page', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(address);
    await page.locator('button.copy').first().waitFor();
    await page.locator('details.actions > summary').first().click();
    const link = page.locator('a.copy-page').first();
    const said = link.getByText('Copied').waitFor();
    await link.click();
    await said;
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Under the second tab.');
  });

  it('copies no page that cannot be read, and leads there', async () => {
    // Its console may say that the request failed.
    const other = await openPage(browser);
    await other.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await other.goto(address);
    await other.locator('button.copy').first().waitFor();
    await other.evaluate(() => navigator.clipboard.writeText('before'));
    const link = other.locator('a.copy-page').first();
    const markdown = await link.evaluate((one: HTMLAnchorElement) => one.href);
    await other.route(markdown, (route) => route.fulfill({ status: 503, body: 'Later' }));
    await other.locator('details.actions > summary').first().click();
    await link.click();
    await other.waitForURL(markdown);
    await other.goto(address);
    expect(await other.evaluate(() => navigator.clipboard.readText())).toBe('before');
    await other.close();
  });

  it.each(['light', 'dark'] as const)(
    'shows one cover of a card where the reader is in the %s',
    async (colorScheme) => {
      const shown = () =>
        page
          .locator('.cards .cover')
          .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map(({ classList }) => classList[1]));
      await page.emulateMedia({ colorScheme });
      await page.goto(address);
      expect(await shown()).toEqual([`in-${colorScheme}`]);
      await page.locator('button.theme').click();
      expect(await shown()).toEqual([colorScheme === 'light' ? 'in-dark' : 'in-light']);
    },
  );

  it('draws icons: free ones, those of brands, the nearest one, and a dot for an unknown name', async () => {
    await page.goto(address);
    const icons = await page
      .locator('.content p svg.icon, .hint > svg.icon')
      .evaluateAll((all: SVGSVGElement[]) =>
        all.map((icon) => [icon.querySelector('path')!.getAttribute('d')!, icon.getBoundingClientRect().height > 10]),
      );
    // Pages have them in whole units: a thirtieth of a pixel beside text.
    const pathOf = (name: string): string => {
      const file = readFileSync(require.resolve(`@fortawesome/fontawesome-free/svgs/${name}.svg`), 'utf8');
      return svgpath(/ d="([^"]+)"/.exec(file)![1]!)
        .round(0)
        .toString();
    };
    expect(icons).toEqual([
      [pathOf('solid/rocket'), true],
      [pathOf('brands/github'), true],
      [expect.stringMatching(/^M160 256a96/), true],
    ]);
  });

  it('shows text from right to left where it is written so', async () => {
    await page.goto(address);
    const starts = (selector: string) => page.locator(selector).evaluate((block) => getComputedStyle(block).direction);
    expect(await Promise.all(['.hint', '.hint p', '.content ul:not(.cards)', 'h1'].map(starts))).toEqual([
      'rtl',
      'rtl',
      'rtl',
      'ltr',
    ]);
  });

  it.each(['light', 'dark'] as const)('says on a page with a look that there is no site (%s)', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    const missing = await page.request.get(`${web.world.platform.baseUrl}/sites/nobody/nothing/`);
    expect(missing.status()).toBe(404);
    await page.route('**/nothing/', async (route) => route.fulfill({ response: missing, status: 200 }));
    await page.goto(`${web.world.platform.baseUrl}/sites/nobody/nothing/`);
    await page.getByRole('heading', { name: /Site .*not/ }).waitFor();
    const main = page.locator('main');
    expect(await main.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('1px');
    expect(await main.locator('p').innerText()).toContain('whole link');
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(background).toBe(colorScheme === 'light' ? 'rgb(245, 247, 249)' : 'rgb(21, 24, 29)');
  });

  it('prints what is closed on the screen', async () => {
    await page.goto(address);
    const isShown = (text: string) =>
      page.getByText(text).evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
    expect(await isShown('Under the second tab.')).toBe(false);
    await page.emulateMedia({ media: 'print' });
    for (const text of ['Under the first tab.', 'Under the second tab.', 'Under the fold.'])
      expect([text, await isShown(text)]).toEqual([text, true]);
  });
});

/** Runs in the page: code that does not fill its frame, and buttons and titles that stand out of it or on each other. */
function misdrawnCode(): string[] {
  const found: string[] = [];
  document.querySelectorAll('figure.code').forEach((figure, index) => {
    const pre = figure.querySelector('pre')!;
    const inside = (box: DOMRect, frame: DOMRect): boolean =>
      box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
    const frame = figure.getBoundingClientRect();
    const box = pre.getBoundingClientRect();
    const title = figure.querySelector('figcaption')?.getBoundingClientRect();
    const button = figure.querySelector('button.copy')?.getBoundingClientRect();
    if (Math.abs(box.width - figure.clientWidth) > 1) found.push(`${index}: the code is ${box.width} wide`);
    if (Math.abs(box.height + (title?.height ?? 0) - figure.clientHeight) > 1)
      found.push(`${index}: a gap in the frame`);
    if (!inside(box, frame)) found.push(`${index}: the code stands out of its frame`);
    if (!button || !inside(button, frame)) found.push(`${index}: the button stands out of the frame`);
    for (const line of pre.querySelectorAll('.line')) {
      const range = document.createRange();
      range.selectNodeContents(line);
      if (pre.classList.contains('wrap') && range.getBoundingClientRect().right > box.right)
        found.push(`${index}: cut`);
    }
  });
  return found;
}
