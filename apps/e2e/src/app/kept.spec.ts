import { join } from 'node:path';
import type { ChangeRequest, DocumentPage } from '@bindery/contracts';
import type { BrowserContext, Page, Request } from 'playwright-core';
import {
  documentationFolder,
  exported,
  filesOf,
  flat,
  petStore,
  publicDocs,
  putSpec,
  textOf,
  until,
} from '@bindery/testing';
import { describeInBrowser, openContext } from '../web/chromium';
import { AppWorld } from './app-world';
import { signInTo } from './sign-in-to';

const isLong = process.env.BINDERY_TEST === 'long';
if (isLong) jest.setTimeout(900_000);

/** Folders of a large public documentation, each a space of its own; the long form opens them all. */
const publicFolders = isLong && publicDocs ? ['changelog', 'developers', 'documentation', 'guides', 'policies'] : [];
/** The specifications of which pages in them show operations. */
const specifications = publicFolders.length > 0 ? ['gitbook', 'petstore'] : [];
if (isLong && !publicDocs)
  console.warn('../shared/corpus/public-docs is absent: its pages are not opened in the editor');

keepsPages('of the documentation of the platform', filesOf(documentationFolder), isLong ? 1 : 9);
for (const folder of publicFolders) keepsPages(`of ${folder}`, filesOf(join(publicDocs!, folder)), 1);

/** Opens one page of so many in the editor, types a word and takes it back: documents and exported files stay as they were. */
function keepsPages(name: string, files: Record<string, Buffer>, oneOf: number): void {
  describeInBrowser(`pages ${name} in the editor`, () => {
    const app = new AppWorld(files, { hasForeignPictures: true });

    it('are saved as they were where a word was typed and taken back', async () => {
      for (const slug of specifications) await putSpec(app.web.world, slug, textOf(petStore()));
      const params = { spaceId: app.space.id };
      const { pages } = await app.call<{ pages: never[] }>('listPages', params);
      // Computed pages cannot be edited.
      const all = flat(pages).filter((page): page is DocumentPage => page.type === 'document' && !page.computed);
      const request = await app.call<ChangeRequest>('createChangeRequest', params, { body: {} });
      const at = { ...params, changeRequestId: request.id };
      const chosen = all.filter((_, index) => index % oneOf === 0);
      let typed = 0;
      await app.open(`${app.space.urls.app}/~/change-requests/${request.id}`);
      for (const { title, path } of chosen) {
        const { pathname } = new URL(`${app.space.urls.app}/~/change-requests/${request.id}/${path}`);
        await leadTo(app, pathname);
        if (await typeAndTakeBack(app, title)) typed++;
      }
      // Pages that begin with a table or a list have no paragraph of their own.
      expect(typed).toBeGreaterThan(chosen.length / 2);
      const query = { format: 'document' };
      for (const { id, path } of all) {
        const pageId = { pageId: id };
        const [before, after] = await Promise.all([
          app.call<{ document: object }>('getPageById', { ...params, ...pageId }, { query }),
          app.call<{ document: object }>('getPageInChangeRequestById', { ...at, ...pageId }, { query }),
        ]);
        expect({ path, document: after.document }).toEqual({ path, document: before.document });
      }
      await app.call('mergeChangeRequest', at, { body: {} });
      const out = await exported(app.web.world, app.space.id);
      for (const [path, bytes] of Object.entries(out))
        expect({ path, text: bytes.toString() }).toEqual({ path, text: files[path]!.toString() });
    });
  });
}

/** Leads to a page as a link of the app does; to load the app for each page would take most of the time. */
const leadTo = (app: AppWorld, pathname: string): Promise<void> =>
  app.page.evaluate((to) => {
    document.querySelector('.ProseMirror')?.setAttribute('data-left', '');
    history.pushState({}, '', to);
  }, pathname);

