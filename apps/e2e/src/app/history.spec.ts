import { readFileSync } from 'node:fs';
import type { ChangeRequest, Space } from '@bindery/contracts';
import { flat, newSlug, petStore, putSpec, textOf } from '@bindery/testing';
import { describeInBrowser, openPage } from '../web/chromium';
import { AppWorld } from './app-world';
import { signInTo } from './sign-in-to';

const files = {
  'README.md': '# Welcome\n\nThis guide says how to begin.\n',
  'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n* [Install](install.md)\n',
  'install.md': '# Install\n\nRun the installer once.\n',
};

describeInBrowser('the history in the app', () => {
  const app = new AppWorld(files);
  /** Merges changes, as a colleague does. */
  const merge = async (changes: object[]) => {
    const { id } = await app.propose(changes);
    await app.call('mergeChangeRequest', { spaceId: app.space.id, changeRequestId: id });
  };
  const rewrite = async (page: string, markdown: string) =>
    merge([{ operation: 'update_page', page: (await app.pages()).get(page), document: { markdown } }]);
  const versions = () => app.page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
  const mergeHere = async () => {
    await app.page.getByRole('button', { name: 'Merge' }).click();
    await app.page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
    await app.page.getByText('The change request is merged.').waitFor();
  };

  it('shows the author of a change, compares two versions and restores one', async () => {
    await rewrite('Install', 'Run the installer twice.\n');
    await rewrite('Welcome', 'This guide says how to end.\n');
    await rewrite('Install', 'Run the installer three times.\n');
    const { page } = app;
    await app.open(`${app.space.urls.app}/install`);
    await page.getByRole('link', { name: 'History of the page' }).click();
    await page.getByRole('heading', { name: 'History of Install', level: 1 }).waitFor();
    await versions().nth(2).waitFor();
    expect(await versions().count()).toBe(3);
    const { displayName } = await app.call<{ displayName: string }>('getAuthenticatedUser', {});
    expect(await versions().first().textContent()).toContain(displayName);
    expect(await versions().first().textContent()).toContain('Current');
    await app.shots('page-history');
    // By keyboard: the first and the last version.
    for (const index of [0, 2]) await versions().nth(index).getByRole('checkbox').press('Space');
    await page.getByRole('button', { name: 'Compare' }).press('Enter');
    const block = page.getByRole('group', { name: 'Changed block' });
    await block.waitFor();
    expect([await block.locator('del').textContent(), await block.locator('ins').textContent()]).toEqual([
      'once',
      'three times',
    ]);
    await page.getByRole('button', { name: 'Markdown' }).click();
    await page.getByLabel('After').getByText('Run the installer three times.').waitFor();
    await app.shots('compare');
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'History' }).click();
    await versions().nth(1).getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Restore this version' }).click();
    await page.getByRole('button', { name: 'Open a change request' }).click();
    await page.getByRole('group', { name: 'Changed block' }).getByText('twice').waitFor();
    await mergeHere();
    await app.open(`${app.space.urls.app}/install`);
    await page.getByText('Run the installer twice.').waitFor();
  });

  it('says that a change cannot be read, and does not leave it out', async () => {
    await rewrite('Install', 'Run the installer four times.\n');
    const { revision } = await app.call<{ revision: string }>('getSpaceById', { spaceId: app.space.id });
    const pageId = (await app.pages()).get('Install')!;
    // Its console may say that the request failed.
    const page = await openPage(app.page.context().browser()!);
    await signInTo(app.web.world, page);
    const changes = new RegExp(`/revisions/${revision}/.*[?&]page=${pageId}`);
    const json = { error: { code: 500, message: 'Not on Sundays.' } };
    await page.route(changes, (route) => route.fulfill({ status: 500, json }));
    const { pathname } = new URL(app.space.urls.app);
    await page.goto(`${app.web.world.platform.baseUrl}${pathname}/~/pages/${pageId}/revisions`);
    await page.getByText('Not on Sundays.').waitFor();
    // So are the older ones, and it is among them.
    const listed = page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
    await listed.nth(1).waitFor();
    const count = await listed.count();
    await page.unroute(changes);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Not on Sundays.').waitFor({ state: 'detached' });
    await listed.first().getByText('Current').waitFor();
    expect(await listed.count()).toBe(count);
    await page.close();
  });

  it('restores a space with the pages that it had', async () => {
    const ids = await app.pages();
    await merge([
      { operation: 'delete_page', page: ids.get('Install') },
      { operation: 'insert_page', title: 'Unwanted', document: { markdown: 'No.\n' } },
      { operation: 'update_page', page: ids.get('Welcome'), title: 'Goodbye' },
    ]);
    const { page } = app;
    await app.open(app.space.urls.app);
    const tree = page.getByRole('navigation', { name: 'Pages' });
    await tree.getByRole('link', { name: 'Unwanted' }).waitFor();
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
    await versions().first().getByText('Current').waitFor();
    await app.shots('history');
    await versions().nth(1).getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Restore this version' }).click();
    await page.getByRole('button', { name: 'Open a change request' }).click();
    const changes = page.getByRole('region', { name: 'Changes' });
    await changes.getByText('Unwanted').first().waitFor();
    await mergeHere();
    await app.open(app.space.urls.app);
    await tree.getByRole('link', { name: 'Install' }).waitFor();
    await tree.getByRole('link', { name: 'Welcome' }).waitFor();
    expect(await tree.getByRole('link', { name: /Unwanted|Goodbye/ }).count()).toBe(0);
  });

  it('restores a space in which two pages swapped their slugs', async () => {
    const slugs = async () => {
      const { pages } = await app.call<{ pages: { title: string; slug: string }[] }>('listPages', {
        spaceId: app.space.id,
      });
      return pages.filter(({ title }) => /^Slug/.test(title)).map(({ title, slug }) => [title, slug]);
    };
    const document = { markdown: 'Text.\n' };
    await merge([
      { operation: 'insert_page', title: 'Slug A', slug: 'setup', document },
      { operation: 'insert_page', title: 'Slug B', slug: 'begin', document },
    ]);
    const before = await slugs();
    const ids = await app.pages();
    const rename = (title: string, slug: string) => ({ operation: 'update_page', page: ids.get(title), slug });
    await merge([rename('Slug A', 'setup-old'), rename('Slug B', 'setup'), rename('Slug A', 'begin')]);
    const { page } = app;
    await app.open(`${app.space.urls.app}/~/revisions`);
    await versions().first().getByText('Current').waitFor();
    await versions().nth(1).getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Restore this version' }).click();
    await page.getByRole('button', { name: 'Open a change request' }).click();
    await page.getByRole('region', { name: 'Changes' }).getByText('Slug B').first().waitFor();
    await mergeHere();
    expect(await slugs()).toEqual(before);
  });

  it('restores a space with an API reference that was taken out', async () => {
    const slug = newSlug();
    await putSpec(app.web.world, slug, textOf(petStore()));
    const reference = [
      '  * ```yaml',
      '    type: builtin:openapi',
      '    dependencies:',
      '      spec:',
      '        ref:',
      '          kind: openapi',
      `          spec: ${slug}`,
      '    ```',
    ];
    const spaceId = await app.web.space('Pets', {
      'README.md': '# Pets\n',
      'inside.md': '# Inside\n',
      'SUMMARY.md': ['* [Pets](README.md)', '* [Inside](inside.md)', ...reference, ''].join('\n'),
    });
    const pages = async () => flat((await app.call<{ pages: never[] }>('listPages', { spaceId })).pages);
    const space = await app.call<Space>('getSpaceById', { spaceId });
    const before = await pages();
    expect(before.length).toBeGreaterThan(2);
    const { id: page } = before.find(({ title }) => title === 'Inside')!;
    const { id } = await app.call<ChangeRequest>('createChangeRequest', { spaceId }, { body: {} });
    const at = { spaceId, changeRequestId: id };
    const body = { changes: [{ operation: 'delete_page', page }] };
    await app.call('updateChangeRequestContent', at, { body });
    await app.call('mergeChangeRequest', at);
    expect(await pages()).toHaveLength(1);
    await app.open(`${space.urls.app}/~/revisions`);
    await versions().first().getByText('Current').waitFor();
    await versions().nth(1).getByRole('button').click();
    await app.page.getByRole('menuitem', { name: 'Restore this version' }).click();
    await app.page.getByRole('button', { name: 'Open a change request' }).click();
    await app.page.getByRole('region', { name: 'Changes' }).waitFor();
    await mergeHere();
    expect((await pages()).map(({ id: one }) => one)).toEqual(before.map(({ id: one }) => one));
  });

  it('archives the change request of a restore that failed', async () => {
    await rewrite('Welcome', 'This guide says how to fail.\n');
    const page = await openPage(app.page.context().browser()!);
    await signInTo(app.web.world, page);
    const json = { error: { code: 409, message: 'Not on Sundays.' } };
    await page.route(/\/change-requests\/[\w-]+\/content/, (route) => route.fulfill({ status: 409, json }));
    const { pathname } = new URL(app.space.urls.app);
    await page.goto(`${app.web.world.platform.baseUrl}${pathname}/~/revisions`);
    await page.getByRole('list', { name: 'Versions' }).getByRole('listitem').nth(1).getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Restore this version' }).click();
    await page.getByRole('button', { name: 'Open a change request' }).click();
    await page.getByText('Not on Sundays.').waitFor();
    const requests = (status: string) =>
      app.call<{ items: { subject: string }[] }>(
        'listChangeRequestsForSpace',
        { spaceId: app.space.id },
        { query: { status } },
      );
    expect((await requests('archived')).items).toMatchObject([
      { subject: expect.stringMatching(/^Restore the space/) },
    ]);
    expect((await requests('open')).items).toEqual([]);
    await page.close();
  });

  it('lists revisions for those with access of their own alone', async () => {
    const { api, records } = app.web.world;
    const params = { spaceId: app.space.id };
    const first = await app.call<{ items: { id: string; createdBy: object }[]; next?: { page: string } }>(
      'listRevisions',
      params,
      { query: { limit: 2 } },
    );
    const rest = await app.call<typeof first>('listRevisions', params, { query: { page: first.next!.page } });
    const all = [...first.items, ...rest.items].map(({ id }) => id);
    expect(new Set(all).size).toBe(all.length);
    const { revision } = await app.call<{ revision: string }>('getSpaceById', params);
    expect(all[0]).toBe(revision);
    await app.call('updateSpaceById', params, { body: { visibility: 'public' } });
    const outsider = await records.user({});
    const asked = ['getSpaceById', 'listRevisions'].map(
      async (operation) => (await api.call(operation, { token: outsider.token, params })).status,
    );
    expect(await Promise.all(asked)).toEqual([200, 404]);
  });

  it('is taken out with the space as a zip file', async () => {
    const { page } = app;
    await app.open(app.space.urls.app);
    await page.getByRole('link', { name: 'Export and Git' }).press('Enter');
    await page.getByRole('button', { name: 'Export', exact: true }).press('Enter');
    const saved = page.getByRole('link', { name: 'Save the zip file' });
    const href = (await saved.getAttribute('href'))!;
    const zip = await fetch(app.web.world.platform.baseUrl + href);
    expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip']);
    await page.getByText('The space has not been synchronised with a repository yet.').waitFor();
    await page.getByRole('form', { name: 'Synchronise' }).waitFor();
    await app.shots('export');
  });

  it('is left with a page that is printed as a PDF', async () => {
    const { page } = app;
    await app.open(app.space.urls.app);
    await page.getByRole('link', { name: 'Export and Git' }).press('Enter');
    const section = page.getByRole('region', { name: 'PDF' });
    await section.getByLabel('Pages').selectOption('Install');
    // The PDF is looked for once the section says that it is being made.
    const isMaking = section.getByRole('button', { name: 'Making the PDF…' }).waitFor();
    await page.route(
      ({ pathname }) => pathname.startsWith('/pdf/'),
      async (route) => {
        await isMaking;
        await route.continue();
      },
    );
    await section.getByRole('button', { name: 'Make a PDF' }).press('Enter');
    const again = section.getByRole('button', { name: 'Make it again' });
    await again.and(page.locator(':focus')).waitFor();
    const download = page.waitForEvent('download');
    await section.getByRole('link', { name: 'Save the PDF' }).press('Enter');
    const saved = await (await download).path();
    expect(readFileSync(saved).toString('latin1')).toMatch(/^%PDF-/);
    const asked = page.waitForRequest((request) => /\/v1\/spaces\/[\w-]+\/pdf/.test(request.url()));
    await again.press('Enter');
    await asked;
    await section.getByRole('link', { name: 'Save the PDF' }).waitFor();
  });
});
