import type { ChangeRequest, Space } from '@bindery/contracts';
import type { Page } from 'playwright-core';
import { openPages } from '../web/chromium';
import { WebWorld } from '../web/web-world';
import { signInTo } from './sign-in-to';

/** A picture of one pixel. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Moves the caret. The editor learns of it after the key, so that a next key in the same moment would meet the caret of before. */
export async function moveCaret(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve()))));
}

/** Waits two frames: then the page has drawn, and done, what follows from what it shows. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

/**
 * Takes an option of a menu by keyboard once it is the selected one: while the menu still shows what matches the first letters
 * of what was typed, the key would take another one.
 */
export async function takeOption(page: Page, name: string, exact = false): Promise<void> {
  await page.getByRole('option', { name, exact, selected: true }).waitFor();
  await settled(page);
  await page.keyboard.press('Enter');
}

/** A space of imported files, and the app in a browser. Made within a `describe`; it asks nothing but `/v1` and its own assets. */
export class AppWorld {
  web!: WebWorld;
  page!: Page;
  space!: Space;

  /** Where `hasForeignPictures`, authors show pictures of other hosts; the tests answer those. */
  constructor(files: Record<string, string | Buffer>, { hasForeignPictures = false } = {}) {
    const asked: string[] = [];
    beforeAll(async () => {
      this.web = await WebWorld.create();
      const spaceId = await this.web.space('Guide', files);
      this.space = await this.call<Space>('getSpaceById', { spaceId });
    });
    afterAll(() => this.web?.close());
    openPages((opened) => {
      this.page = opened;
      asked.length = 0;
      opened.on('request', (request) => {
        if (!(hasForeignPictures && request.resourceType() === 'image')) asked.push(request.url());
      });
    });
    // Files have addresses of the platform's public origin, which the tests reach under another one.
    beforeEach(() =>
      this.page.route(
        (url) => this.isFile(url.href),
        async (route) => {
          const { pathname, search } = new URL(route.request().url());
          const url = this.web.world.platform.baseUrl + pathname + search;
          // A page that was closed meanwhile needs its picture no longer.
          await route
            .fetch({ url })
            .then((response) => route.fulfill({ response }))
            .catch(() => undefined);
        },
      ),
    );
    if (hasForeignPictures)
      beforeEach(() =>
        this.page.route(
          ({ protocol, hostname }) => protocol === 'https:' && hostname !== '127.0.0.1',
          (route) => route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
        ),
      );
    afterEach(() => {
      const { baseUrl } = this.web.world.platform;
      const isOwn = (url: string) => url.startsWith(baseUrl) || this.isFile(url);
      const own = asked.filter(isOwn).map((url) => new URL(url).pathname);
      expect(own.filter((path) => !/^\/(v1|app|sign-in|files|images|uploads|pdf)(\/|$)/.test(path))).toEqual([]);
      expect(asked.filter((url) => !isOwn(url) && !/^(data|blob):/.test(url))).toEqual([]);
    });
  }

  /** The public origin of the platform. */
  private get origin(): string {
    return new URL(this.space.urls.app).origin;
  }

  /** Whether an address is that of a file, or of the picture of an integration. */
  private isFile(url: string): boolean {
    return url.startsWith(`${this.origin}/files/`) || url.startsWith(`${this.origin}/images/`);
  }

  /** Calls an operation as the administrator. */
  call<T>(operation: string, params: object, rest: { body?: object; query?: object } = {}): Promise<T> {
    return this.web.world.api.expect<T>(operation, {
      token: this.web.world.admin.token,
      params: { ...params } as Record<string, string>,
      ...(rest as object),
    });
  }

  /** A change request with these changes. */
  async propose(changes: object[]): Promise<ChangeRequest> {
    const params = { spaceId: this.space.id };
    const request = await this.call<ChangeRequest>('createChangeRequest', params, { body: { subject: 'Words' } });
    const at = { ...params, changeRequestId: request.id };
    await this.call('updateChangeRequestContent', at, { body: { changes } });
    return request;
  }

  /** The ids of the pages at the top of the space, or of a change request in it, by title. */
  async pages(changeRequestId?: string): Promise<Map<string, string>> {
    const { pages } = await this.call<{ pages: { id: string; title: string }[] }>(
      changeRequestId ? 'listPagesInChangeRequest' : 'listPages',
      { spaceId: this.space.id, ...(changeRequestId && { changeRequestId }) },
    );
    return new Map(pages.map(({ id, title }) => [title, id]));
  }

  /** Opens an address as a user, the administrator where no other is named. */
  async open(address: string, email?: string): Promise<void> {
    await signInTo(this.web.world, this.page, email);
    const { pathname, hash } = new URL(address);
    await this.page.goto(this.web.world.platform.baseUrl + pathname + hash);
  }

  /** Opens a change request of one's own at a page, and waits for the editor. */
  async edit(title: string, path: string): Promise<void> {
    await this.open(`${this.space.urls.app}/${path}`);
    await this.page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await this.page.getByRole('button', { name: 'Propose changes' }).click();
    await this.text(title).waitFor();
  }

  text(title: string) {
    return this.page.getByRole('textbox', { name: `Text of ${title}`, exact: true });
  }

  moveCaret(key: string): Promise<void> {
    return moveCaret(this.page, key);
  }

  /** Begins a paragraph behind the one with a text. */
  async behind(text: string): Promise<void> {
    await this.page.getByText(text).click();
    await this.moveCaret('End');
    await this.page.keyboard.press('Enter');
  }

  /** Chooses a block from the menu that a slash opens. */
  async choose(name: string): Promise<void> {
    await this.page.keyboard.type(`/${name.toLowerCase()}`);
    await takeOption(this.page, name, true);
  }

  /** Waits until the text has the focus, as it has after a dialog. */
  focused(title: string): Promise<void> {
    return this.text(title).and(this.page.locator(':focus')).waitFor();
  }

  /** Pastes as another program would have put it on the clipboard. */
  async paste(title: string, type: string, text: string): Promise<void> {
    await this.text(title).evaluate(
      (editor, [kind, content]) => {
        const data = new DataTransfer();
        data.setData(kind!, content!);
        editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      },
      [type, text],
    );
  }

  saved(): Promise<void> {
    return this.page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  }

  /** The Markdown of a page of the change request that is open. */
  async written(title: string): Promise<string> {
    const [, changeRequestId = ''] = /change-requests\/([\w-]+)/.exec(this.page.url())!;
    const pageId = (await this.pages(changeRequestId)).get(title)!;
    const params = { spaceId: this.space.id, changeRequestId, pageId };
    const query = { format: 'markdown' };
    return (await this.call<{ markdown: string }>('getPageInChangeRequestById', params, { query })).markdown;
  }

  /** Writes screenshots in four looks where `SHOTS` names a folder; for developers who look at the app. */
  async shots(name: string): Promise<void> {
    const folder = process.env.SHOTS;
    if (!folder) return;
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 390]) {
        await this.page.emulateMedia({ colorScheme });
        await this.page.setViewportSize({ width, height: 900 });
        await this.page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: width === 390 });
      }
    await this.page.emulateMedia({ colorScheme: 'light' });
    await this.page.setViewportSize({ width: 1280, height: 720 });
  }
}
