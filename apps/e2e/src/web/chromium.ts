import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { chromiumArguments, chromiumPath } from '@bindery/bench';
import { SharedResource } from '@bindery/testing';

if (!chromiumPath)
  console.warn('There is no Chromium (on the path, or as CHROMIUM_PATH): the tests in a browser are skipped');

/** Tests in a browser; skipped where there is none. */
export const describeInBrowser = (name: string, tests: () => void): void =>
  (chromiumPath ? describe : describe.skip)(name, tests);

interface Setup {
  /** For Chromium itself. */
  args?: string[];
  page?: BrowserContextOptions;
}

const browsers = new Map<string, SharedResource<Browser>>();

/** Chromium with these arguments, which files of a worker use one after another: each of their pages has a profile of its own. */
function sharedBrowser(args: string[]): SharedResource<Browser> {
  const key = args.join(' ');
  const launch = async () => {
    const options = { executablePath: chromiumPath!, args: [...chromiumArguments, ...args] };
    const browser = await chromium.launch(options);
    // A browser that crashed is not given to the next file.
    return browser.once('disconnected', () => browsers.delete(key));
  };
  const known = browsers.get(key) ?? new SharedResource(launch);
  browsers.set(key, known);
  return known;
}

/** Milliseconds, as long as `until` waits: results of jobs and events come late on a busy machine. */
const pageTimeout = 120_000;

/** Opens a page whose context ends with it. */
export async function openPage(browser: Browser, options?: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(pageTimeout);
  return page;
}

/** Opens a context for several pages. */
export async function openContext(browser: Browser, options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(pageTimeout);
  return context;
}

/**
 * Gives each test of a `describe` a page of its own. A test fails where its page says that something went wrong, as one does
 * that breaks its own Content-Security-Policy.
 */
export function openPages(
  opened: (page: Page, browser: Browser) => void,
  { args = [], page: options }: Setup = {},
): void {
  const problems: string[] = [];
  const shared = sharedBrowser(args);
  let browser: Browser | undefined;
  let page: Page;
  beforeAll(async () => {
    browser = await shared.lend();
  });
  afterAll(() => shared.giveBack());
  beforeEach(async () => {
    problems.length = 0;
    page = await openPage(browser!, options);
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`.trim());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    opened(page, browser!);
  });
  afterEach(async () => {
    await page.close();
    expect(problems).toEqual([]);
  });
}

/** Waits until a page of this title is there, with its scripts: a click on a link ends before. */
export async function waitForPage(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  await page.waitForLoadState();
}
