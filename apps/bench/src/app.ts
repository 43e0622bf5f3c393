import type { Page } from 'playwright-core';
import { chromiumArguments, chromiumPath } from './chromium';
import { importPages } from './content';
import { writePages } from './documentation';
import { median } from './percentile';
import type { BenchPlatform } from './platform';
import type { TargetedFigure } from './targeted-figure';

const SAMPLES = 7;
/** How much slower the processor seems to be to the editor. */
const SLOWDOWN = 4;
/** Milliseconds that Chromium may take to show something. */
const PATIENCE = 60_000;

const ROW = '[role=tree] [role=treeitem]';

/** Measures the app in Chromium, in a space of so many pages of 6 KB each. */
export async function measureApp(platform: BenchPlatform, pages: number): Promise<TargetedFigure[]> {
  if (!chromiumPath) throw new Error('There is no Chromium (on the path, or as CHROMIUM_PATH)');
  const space = await importPages(platform, 'Bench', writePages(pages), 1);
  // Only this measurement needs it.
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArguments });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(PATIENCE);
    const { baseUrl, organization } = platform.developer;
    const address = `${baseUrl}/app/o/${organization}/s/${space.id}`;
    await page.goto(await platform.signInLink());
    await page.getByRole('button').first().click();
    await page.waitForLoadState();
    return [
      ...(await measureTree(page, address, pages)),
      await measureReading(page, address),
      await measureEditor(page, address),
    ];
  } finally {
    await browser.close();
  }
}

async function measureTree(page: Page, address: string, pages: number): Promise<TargetedFigure[]> {
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    await page.goto('about:blank');
    await page.goto(address, { waitUntil: 'commit' });
    times.push(await page.evaluate<number>(shown(ROW)));
  }
  const elements = await page.evaluate<number>('document.querySelectorAll("*").length');
  const search = page.getByRole('searchbox', { name: 'Find a page by its title' });
  await begin(page, 'input');
  await search.fill(String(pages));
  const found = await page.evaluate<number>(shown(`${ROW}[aria-label$=" ${pages}"]`));
  const name = `tree of ${pages} pages`;
  return [
    { name: `${name}, first row of a new tab`, value: median(times), unit: 'ms' },
    { name: `${name}, all elements`, value: elements, unit: 'elements' },
    { name: `${name}, found by title`, value: found, unit: 'ms' },
  ];
}

/** From the click in the tree until the page is painted, without the time of requests. */
async function measureReading(page: Page, address: string): Promise<TargetedFigure> {
  await page.goto(address);
  const times = await opened(page, '.document h2');
  return { name: 'page of 6 KB, opened from the tree', value: median(times), unit: 'ms', target: { most: 100 } };
}

async function measureEditor(page: Page, address: string): Promise<TargetedFigure> {
  await page.goto(`${address}/~/edit`);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const times = await opened(page, '.ProseMirror h2');
  const name = `the same in the editor, processor ${SLOWDOWN} times slower`;
  return { name, value: median(times), unit: 'ms', target: { most: 300 } };
}

/** Opens pages one after the other. The first is not counted: it loads what all of them need. */
async function opened(page: Page, content: string): Promise<number[]> {
  const rows = page.locator(ROW);
  await page.locator(content).first().waitFor();
  const times: number[] = [];
  for (let sample = 0; sample <= SAMPLES; sample++) {
    const row = rows.nth(sample + 1);
    const title = await row.getAttribute('aria-label');
    await begin(page, 'click');
    await row.getByRole('link').click();
    times.push(await page.evaluate<number>(shown(content, title ?? undefined)));
  }
  return times.slice(1);
}

// Code for the page is text, because this program knows no browser.

/** Measures from the next event of this type on. */
const begin = (page: Page, event: string): Promise<unknown> =>
  page.evaluate(
    `addEventListener('${event}', ({ timeStamp }) => (window.begun = timeStamp), { capture: true, once: true })`,
  );

/**
 * Answers the milliseconds until an element is painted, of the page with this title where one is given: then without those in which
 * requests were under way.
 */
const shown = (selector: string, title?: string): string => `new Promise((resolve) => {
  const title = ${JSON.stringify(title ?? null)};
  const isShown = () => {
    const heading = document.querySelector('.page-title');
    const isPage = title === null || (heading?.querySelector('input')?.value ?? heading?.textContent.trim()) === title;
    return isPage && document.querySelector(${JSON.stringify(selector)}) !== null;
  };
  const requested = (from, to) => {
    const spans = performance.getEntriesByType('resource').map((entry) => [Math.max(entry.startTime, from), Math.min(entry.responseEnd, to)]);
    let [sum, end] = [0, from];
    for (const [start, stop] of spans.sort((a, b) => a[0] - b[0])) {
      sum += Math.max(0, stop - Math.max(start, end));
      end = Math.max(end, stop);
    }
    return sum;
  };
  const look = () => {
    if (!isShown()) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => {
      const [from, to] = [window.begun ?? 0, performance.now()];
      resolve(to - from - (title === null ? 0 : requested(from, to)));
    }));
  };
  look();
})`;