/** Types a word into the first paragraph of a page, and deletes it; answers whether there is a paragraph. */
async function typeAndTakeBack(app: AppWorld, title: string): Promise<boolean> {
  const text = app.text(title).and(app.page.locator(':not([data-left])'));
  await text.waitFor();
  const paragraph = text.locator(':scope > p').first();
  if ((await paragraph.count()) === 0) return false;
  // Pictures that are loaded above the paragraph move it away from the pointer.
  const holdsCursor = () => paragraph.evaluate((one) => one.contains(getSelection()!.anchorNode));
  do await paragraph.click({ position: { x: 2, y: 8 } });
  while (!(await holdsCursor()));
  const before = await paragraph.textContent();
  await app.page.keyboard.type('word');
  await until(async () => (await paragraph.textContent())!.length >= before!.length + 'word'.length);
  for (const _ of 'word') await app.page.keyboard.press('Backspace');
  await app.saved();
  return true;
}

/** Whether a request writes content. */
const isWrite = (request: Request): boolean => request.method() === 'POST' && request.url().includes('/content?');

/** An interruption of a writer, and the steps that the open tab needs to go on. */
type Disconnect = (writer: Writer, word: string) => Promise<void>;

describeInBrowser('writers who are cut off', () => {
  const app = new AppWorld({
    'README.md': '# Start\n',
    'SUMMARY.md': '* [Start](README.md)\n* [Log](log.md)\n',
    'log.md': '# Log\n\nTheirs\n\nMine\n',
  });
  let context: BrowserContext;
  afterEach(() => context?.close());

  const disconnects: Record<string, Disconnect> = {
    offline: async (writer, word) => {
      await writer.context.setOffline(true);
      await writer.type(word);
      await writer.says('Bindery cannot be reached.');
      await writer.context.setOffline(false);
    },
    'gateway away': async (writer, word) => {
      await writer.page.route('**/v1/**', (route) => route.abort());
      await writer.type(word);
      await writer.says('Bindery cannot be reached.');
      await writer.tryAgain();
    },
    'tab closed': async (writer, word) => {
      await writer.holdWrites();
      await writer.type(word);
      await writer.keeps(word);
      await writer.page.close();
      await writer.reopen();
      await writer.goOnWithThem();
    },
    'session ended': async (writer, word) => {
      await writer.context.clearCookies();
      await writer.type('');
      // At once: the first save leads away from the text.
      await writer.page.keyboard.insertText(word);
      await writer.page.waitForURL('**/sign-in**');
      await writer.reopen();
      await writer.goOnWithThem();
    },
    'answer lost, and tab closed': async (writer, word) => {
      await writer.loseAnswer();
      await writer.begin(word.trim());
      await writer.says('Bindery cannot be reached.');
      await writer.page.keyboard.type('!');
      await writer.keeps(`${word.trim()}!`);
      await writer.page.close();
      await writer.reopen();
      await writer.goOnWithThem();
      await writer.saved();
      expect((await writer.markdown()).split(word.trim())).toHaveLength(2);
    },
    'answer lost, and a colleague in the new paragraph': async (writer, word) => {
      await writer.loseAnswer();
      await writer.begin(word.trim());
      await writer.says('Bindery cannot be reached.');
      await writer.behindTheirBack((await writer.markdown()).replace(word.trim(), `${word.trim()} of a colleague`));
      await writer.tryAgain();
      await writer.saved();
      expect((await writer.markdown()).split(word.trim())).toHaveLength(2);
    },
    'back while the page is saved': async (writer, word) => {
      const release = await writer.holdWrites();
      await writer.begin(word.trim());
      await writer.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Start' }).click();
      const start = writer.page.getByRole('textbox', { name: 'Text of Start' });
      await start.waitFor();
      await writer.page.goBack();
      await start.waitFor({ state: 'detached' });
      release();
      await writer.text.getByText(word.trim()).waitFor();
      expect((await writer.markdown()).split(word.trim())).toHaveLength(2);
    },
    'two tabs': async (writer, word) => {
      const other = await writer.another();
      await other.type(`${word}b`, 'Theirs');
      await writer.type(word);
      await other.saved();
      await other.page.close();
      await writer.saved();
      // The text of the other tab comes in with the next save, and leaves the cursor where it is.
      await writer.goOn('!');
      await writer.page.getByText(`${word}b`).waitFor();
      await writer.goOn('?');
      expect(await writer.markdown()).toContain(`${word}!?`);
    },
    'a colleague in the same paragraph': async (writer, word) => {
      await writer.context.setOffline(true);
      await writer.type(word);
      await writer.says('Bindery cannot be reached.');
      await writer.behindTheirBack(`${await writer.markdown()}${word}c`);
      await writer.context.setOffline(false);
      await writer.page.getByRole('button', { name: 'Keep yours' }).click();
    },
  };

  it('lose nothing', async () => {
    context = await openContext(app.page.context().browser()!);
    const request = await app.call<ChangeRequest>('createChangeRequest', { spaceId: app.space.id }, { body: {} });
    const writer = new Writer(app, context, request);
    await writer.reopen();
    const kinds = Object.entries(disconnects);
    const written: string[] = [];
    for (let round = 0; round < (isLong ? 60 : kinds.length); round++) {
      const [kind, disconnect] = kinds[round % kinds.length]!;
      const word = ` w${String(round).padStart(3, '0')}`;
      await disconnect(writer, word);
      await writer.saved();
      written.push(word.trim());
      const markdown = await writer.markdown();
      expect({ kind, markdown, lost: written.filter((one) => !markdown.includes(one)) }).toEqual({
        kind,
        markdown,
        lost: [],
      });
    }
  });

  it('decide one conflict after the other, and take a decision back', async () => {
    context = await openContext(app.page.context().browser()!);
    const request = await app.call<ChangeRequest>('createChangeRequest', { spaceId: app.space.id }, { body: {} });
    const writer = new Writer(app, context, request);
    await writer.reopen();
    const { page, text } = writer;
    await context.setOffline(true);
    await writer.type(' one', 'Theirs');
    await writer.type(' two');
    await writer.says('Bindery cannot be reached.');
    await writer.changeBehindTheirBack();
    await context.setOffline(false);
    const conflicts = page.getByRole('region', { name: 'Conflicts' });
    await conflicts.getByRole('button', { name: 'Take the other' }).first().press('Enter');
    await conflicts.and(page.locator(':focus')).waitFor();
    await writer.says('Somebody else changed the same text.');
    await writer.saves(() => conflicts.getByRole('button', { name: 'Keep yours' }).press('Enter'));
    expect(await writer.markdown()).toContain('Theirs, changed\n\nMine two');
    await text.and(page.locator(':focus')).waitFor();
    await writer.saves(() => page.keyboard.press('Control+z'));
    expect(await writer.markdown()).toContain('Theirs one\n\nMine two');
  });

  it('edit the text of the change request that they go to last, where the one before answers late', async () => {
    const page = (await app.pages()).get('Log')!;
    const proposing = ['first', 'second'].map((text) =>
      app.propose([{ operation: 'update_page', page, document: { markdown: `# Log\n\n${text}\n` } }]),
    );
    const [first, second] = (await Promise.all(proposing)).map(({ urls }) => `${new URL(urls.app).pathname}/log`);
    await app.open(`${app.space.urls.app}/log`);
    await app.page.getByRole('heading', { name: 'Log', level: 1 }).waitFor();
    await leadTo(app, first!);
    await app.text('Log').getByText('first').waitFor();
    await leadTo(app, second!);
    await app.text('Log').getByText('second').waitFor();
    const answers: (() => void)[] = [];
    const reads = /\/content\/page\//;
    await app.page.route(reads, async (route) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      await route.continue();
    });
    await leadTo(app, first!);
    await until(() => answers.length === 1);
    await leadTo(app, second!);
    await until(() => answers.length === 2);
    for (const answer of answers) {
      const answered = app.page.waitForResponse(reads);
      answer();
      await answered;
    }
    await app.text('Log').getByText('second').waitFor();
  });

  const ends: Record<string, (request: ChangeRequest) => Promise<unknown>> = {
    merged: (request) =>
      app.call('mergeChangeRequest', { spaceId: app.space.id, changeRequestId: request.id }, { body: {} }),
    archived: (request) =>
      app.call(
        'updateChangeRequestById',
        { spaceId: app.space.id, changeRequestId: request.id },
        { body: { status: 'archived' } },
      ),
  };

  it.each(Object.keys(ends))('find text that is not saved once the change request was %s', async (end) => {
    context = await openContext(app.page.context().browser()!);
    const page = (await app.pages()).get('Log')!;
    const request = await app.propose([
      { operation: 'update_page', page, document: { markdown: `# Log\n\nTheirs, ${end}\n\nMine\n` } },
    ]);
    const writer = new Writer(app, context, request);
    await writer.reopen();
    await context.setOffline(true);
    await writer.type(' unsaved');
    await writer.says('Bindery cannot be reached.');
    await ends[end]!(request);
    await context.setOffline(false);
    const left = writer.page.getByRole('region', { name: 'Text that was not saved' });
    await left.getByText(`this change request was ${end}.`).waitFor();
    await left.getByText('Mine unsaved').waitFor();
    expect(await left.getByText('Theirs').count()).toBe(0);
    await left.getByRole('button', { name: 'Discard' }).click();
    await left.waitFor({ state: 'detached' });
    expect(await writer.page.evaluate(() => JSON.stringify(localStorage))).not.toContain('unsaved');
  });

  it('find what they wrote under the id of a change request also under its number', async () => {
    context = await openContext(app.page.context().browser()!);
    const request = await app.call<ChangeRequest>('createChangeRequest', { spaceId: app.space.id }, { body: {} });
    const { urls, id, number } = request;
    const byId = { ...request, urls: { ...urls, app: urls.app.replace(new RegExp(`${number}$`), id) } };
    const before = new Writer(app, context, byId);
    const comment = (writer: Writer) => writer.page.getByRole('textbox', { name: 'New comment' });
    await before.reopen();
    await before.holdWrites();
    await comment(before).fill('Say why.');
    await before.type(' kept');
    await before.keeps(' kept');
    expect(new URL(before.page.url()).pathname).toContain(id);
    await before.page.close();
    const writer = new Writer(app, context, request);
    await writer.reopen();
    expect(new URL(writer.page.url()).pathname).toContain(`/${number}/`);
    await writer.goOnWithThem();
    await writer.saved();
    expect(await writer.markdown()).toContain('Mine kept');
    expect(await comment(writer).inputValue()).toBe('Say why.');
  });

  it('have a title saved that they typed offline', async () => {
    context = await openContext(app.page.context().browser()!);
    const request = await app.call<ChangeRequest>('createChangeRequest', { spaceId: app.space.id }, { body: {} });
    const writer = new Writer(app, context, request);
    await writer.reopen();
    await context.setOffline(true);
    const title = writer.page.getByLabel('Title of the page');
    await title.fill('Diary');
    await title.press('Enter');
    await writer.page.getByText('Bindery cannot be reached.').waitFor();
    await context.setOffline(false);
    await until(async () => (await app.pages(request.id)).has('Diary'));
  });

  it('have a title saved that a closed tab could not save', async () => {
    context = await openContext(app.page.context().browser()!);
    const request = await app.call<ChangeRequest>('createChangeRequest', { spaceId: app.space.id }, { body: {} });
    const writer = new Writer(app, context, request);
    await writer.reopen();
    await writer.holdWrites();
    await writer.page.getByLabel('Title of the page').fill('Journal');
    await writer.keeps('Journal');
    await writer.page.close();
    await writer.reopen();
    await until(async () => (await app.pages(request.id)).has('Journal'));
    await until(() => writer.page.evaluate(() => !JSON.stringify(localStorage).includes('Journal')));
  });

  it('find a title that was not saved once the change request was merged', async () => {
    context = await openContext(app.page.context().browser()!);
    const page = (await app.pages()).get('Log')!;
    const request = await app.propose([
      { operation: 'update_page', page, document: { markdown: '# Log\n\nTheirs\n\nMine\n' } },
    ]);
    const writer = new Writer(app, context, request);
    await writer.reopen();
    await context.setOffline(true);
    const title = writer.page.getByLabel('Title of the page');
    await title.fill('Chronicle');
    await title.press('Enter');
    await writer.page.getByText('Bindery cannot be reached.').waitFor();
    await ends.merged!(request);
    await context.setOffline(false);
    const left = writer.page.getByRole('region', { name: 'Text that was not saved' });
    await left.getByText('Chronicle').waitFor();
    await left.getByRole('button', { name: 'Discard' }).click();
    await left.waitFor({ state: 'detached' });
    expect(await writer.page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Chronicle');
  });

  it('go on with Markdown that a closed tab could not save', async () => {
    context = await openContext(app.page.context().browser()!);
    const request = await app.call<ChangeRequest>('createChangeRequest', { spaceId: app.space.id }, { body: {} });
    const writer = new Writer(app, context, request);
    await writer.reopen();
    await writer.page.getByRole('button', { name: 'Edit as Markdown' }).click();
    await writer.page.getByRole('textbox', { name: 'Markdown of Log' }).waitFor();
    await writer.holdWrites();
    await writer.page.keyboard.press('Control+End');
    await writer.page.keyboard.type('kept source');
    await writer.keeps('kept source');
    await writer.page.close();
    await writer.reopen();
    await writer.page.getByText('changes to the Markdown of this page').waitFor();
    await writer.goOnWithThem();
    await writer.page.getByRole('textbox', { name: 'Markdown of Log' }).getByText('kept source').waitFor();
    await writer.saved();
    expect(await writer.markdown()).toContain('kept source');
  });

  // The last one: it ends the session of all.
  it('are asked before signing out deletes what is not saved', async () => {
    context = await openContext(app.page.context().browser()!);
    const request = await app.call<ChangeRequest>('createChangeRequest', { spaceId: app.space.id }, { body: {} });
    const writer = new Writer(app, context, request);
    await writer.reopen();
    const { page } = writer;
    await context.setOffline(true);
    await writer.type(' unsaved');
    await writer.says('Bindery cannot be reached.');
    await writer.keeps(' unsaved');
    await writer.holdWrites();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByText('unsaved text of one page').waitFor();
    await page.getByRole('button', { name: 'Delete and sign out' }).click();
    await page.waitForURL('**/sign-in**');
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('unsaved');
  });
});

