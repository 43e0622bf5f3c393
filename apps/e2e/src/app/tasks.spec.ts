import type { Space } from '@bindery/contracts';
import { until } from '@bindery/testing';
import type { Page } from 'playwright-core';
import { describeInBrowser, openPages } from '../web/chromium';
import { WebWorld } from '../web/web-world';
import { AppWorld, moveCaret, settled, takeOption } from './app-world';
import { signInTo } from './sign-in-to';

const files = {
  'README.md': '# Welcome\n\nThis guide says how to begin.\n\nIt is *short*.\n\n* one\n* two\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n* [Install](install.md)\n  * [On a server](server.md)\n',
  'install.md': '# Install\n\nRun the installer twice.\n',
  'server.md': '# On a server\n\nServers need a port.\n',
};

describeInBrowser('users in the app', () => {
  let web: WebWorld;
  let page: Page;
  let space: Space;
  const asked: string[] = [];
  beforeAll(async () => {
    web = await WebWorld.create();
    const spaceId = await web.space('Guide', files);
    space = await web.world.api.expect<Space>('getSpaceById', { token: web.world.admin.token, params: { spaceId } });
  });
  afterAll(() => web?.close());
  openPages((opened) => {
    page = opened;
    asked.length = 0;
    page.on('request', (request) => asked.push(request.url()));
  });
  afterEach(() => {
    const own = asked.filter((url) => url.startsWith(web.world.platform.baseUrl));
    expect(
      own.filter((url) => !/^\/(v1|app|sign-in|files)(\/|$|\?)/.test(url.slice(web.world.platform.baseUrl.length))),
    ).toEqual([]);
    expect(asked.filter((url) => !own.includes(url) && !url.startsWith('data:'))).toEqual([]);
  });

  const open = async (address: string) => {
    await signInTo(web.world, page);
    await page.goto(web.world.platform.baseUrl + new URL(address).pathname);
  };
  const article = () => page.getByRole('article');
  /** Opens a change request of one's own at a page, and waits for the editor. */
  const edit = async (title: string, path = title.toLowerCase()) => {
    await open(title === 'Welcome' ? space.urls.app : `${space.urls.app}/${path}`);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Propose changes' }).click();
    await page.getByRole('textbox', { name: `Text of ${title}` }).waitFor();
  };
  const saved = () => page.getByRole('status').getByText('Saved', { exact: true }).waitFor();

  it('find a page in the tree and read it', async () => {
    await open(space.urls.app);
    await page.getByRole('heading', { name: 'Welcome', level: 1 }).waitFor();
    await article().getByText('This guide says how to begin.').waitFor();
    await page.getByRole('button', { name: 'Pages below Install' }).click();
    await page.getByRole('link', { name: 'On a server' }).click();
    await page.getByText('Servers need a port.').waitFor();
    expect(new URL(page.url()).pathname).toBe(`${new URL(space.urls.app).pathname}/install/server`);
  });

  it('find a page by its words with the keyboard alone', async () => {
    // The search dialog asks once for each text, and the index follows in the background.
    const { api, admin, organization: organizationId } = web.world;
    const search = { token: admin.token, params: { organizationId }, query: { query: 'installer' } };
    await until(async () => (await api.expect<{ items: [] }>('searchOrganizationContent', search)).items.length > 0);
    await open(space.urls.app);
    await page.getByRole('heading', { name: 'Welcome', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search pages' }).and(page.locator(':focus')).waitFor();
    // At once, as the pages for the first letters alone may be others.
    await page.keyboard.insertText('installer');
    await page.getByRole('option', { name: /Install/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Install', level: 1 }).waitFor();
  });

  it('read a page whose slug has a percent sign, from the tree, from its address and from the search', async () => {
    const token = web.world.admin.token;
    const params = { spaceId: space.id };
    const changes = [
      { operation: 'insert_page', title: 'Sale', slug: '50%-off', document: { markdown: 'Everything is cheaper.\n' } },
    ];
    await web.world.api.expect('updateSpaceContent', { token, params, body: { changes } });
    const search = {
      token,
      params: { organizationId: web.world.organization },
      query: { query: 'cheaper' },
    };
    await until(
      async () => (await web.world.api.expect<{ items: [] }>('searchOrganizationContent', search)).items.length > 0,
    );
    await open(space.urls.app);
    const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Sale' });
    await link.click();
    const shown = page.getByText('Everything is cheaper.').first();
    await shown.waitFor();
    await link.and(page.locator('[aria-current=page]')).waitFor();
    await page.reload();
    await shown.waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Install' }).click();
    await page.getByRole('heading', { name: 'Install', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search pages' }).fill('cheaper');
    await page.getByRole('option', { name: /Sale/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sale', level: 1 }).waitFor();
  });

  it('are led to what they searched for, also where they press Enter before it is found', async () => {
    await open(space.urls.app);
    await page.getByRole('heading', { name: 'Welcome', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search pages' });
    await field.fill('guide');
    await page.getByRole('option', { name: /Welcome/ }).waitFor();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/search\?/, async (route) => {
      await released;
      await route.continue();
    });
    await field.fill('installer');
    await page.keyboard.press('Enter');
    expect(await field.inputValue()).toBe('installer');
    release();
    await page.getByRole('heading', { name: 'Install', level: 1 }).waitFor();
  });

  it('ask the pages once, also where they come back to the window later', async () => {
    await open(space.urls.app);
    await page.getByRole('heading', { name: 'Welcome', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search pages' }).fill('installer');
    await page.getByRole('button', { name: /^Ask the pages/ }).click();
    await page.getByRole('region', { name: 'Answer' }).waitFor();
    await page.clock.setSystemTime(Date.now() + 60_000);
    const asksAgain = page.waitForResponse((response) => response.url().endsWith('/v1/user'));
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await asksAgain;
    await settled(page);
    expect(asked.filter((url) => /\/ask(\?|$)/.test(url))).toHaveLength(1);
  });

  it('write in a change request, which keeps what they did not touch', async () => {
    await edit('Welcome');
    await page.getByText('This guide says how').click();
    await moveCaret(page, 'End');
    await page.keyboard.type(' Slowly.');
    await saved();
    const [, changeRequestId = ''] = /change-requests\/([\w-]+)/.exec(page.url())!;
    const { pages } = await web.world.api.expect<{ pages: { id: string }[] }>('listPagesInChangeRequest', {
      token: web.world.admin.token,
      params: { spaceId: space.id, changeRequestId },
    });
    const { markdown } = await web.world.api.expect<{ markdown: string }>('getPageInChangeRequestById', {
      token: web.world.admin.token,
      params: { spaceId: space.id, changeRequestId, pageId: pages[0]!.id },
      query: { format: 'markdown' },
    });
    expect(markdown).toBe(files['README.md'].replace('begin.', 'begin. Slowly.'));
  });

  it('write with Markdown shortcuts and the menu of blocks', async () => {
    await edit('Install');
    await page.getByText('Run the installer twice.').click();
    await moveCaret(page, 'End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('## Afterwards');
    await page.keyboard.press('Enter');
    await page.keyboard.type('- Wait for **all** of it');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/warn');
    await takeOption(page, 'Warning');
    await page.keyboard.type('Not at night.');
    await saved();
    const text = page.getByRole('textbox', { name: 'Text of Install' });
    await text.getByRole('heading', { name: 'Afterwards' }).waitFor();
    expect(await text.locator('li strong').textContent()).toBe('all');
    expect(await text.locator('aside.warning').textContent()).toBe('Not at night.');
  });

  it('add a page, rename it and delete it', async () => {
    await edit('Welcome');
    await page.getByRole('button', { name: 'New page', exact: true }).click();
    await page.getByLabel('Title', { exact: true }).fill('Upgrade');
    await page.getByRole('button', { name: 'Create' }).click();
    const title = page.getByLabel('Title of the page');
    await page.getByRole('textbox', { name: 'Text of Upgrade' }).waitFor();
    await title.fill('Upgrades');
    await title.press('Enter');
    // The text follows the title.
    await page.keyboard.type('Back up first.');
    await page.getByRole('textbox', { name: 'Text of Upgrade' }).getByText('Back up first.').waitFor();
    await saved();
    await title.fill('Upgrading');
    const isWarned = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    expect(await isWarned()).toBe(true);
    // A title is kept as well where the page is left with the focus in its field.
    await page.goBack();
    await page.getByRole('textbox', { name: 'Text of Welcome' }).waitFor();
    const tree = page.getByRole('navigation', { name: 'Pages' });
    await tree.getByRole('link', { name: 'Upgrading' }).hover();
    await tree.getByRole('button', { name: 'Actions for Upgrading' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await tree.getByRole('link', { name: 'Upgrading' }).waitFor({ state: 'detached' });
    await tree.getByRole('link', { name: 'Install' }).click();
    await page.getByRole('textbox', { name: 'Text of Install' }).waitFor();
    await tree.getByRole('link', { name: 'On a server' }).hover();
    await tree.getByRole('button', { name: 'Actions for On a server' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await tree.getByRole('link', { name: 'On a server' }).waitFor({ state: 'detached' });
    // The page that is open stays open where another one is deleted.
    await page.getByRole('textbox', { name: 'Text of Install' }).waitFor();
    expect(page.url()).toMatch(/\/install$/);
  });

  it('put no page below a link', async () => {
    await edit('Welcome');
    await page.getByRole('button', { name: 'New page', exact: true }).click();
    await page.getByLabel('Title', { exact: true }).fill('Elsewhere');
    await page.getByLabel('Kind').selectOption('Link');
    await page.getByLabel('URL').fill('https://example.com/');
    await page.getByRole('button', { name: 'Create' }).click();
    const tree = page.getByRole('navigation', { name: 'Pages' });
    for (const [title, isOffered] of [
      ['Welcome', true],
      ['Elsewhere', false],
    ] as const) {
      await tree.getByRole('treeitem', { name: title }).hover();
      await tree.getByRole('button', { name: `Actions for ${title}` }).click();
      await page.getByRole('menuitem', { name: 'Settings' }).waitFor();
      expect(await page.getByRole('menuitem', { name: 'New page below' }).count()).toBe(isOffered ? 1 : 0);
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
    }
  });

  it('review a change request, comment on it and merge it', async () => {
    await edit('On a server', 'install/server');
    await page.getByText('Servers need a port.').click();
    await moveCaret(page, 'End');
    await page.keyboard.type(' It is 443.');
    await saved();
    await page.getByRole('button', { name: 'Review changes' }).click();
    const changes = page.getByRole('region', { name: 'Changes' });
    await changes.getByRole('link', { name: 'On a server' }).waitFor();
    await page.getByLabel('New comment').fill('Looks right.');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.locator('.posting-text').getByText('Looks right.').waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Submit review' }).click();
    await page.getByRole('region', { name: 'Reviews' }).getByText('approved').waitFor();
    await page.getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
    await page.getByText('The change request is merged.').waitFor();
    await page.goto(`${web.world.platform.baseUrl}${new URL(space.urls.app).pathname}/install/server`);
    await page.getByText('Servers need a port. It is 443.').waitFor();
  });

  it('invite a colleague', async () => {
    await open(`${new URL(space.urls.app).origin}/app/o/${web.world.organization}/members`);
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('E-mail addresses').fill(`new-${Date.now()}@example.com`);
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
    await page.getByText('The invitation is sent.').waitFor();
  });
});

describeInBrowser('users in a large space', () => {
  const numbers = Array.from({ length: 200 }, (_, index) => String(index + 1).padStart(3, '0'));
  const app = new AppWorld({
    'README.md': '# Start\n\nSee [this](page-137.md).\n',
    'SUMMARY.md': ['* [Start](README.md)', ...numbers.map((number) => `* [Page ${number}](page-${number}.md)`)].join(
      '\n',
    ),
    ...Object.fromEntries(numbers.map((number) => [`page-${number}.md`, `# Page ${number}\n\nText ${number}.\n`])),
  });
  const rows = () => app.page.getByRole('tree', { name: 'Pages' }).getByRole('treeitem');
  const focused = (name: string) =>
    app.page.getByRole('treeitem', { name, exact: true }).and(app.page.locator(':focus')).waitFor();

  it('go through its tree with the keyboard, of which the rows in view are drawn alone', async () => {
    await app.open(app.space.urls.app);
    const { page } = app;
    await page.getByText('See this.').waitFor();
    await page.getByRole('treeitem', { name: 'Start' }).locator('[aria-current=page]').waitFor();
    await rows().first().focus();
    await page.keyboard.press('End');
    await focused('Page 200');
    expect(await rows().count()).toBeLessThan(80);
    await page.keyboard.press('ArrowUp');
    await focused('Page 199');
    await page.keyboard.press('Enter');
    await page.getByText('Text 199.').waitFor();
    await page.keyboard.press('Home');
    await focused('Start');
    await page.keyboard.press('p');
    await focused('Page 001');
    await app.shots('large-tree');
  });

  it('see the screens of the space above its tree', async () => {
    await app.open(`${app.space.urls.app}/~/revisions`);
    const { page } = app;
    await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
    await rows().first().waitFor();
    await settled(page);
    expect(await page.locator('.sidebar-scroll').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });

  it('find a page by its title, and those that link to it', async () => {
    const params = { spaceId: app.space.id, pageId: (await app.pages()).get('Page 137')! };
    // The index of links follows in the background.
    await until(async () => (await app.call<{ items: [] }>('listSpacePageBacklinks', params)).items.length > 0);
    await app.open(app.space.urls.app);
    const { page } = app;
    await page.getByRole('searchbox', { name: 'Find a page by its title' }).fill('137');
    await rows().filter({ hasText: 'Page 137' }).waitFor();
    await until(async () => (await rows().count()) === 1);
    await rows().getByRole('link').click();
    await page.getByText('Text 137.').waitFor();
    await page.getByRole('region', { name: 'Linked from' }).getByRole('link', { name: 'Start' }).click();
    await page.getByRole('heading', { name: 'Start', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByText('Recently opened').waitFor();
    await page.getByRole('option', { name: /Page 137/ }).click();
    await page.getByText('Text 137.').waitFor();
  });

  it('see the option that they go to with the keyboard, and open another one in a tab of its own', async () => {
    const search = { organizationId: app.web.world.organization };
    const query = { query: 'Text' };
    await until(async () => {
      const { items } = await app.call<{ items: { pages: object[] }[] }>('searchOrganizationContent', search, {
        query,
      });
      return items.some(({ pages }) => pages.length >= 5);
    });
    await app.open(app.space.urls.app);
    const { page } = app;
    await page.getByText('See this.').waitFor();
    await page.setViewportSize({ width: 1280, height: 320 });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search pages' }).fill('Text');
    const options = page.getByRole('option');
    await options.nth(4).waitFor();
    const last = (await options.count()) - 1;
    const isInView = () =>
      page.getByRole('option', { selected: true }).evaluate((option) => {
        const { left, top, width, height } = option.getBoundingClientRect();
        return option.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    for (let at = 0; at < last; at++) await page.keyboard.press('ArrowDown');
    await options
      .last()
      .and(page.getByRole('option', { selected: true }))
      .waitFor();
    expect(await isInView()).toBe(true);
    for (let at = 0; at < last; at++) await page.keyboard.press('ArrowUp');
    await options
      .first()
      .and(page.getByRole('option', { selected: true }))
      .waitFor();
    expect(await isInView()).toBe(true);
    const opening = page.context().waitForEvent('page');
    await options.first().click({ modifiers: ['ControlOrMeta'] });
    const opened = await opening;
    await opened.getByRole('heading', { name: /^Page \d+$/, level: 1 }).waitFor();
    await opened.close();
    expect(await options.count()).toBe(last + 1);
  });
});

describeInBrowser('writers in a space that is edited live', () => {
  const app = new AppWorld(files);
  const markdown = async (title: string) => {
    const params = { spaceId: app.space.id, pageId: (await app.pages()).get(title)! };
    return (await app.call<{ markdown: string }>('getPageById', params, { query: { format: 'markdown' } })).markdown;
  };

  it('change what readers see, without a change request', async () => {
    await app.open(`${app.space.urls.app}/install`);
    const { page } = app;
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await app.text('Install').getByText('Run the installer twice.').click();
    await app.moveCaret('End');
    await page.keyboard.type(' Then rest.');
    await app.saved();
    await app.shots('live');
    expect(await markdown('Install')).toBe('# Install\n\nRun the installer twice. Then rest.\n');
    await page.getByRole('button', { name: 'New page', exact: true }).click();
    await page.getByLabel('Title', { exact: true }).fill('Upgrade');
    await page.getByRole('button', { name: 'Create' }).click();
    await app.text('Upgrade').waitFor();
    await page.getByRole('link', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'Upgrade', level: 1 }).waitFor();
    expect((await app.pages()).has('Upgrade')).toBe(true);
  });

  it('see that a page is being read until it is there', async () => {
    const { page } = app;
    let answer = () => {};
    const asked = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/content/path/**', async (route) => {
      await asked;
      await route.continue();
    });
    await app.open(`${app.space.urls.app}/~/edit`);
    await page.getByRole('link', { name: 'Done' }).waitFor();
    await page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor();
    answer();
    await app.text('Welcome').waitFor();
  });

  it('open a change request where a merge rule asks for a review', async () => {
    const mergeRules = { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] };
    await app.call('updateSpaceById', { spaceId: app.space.id }, { body: { mergeRules } });
    await app.open(`${app.space.urls.app}/install`);
    const { page } = app;
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await app.text('Install').waitFor();
    expect(page.url()).toContain('/~/change-requests/');
  });
});
