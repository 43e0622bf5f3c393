import { flat, sql } from '@bindery/testing';
import type { ChangeRequest, RevisionPage } from '@bindery/contracts';
import { describeInBrowser } from '../web/chromium';
import { AppWorld } from './app-world';

const files = {
  'README.md': '# Welcome\n\nThis guide says how to begin.\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n* [Tools](tools/README.md)\n  * [Hammer](tools/hammer.md)\n* [Plants](plants.md)\n* [Animals](animals.md)\n',
  'tools/README.md': '# Tools\n\nAll of them.\n',
  'tools/hammer.md': '# Hammer\n\nIt hits.\n',
  'plants.md': '# Plants\n\nAll green.\n',
  'animals.md': '# Animals\n\nAll of them move.\n',
};

describeInBrowser('writers who decide conflicts in the app', () => {
  const app = new AppWorld(files);
  const keep = 'Keep the version of the change request';
  const useMain = 'Use the version of main';
  const conflicts = (title: string) => app.page.getByRole('group', { name: `Conflicts in ${title}` });
  const decide = (title: string, name: string) => conflicts(title).getByRole('button', { name }).press('Enter');
  const idOf = async (title: string) => (await pagesOfMain()).find((page) => page.title === title)!.id;
  const at = () => ({ spaceId: app.space.id });
  const editMain = (...changes: object[]) => app.call('updateSpaceContent', at(), { body: { changes } });

  async function pagesOfMain(): Promise<RevisionPage[]> {
    return flat((await app.call<{ pages: RevisionPage[] }>('listPages', at())).pages);
  }

  async function textInMain(title: string): Promise<string> {
    const params = { ...at(), pageId: await idOf(title) };
    return (await app.call<{ markdown: string }>('getPageById', params, { query: { format: 'markdown' } })).markdown;
  }

  /** Opens a change request, and brings the changes of main into it. */
  async function updated({ urls }: ChangeRequest): Promise<void> {
    await app.open(urls.app);
    await app.page.getByRole('button', { name: 'Update from main' }).press('Enter');
    await app.page.getByRole('region', { name: 'Conflicts' }).waitFor();
  }

  async function merged(): Promise<void> {
    await app.page.getByRole('button', { name: 'Merge' }).press('Enter');
    await app.page.getByRole('dialog').getByRole('button', { name: 'Merge' }).press('Enter');
    await app.page.getByText('The change request is merged.').waitFor();
  }

  it('keep a page whose parent they delete as main did', async () => {
    const hammer = await idOf('Hammer');
    const markdown = '# Hammer\n\nIt hits nails.\n';
    const request = await app.propose([{ operation: 'update_page', page: hammer, document: { markdown } }]);
    await editMain({ operation: 'delete_page', page: await idOf('Tools') });
    await updated(request);
    await conflicts('Tools').getByText('The page stays, with the pages below it: “Hammer”.').waitFor();
    await conflicts('Tools')
      .getByText('The page is deleted. The pages below it stay, one level higher: “Hammer”.')
      .waitFor();
    await app.shots('conflict-of-parent');
    await decide('Hammer', keep);
    await conflicts('Hammer').waitFor({ state: 'detached' });
    await decide('Tools', useMain);
    await conflicts('Tools').waitFor({ state: 'detached' });
    await merged();
    expect((await pagesOfMain()).map(({ title }) => title)).toEqual(['Welcome', 'Hammer', 'Plants', 'Animals']);
    expect(await textInMain('Hammer')).toBe(markdown);
  });

  it('delete a page without those that main put below it', async () => {
    const plants = await idOf('Plants');
    const request = await app.propose([{ operation: 'delete_page', page: plants }]);
    const document = { markdown: 'It grows.\n' };
    await editMain({ operation: 'insert_page', into: plants, title: 'Oak', document });
    await updated(request);
    await conflicts('Plants')
      .getByText('The page is deleted. The pages below it stay, one level higher: “Oak”.')
      .waitFor();
    await decide('Plants', keep);
    await conflicts('Plants').waitFor({ state: 'detached' });
    await merged();
    expect((await pagesOfMain()).map(({ title }) => title)).toEqual(['Welcome', 'Hammer', 'Oak', 'Animals']);
    expect(await textInMain('Oak')).toContain('It grows.');
  });

  const rename = (page: string, title: string) => ({ operation: 'update_page', page, title });
  const keepOthers = () => app.page.getByRole('button', { name: 'Keep the versions of the change request' });
  const variable = () => app.page.getByText('The variable product was changed on both sides.');

  /** Adds a conflict of a variable, which no operation edits, to a change request that is open. */
  async function addConflictOfVariable({ id: changeRequestId }: ChangeRequest): Promise<void> {
    const { revision } = await app.call<ChangeRequest>('getChangeRequestById', { ...at(), changeRequestId });
    const conflict = JSON.stringify([{ object: 'variable', id: 'product', reason: 'both-edited' }]);
    const add = `update content.revision set conflicts = conflicts || $2::jsonb where id = $1`;
    await sql(app.web.world, add, [revision, conflict]);
    await app.page.reload();
    await variable().waitFor();
  }

  it('keep the versions of other objects without a decision about a page', async () => {
    const welcome = await idOf('Welcome');
    const request = await app.propose([rename(welcome, 'Hello')]);
    await editMain(rename(welcome, 'Welcome to all'));
    await updated(request);
    await addConflictOfVariable(request);
    await keepOthers().press('Enter');
    await variable().waitFor({ state: 'detached' });
    await conflicts('Hello').getByText('Welcome to all').waitFor();
  });

  it('are told that a decision about a page settles the others where each page has a conflict', async () => {
    const pages = await pagesOfMain();
    const request = await app.propose(pages.map(({ id, title }) => rename(id, `${title} (draft)`)));
    await editMain(...pages.map(({ id, title }) => rename(id, `${title} (main)`)));
    await updated(request);
    await addConflictOfVariable(request);
    await app.page.getByText('The next decision about a page, or edit of one, keeps the versions').waitFor();
    expect(await keepOthers().count()).toBe(0);
    await app.shots('conflicts-of-others');
    await decide('Oak (draft)', keep);
    await variable().waitFor({ state: 'detached' });
    await conflicts('Hammer (draft)').waitFor();
  });

  it('see at once that an approval is outdated, and decide nothing in an archived change request', async () => {
    const [page] = await pagesOfMain();
    const request = await app.propose([rename(page!.id, 'Mine')]);
    await editMain(rename(page!.id, 'Theirs'));
    const params = { ...at(), changeRequestId: request.id };
    await app.call('submitChangeRequestReview', params, { body: { status: 'approved' } });
    await app.open(request.urls.app);
    const reviews = app.page.getByRole('region', { name: 'Reviews' });
    await reviews.getByText('approved').waitFor();
    expect(await reviews.getByText('Changed since').count()).toBe(0);
    await app.page.getByRole('button', { name: 'Update from main' }).press('Enter');
    await reviews.getByText('Changed since').waitFor();
    await conflicts('Mine').getByRole('button', { name: keep }).waitFor();
    await app.call('updateChangeRequestById', params, { body: { status: 'archived' } });
    await app.page.reload();
    await conflicts('Mine').getByText('Theirs').waitFor();
    expect(await conflicts('Mine').getByRole('button').count()).toBe(0);
  });
});