/** A writer with one page of a change request open in a tab. */
class Writer {
  page!: Page;

  constructor(
    private readonly app: AppWorld,
    readonly context: BrowserContext,
    private readonly request: ChangeRequest,
  ) {}

  async reopen(): Promise<void> {
    if (!this.page || this.page.isClosed()) this.page = await this.context.newPage();
    // A page that asks whether it may be left is left.
    this.page.removeAllListeners('dialog').on('dialog', (dialog) => void dialog.accept());
    await signInTo(this.app.web.world, this.page);
    const { pathname } = new URL(this.request.urls.app);
    await this.page.goto(`${this.app.web.world.platform.baseUrl}${pathname}/log`);
    // The editor is loaded after the page: nobody is cut off before it is there.
    await this.text
      .or(this.page.getByRole('button', { name: 'Go on with them' }))
      .first()
      .waitFor();
    // So are the menus of the tree.
    await this.page
      .getByRole('button', { name: /^Actions for/, includeHidden: true })
      .first()
      .waitFor({ state: 'attached' });
  }

  async another(): Promise<Writer> {
    const other = new Writer(this.app, this.context, this.request);
    await other.reopen();
    return other;
  }

  get text() {
    return this.page.getByRole('textbox', { name: 'Text of Log' });
  }

  async type(word: string, paragraph = 'Mine'): Promise<void> {
    await this.text.getByText(paragraph).click();
    // The paragraph of the writer is the last one, and grows over several lines.
    await this.page.keyboard.press(paragraph === 'Mine' ? 'Control+End' : 'End');
    await this.page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    await this.page.keyboard.type(word);
  }

