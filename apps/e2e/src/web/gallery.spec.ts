import type { Page } from 'playwright-core';
import type { SiteCustomizationSettings } from '@bindery/contracts';
import { newSlug, putSpec, textOf, until } from '@bindery/testing';
import { describeInBrowser, openPages } from './chromium';
import { gallery } from './gallery';
import { galleryOfObjects, gallerySpecification } from './gallery-objects';
import { misplaced } from './misplaced';
import { paleTexts } from './pale-texts';
import { WebWorld } from './web-world';

const pages = [
  '',
  'blocks',
  'landing',
  'group/second',
  'group/second/short',
  'group/arabic',
  'nowhere',
  '~search?q=words',
  '~ask?q=What%20is%20drawn%20in%20a%20diagram%3F',
];

/** All that a look adds around the text. */
const look = {
  ai: { mode: 'assistant' },
  pdf: { enabled: true },
  feedback: { enabled: true },
  trademark: { enabled: true },
  announcement: { enabled: true, message: 'There is a new release', style: 'warning' },
  socialAccounts: [{ platform: 'github', handle: 'bindery', display: { header: true, footer: true } }],
  header: {
    links: [
      { title: 'Blog', to: { kind: 'url', url: 'https://example.com/blog' }, links: [] },
      { title: 'Sign up', style: 'button-primary', to: { kind: 'url', url: 'https://example.com/up' }, links: [] },
    ],
  },
  footer: {
    copyright: '© Somebody',
    groups: [{ title: 'Company', links: [{ title: 'About', to: { kind: 'url', url: 'https://example.com/about' } }] }],
  },
};

