import { chromiumArguments, chromiumPath } from './chromium';
import { median } from './percentile';

const SAMPLES = 9;
/** How much slower the processor seems to be. */
const SLOWDOWN = 4;
/** Milliseconds after which nothing larger is painted any more. */
const SETTLE = 1_000;

/**
 * The median time to the Largest Contentful Paint of a page in a browser that has never seen it, on a processor that is
 * slowed down, in milliseconds; undefined where there is no Chromium.
 */
export async function measureLargestPaint(url: string): Promise<number | undefined> {
  if (!chromiumPath) return undefined;
  // Only this measurement needs it.
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArguments });
  try {
    const times: number[] = [];
    // The first is not counted: it starts the processes of the browser.
    for (let sample = -1; sample < SAMPLES; sample++) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      await page.goto(url, { waitUntil: 'load' });
      await page.waitForTimeout(SETTLE);
      const time = await page.evaluate<number>(LARGEST_PAINT);
      if (sample >= 0) times.push(time);
      await context.close();
    }
    return median(times);
  } finally {
    await browser.close();
  }
}

/** Runs in the page; as text, because what runs here knows no browser. */
const LARGEST_PAINT = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true });
})`;