  says(text: string): Promise<void> {
    return this.page.getByRole('status').getByText(text).waitFor();
  }

  saved(): Promise<void> {
    return this.page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  }

  /** Tries again, and then lets requests through. The app also tries by itself, so the button is there as long as they fail. */
  async tryAgain(): Promise<void> {
    const tried = this.page.waitForRequest('**/v1/**');
    await this.page.getByRole('button', { name: 'Try again' }).click();
    await tried;
    await this.page.unroute('**/v1/**');
  }

  goOnWithThem(): Promise<void> {
    return this.page.getByRole('button', { name: 'Go on with them' }).click();
  }

  /** Types where the cursor is. */
  goOn(text: string): Promise<void> {
    return this.saves(() => this.page.keyboard.type(text));
  }

  /** Begins a paragraph with a word, behind the text. */
  async begin(word: string): Promise<void> {
    await this.type('');
    await this.page.keyboard.press('Enter');
    await this.page.keyboard.type(word);
  }

  /** Changes the page, and waits until it is saved. */
  async saves(change: () => Promise<void>): Promise<void> {
    const written = this.page.waitForResponse((response) => isWrite(response.request()));
    await change();
    await written;
    await this.saved();
  }

  /** Waits until the browser keeps a text that is not saved. */
  keeps(text: string): Promise<void> {
    return until(() => this.page.evaluate((part) => JSON.stringify(localStorage).includes(part), text));
  }

