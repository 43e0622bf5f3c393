import type { ChangeRequest } from '@bindery/contracts';
import { newSlug, petStore, putSpec, textOf, until } from '@bindery/testing';
import { describeInBrowser } from '../web/chromium';
import { AppWorld } from './app-world';

const slug = newSlug();
const reference = [
  '* ```yaml',
  '  type: builtin:openapi',
  '  dependencies:',
  '    spec:',
  '      ref:',
  '        kind: openapi',
  `        spec: ${slug}`,
  '  ```',
];

describeInBrowser('pages that are computed from a specification', () => {
  const app = new AppWorld({
    'README.md': '# Pets\n',
    'after.md': '# After\n',
    'last.md': '# Last\n',
    'SUMMARY.md': ['* [Pets](README.md)', ...reference, '* [After](after.md)', '* [Last](last.md)', ''].join('\n'),
  });
  const row = (title: string) => app.page.getByRole('treeitem', { name: title, exact: true });
  const actions = (title: string) => app.page.getByRole('button', { name: `Actions for ${title}` });
  let request: ChangeRequest;
  let computed: string;

  beforeAll(async () => {
    await putSpec(app.web.world, slug, textOf(petStore()));
    const params = { spaceId: app.space.id };
    const titles = async () =>
      (await app.call<{ pages: { title: string }[] }>('listPages', params)).pages.map(({ title }) => title);
    await until(async () => (await titles()).length > 4);
    computed = (await titles())[1]!;
    request = await app.call<ChangeRequest>('createChangeRequest', params, { body: {} });
  });

  it('are shown to writers with the reason why they cannot be edited', async () => {
    await app.open(`${app.space.urls.app}/~/change-requests/${request.id}`);
    await row(computed).getByRole('link').click();
    await app.page.getByRole('heading', { name: computed, level: 1 }).waitFor();
    await app.page.getByRole('note').getByText('This page is computed, and cannot be edited here.').waitFor();
    expect(await app.page.locator('.ProseMirror').count()).toBe(0);
    await row('After').hover();
    await actions('After').waitFor();
    await row(computed).hover();
    expect(await actions(computed).count()).toBe(0);
    await app.page.getByRole('textbox', { name: 'New comment' }).fill('Not so.');
    await app.page.getByRole('button', { name: 'Comment', exact: true }).click();
    await app.page.getByRole('region', { name: 'Comments' }).getByText('Not so.').waitFor();
  });

  it('are one place among the pages that writers move', async () => {
    await app.open(`${app.space.urls.app}/~/change-requests/${request.id}/after`);
    await app.text('After').waitFor();
    await row('Last').hover();
    await actions('Last').click();
    await app.page.getByRole('menuitem', { name: 'Move up' }).click();
    const params = { spaceId: app.space.id, changeRequestId: request.id };
    const titles = async () =>
      (await app.call<{ pages: { title: string }[] }>('listPagesInChangeRequest', params)).pages
        .map(({ title }) => title)
        .filter((title) => ['Pets', 'After', 'Last'].includes(title));
    await until(async () => String(await titles()) === 'Pets,Last,After');
  });
});