describeInBrowser('every block of a published site in Chromium', () => {
  let web: WebWorld;
  let page: Page;
  let address: string;
  let site: string;

  beforeAll(async () => {
    web = await WebWorld.create();
    const { id, base } = await web.site([await web.space('Every block', gallery)]);
    site = id;
    address = web.world.platform.baseUrl + base;
    const whole = await web.sites.expect<SiteCustomizationSettings>('getSiteCustomizationById', {
      params: { siteId: id },
    });
    await web.sites.expect('updateSiteCustomizationById', {
      params: { siteId: id },
      body: { ...whole, ...look, header: { ...whole.header, ...look.header } },
    });
    await until(async () => (await web.get(base)).text.includes('class="helpful"'));
  });
  afterAll(() => web?.close());
  openPages((opened) => (page = opened));

  /** All of a page, as a reader has it who has seen it to its end. */
  async function open(path: string): Promise<void> {
    // Chromium reports every 404 as an error.
    if (path === 'nowhere')
      await page.route('**/nowhere', async (route) => route.fulfill({ response: await route.fetch(), status: 200 }));
    await openAt(address + path);
  }

  async function openAt(url: string): Promise<void> {
    await page.goto(url, { waitUntil: 'load' });
    await page.evaluate(async () => {
      for (const block of document.querySelectorAll<HTMLElement>('.content > *'))
        block.style.contentVisibility = 'visible';
      for (const image of document.images) image.loading = 'eager';
      await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    });
  }

  describe.each([
    [1440, 'light'],
    [1440, 'dark'],
    [820, 'light'],
    [390, 'dark'],
  ] as const)('at a width of %i, %s', (width, colorScheme) => {
    it('is within its frame, lies on nothing, and can be read', async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const faults: Record<string, string[]> = {};
      for (const path of pages) {
        await open(path);
        const found = [...(await page.evaluate(misplaced)), ...(await page.evaluate(paleTexts))];
        if (found.length > 0) faults[path] = found;
      }
      expect(faults).toEqual({});
    });
  });

  it('is so with what shows other objects: specifications, shared content, drawings and integrations', async () => {
    const slug = newSlug();
    await putSpec(web.world, slug, textOf(gallerySpecification));
    const { base } = await web.site([await web.space('Objects', galleryOfObjects(slug))]);
    const main = `${web.world.platform.baseUrl}${base}`;
    const faults: Record<string, string[]> = {};
    for (const [width, colorScheme] of [
      [1440, 'dark'],
      [390, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      for (const path of ['', 'goods', 'models']) {
        await openAt(main + path);
        expect(await page.locator('h1').count()).toBe(1);
        await page.evaluate(() => {
          for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '');
        });
        const found = [...(await page.evaluate(misplaced)), ...(await page.evaluate(paleTexts))];
        if (process.env.SHOTS)
          await page.screenshot({ path: `${process.env.SHOTS}/${width}-${path || 'objects'}.png`, fullPage: true });
        if (found.length > 0) faults[`${path} ${width}`] = found;
      }
    }
    expect(faults).toEqual({});
  });

  it('has all of its code on paper, within its frame', async () => {
    await page.setViewportSize({ width: 760, height: 900 });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await open('blocks');
    expect([...(await page.evaluate(misplaced)), ...(await page.evaluate(paleTexts))]).toEqual([]);
    const cut = await page
      .locator('figure.code pre')
      .evaluateAll((all) =>
        all.filter((pre) => pre.scrollWidth > pre.clientWidth + 1 || pre.scrollHeight > pre.clientHeight + 1),
      );
    expect(cut).toEqual([]);
    expect(await page.locator('.player').isVisible()).toBe(false);
  });

  it('shows text and code in the fonts of the site from the second page on', async () => {
    await page.goto(`${address}blocks`, { waitUntil: 'load' });
    const fontsOf = () =>
      page.evaluate(() => ['h1', 'pre'].map((one) => getComputedStyle(document.querySelector(one)!).fontFamily));
    expect(await fontsOf()).toEqual([
      expect.not.stringContaining('Inter'),
      expect.not.stringContaining('IBM Plex Mono'),
    ]);
    await page.waitForFunction(() => localStorage.getItem('bindery-fonts') === 'inter ibm-plex-mono');
    await page.reload({ waitUntil: 'load' });
    await page.waitForFunction(() => document.documentElement.dataset.fonts === 'text code');
    expect(await fontsOf()).toEqual([expect.stringContaining('Inter'), expect.stringContaining('IBM Plex Mono')]);
  });

  it('has its text in one column beside any other block', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const starts = new Map<string, number>();
    for (const path of ['', 'blocks', 'group/second', 'group/second/short', 'nowhere', '~search?q=words']) {
      await open(path);
      starts.set(path, (await page.locator('h1').boundingBox())!.x);
    }
    expect(new Set(starts.values()).size).toBe(1);
  });

  it('keeps the tree of pages in view while the text scrolls, with child pages indented', async () => {
    await page.setViewportSize({ width: 1440, height: 600 });
    await open('blocks');
    const top = async () => (await page.locator('#side').boundingBox())!.y;
    const before = await top();
    await page.evaluate(() => scrollTo(0, 2_000));
    expect(await top()).toBeLessThanOrEqual(before);
    expect(await top()).toBeGreaterThanOrEqual(0);
    const start = (name: string) =>
      page
        .locator('.tree a', { hasText: name })
        .evaluate((link) => link.getBoundingClientRect().left + parseFloat(getComputedStyle(link).paddingLeft));
    await page.goto(`${address}group/second/short`);
    expect((await start('Short')) - (await start('Second'))).toBeGreaterThan(10);
  });

  it('sends no request to other hosts, and moves nothing while it loads', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // The second round has the fonts of the site, which the first has loaded.
    for (const path of [...pages.slice(0, 4), ...pages.slice(0, 4)]) {
      await page.goto(address + path, { waitUntil: 'load' });
      await page
        .locator('figure.code button.copy')
        .first()
        .waitFor({ timeout: path === 'blocks' ? 10_000 : 1 })
        .catch(() => undefined);
      // Pages keep the names of their fonts for the next ones once they are loaded.
      if (path === 'blocks')
        await page.waitForFunction(() => {
          const { textFont, codeFont } = document.documentElement.dataset;
          const kept = localStorage.getItem('bindery-fonts')?.split(' ') ?? [];
          return kept.includes(textFont!) && kept.includes(codeFont!);
        });
      const all = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
      // Nobody sees what moves by parts of a pixel.
      const shifts = all.filter((value) => value > 0.0001);
      expect([path, shifts]).toEqual([path, []]);
    }
    expect(await page.evaluate(() => document.documentElement.dataset.fonts)).toBe('text code');
    const { origin } = new URL(address);
    expect(asked.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([]);
  });

  it('has everything in its place before all of the page has come', async () => {
    for (const width of [1280, 1440])
      for (const path of ['', 'blocks']) {
        await page.setViewportSize({ width, height: 900 });
        await open(path);
        const [whole, begun] = await page.evaluate(() => {
          const main = document.querySelector('main')!;
          const top = () => main.getBoundingClientRect().top;
          const before = top();
          main.replaceChildren();
          return [before, top()];
        });
        expect([width, path, begun]).toEqual([width, path, whole]);
        // Browsers paint the header as a whole.
        const waitsFor = await page.locator('link[rel=expect][blocking=render]').getAttribute('href');
        expect(await page.locator(`[id="${waitsFor!.slice(1)}"]`).getAttribute('class')).toBe('top');
      }
  });

  it('lays tabs out as tabs, of which one is open', async () => {
    await open('blocks');
    const tabs = page.locator('.tabs summary');
    const tops = await tabs.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
    await tabs.nth(1).click();
    expect(await page.getByText('Under the second tab.').isVisible()).toBe(true);
    expect(await page.getByText('Under the third tab.').isVisible()).toBe(false);
  });

  it('draws diagrams in a frame of their own, and shows their text where they cannot be', async () => {
    await page.goto(`${address}blocks`);
    const drawn = page.locator('figure.diagram .drawn img');
    await drawn.waitFor();
    expect(await drawn.evaluate((image: HTMLImageElement) => image.naturalWidth > 100)).toBe(true);
    expect(await page.locator('figure.diagram code').textContent()).toContain('A[Reader] --> B{Site}');
  });

  it('loads a player when its reader opens it, and not before', async () => {
    const asked: string[] = [];
    await page.route('https://www.youtube-nocookie.com/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>film</title>' });
    });
    await open('blocks');
    expect(asked).toEqual([]);
    await page.locator('.player summary').click();
    await page.locator('.player iframe').scrollIntoViewIfNeeded();
    await until(() => asked.length > 0);
    expect(asked).toEqual(['https://www.youtube-nocookie.com/embed/D3r4QmVJzUk']);
  });

  it('takes what readers say of a page, with a script and without', async () => {
    const rated = async () =>
      (
        await web.sites.expect<{ columns: { values: unknown[] }[] }>('aggregateSiteEvents', {
          params: { siteId: site },
          body: {
            range: 'last24Hours',
            select: [{ column: 'pageFeedbackRating' }, { column: 'eventsCount' }],
            groupBy: [{ column: 'pageFeedbackRating' }],
            where: [{ column: 'eventType', values: ['page_post_feedback', 'page_post_feedback_comment'] }],
          },
        })
      ).columns.map(({ values }) => values);
    await open('group/second');
    // An answer that is no redirect back to the page.
    await page.route('**/~feedback', (route) => route.fulfill({ status: 200 }), { times: 1 });
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('It was not sent.').waitFor();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('textbox', { name: 'What could be better?' }).fill('More words');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you for your feedback.').waitFor();
    await until(async () => JSON.stringify(await rated()) === JSON.stringify([['good'], [2]]));
    const plain = await page.request.post(`${address}group/second/~feedback`, {
      form: { rating: 'bad' },
      maxRedirects: 0,
    });
    expect([plain.status(), plain.headers().location]).toEqual([303, '../second']);
    const wrong = await page.request.post(`${address}group/second/~feedback`, { form: { rating: 'so so' } });
    expect(wrong.status()).toBe(400);
  });

  it('answers a question in the dialog of searches, and on a page of its own without a script', async () => {
    await open('');
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill('How is a reader of the site drawn?');
    const ask = page.getByRole('option', { name: /^Ask/ });
    await ask.waitFor();
    const [address, answered] = [await ask.getAttribute('href'), page.getByRole('region', { name: 'Answer' })];
    await ask.click();
    await answered.waitFor();
    const told = await answered.innerText();
    expect(told).not.toBe('');
    await page.goto(new URL(address!, page.url()).href);
    expect(await page.getByRole('region', { name: 'Answer' }).innerText()).toBe(told);
  });

  it('fills its rows of cards, and marks what lines of a difference do', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open('blocks');
    const widths = await page.locator('.cards').evaluateAll((all) =>
      all.map((list) => {
        const cards = [...list.children].map((card) => card.getBoundingClientRect());
        return [
          cards.length,
          Math.round(list.getBoundingClientRect().right - Math.max(...cards.map(({ right }) => right))),
        ];
      }),
    );
    expect(widths).toEqual([
      [3, 0],
      [2, 0],
    ]);
    expect(await page.locator('.plus, .minus').evaluateAll((all) => all.map(({ className }) => className))).toEqual([
      'line minus',
      'line plus',
    ]);
  });

  it('has buttons that look as they work, one kind of arrow, and menus whose entries take one line', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open('~search?q=words');
    const [field, button] = [page.locator('main input'), page.locator('main .button.primary')];
    expect((await button.boundingBox())!.height).toBe((await field.boundingBox())!.height);
    const backgroundOf = (one: typeof button) => one.evaluate((element) => getComputedStyle(element).backgroundColor);
    const working = await backgroundOf(button);
    await open('nowhere');
    expect(await backgroundOf(page.locator('main .button.primary'))).toBe(working);
    await open('blocks');
    const markers = await page
      .locator('summary')
      .evaluateAll((all) => all.map((summary) => getComputedStyle(summary).listStyleType));
    expect(new Set(markers)).toEqual(new Set(['none']));
    const folded = page.locator('.expandable').first();
    await folded.locator('summary').click();
    const bottomOf = async (one: typeof folded) => {
      const { y, height } = (await one.boundingBox())!;
      return y + height;
    };
    expect((await bottomOf(folded)) - (await bottomOf(folded.locator(':scope > :last-child')))).toBeGreaterThan(10);
    await page.locator('.actions summary').click();
    const entries = await page
      .locator('.actions li > *')
      .evaluateAll((all) => all.map((entry) => Math.round(entry.getBoundingClientRect().height)));
    expect(new Set(entries).size).toBe(1);
  });

  it('has its own links on one line at the top, and readable in the menu of phones', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open('');
    const middles = await page.locator('.top .links > ul > li > *').evaluateAll((all) =>
      all.map((link) => {
        const { top, bottom } = link.getBoundingClientRect();
        return Math.round((top + bottom) / 2);
      }),
    );
    expect([middles.length, new Set(middles).size]).toEqual([2, 1]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.top .bare.on-narrow').click();
    await page.locator('#side .links').waitFor();
    expect(await page.evaluate(paleTexts)).toEqual([]);
  });

  it('has its outline as wide as its text, and as a phone', async () => {
    const edges = async (selector: string) => {
      const { x, width } = (await page.locator(selector).boundingBox())!;
      return [x, x + width].map(Math.round);
    };
    await page.setViewportSize({ width: 1200, height: 900 });
    await open('blocks');
    expect(await edges('.outline')).toEqual(await edges('article'));
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await edges('.outline')).toEqual(await edges('.top'));
  });
});