  /** Lets the next write arrive, but not its answer, nor anything after it. */
  async loseAnswer(): Promise<void> {
    let isLost = false;
    await this.page.route('**/v1/**', async (route) => {
      const isNext = !isLost && isWrite(route.request());
      isLost ||= isNext;
      if (isNext) await route.fetch();
      // The page may be closed by then.
      await (isLost ? route.abort() : route.continue()).catch(() => undefined);
    });
  }

  /** Holds what is written until the answered function is called. */
  async holdWrites(): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await this.page.route('**/v1/**', async (route) => {
      if (isWrite(route.request())) await released;
      await route.continue();
    });
    return release;
  }

  /** Writes the page as a colleague does. */
  async behindTheirBack(markdown: string): Promise<void> {
    const { page } = await this.read();
    const changes = [{ operation: 'update_page', page, document: { markdown } }];
    await this.app.call('updateChangeRequestContent', this.at, { body: { changes } });
  }

  /** Changes both paragraphs as a colleague does, in the editor as well. */
  async changeBehindTheirBack(): Promise<void> {
    const { page } = await this.read();
    const params = { ...this.at, pageId: page };
    const query = { format: 'document' };
    const read = await this.app.call<{ document: object }>('getPageInChangeRequestById', params, { query });
    const text = JSON.stringify(read.document).replace(/"(Theirs|Mine)"/g, '"$1, changed"');
    const changes = [{ operation: 'update_page', page, document: { document: JSON.parse(text) as object } }];
    await this.app.call('updateChangeRequestContent', this.at, { body: { changes } });
  }

  async markdown(): Promise<string> {
    return (await this.read()).markdown;
  }

  private async read(): Promise<{ page: string; markdown: string }> {
    const params = { ...this.at, pageId: (await this.app.pages()).get('Log')! };
    const query = { format: 'markdown' };
    const { markdown } = await this.app.call<{ markdown: string }>('getPageInChangeRequestById', params, { query });
    return { page: params.pageId, markdown };
  }

  private get at() {
    return { spaceId: this.app.space.id, changeRequestId: this.request.id };
  }
}
