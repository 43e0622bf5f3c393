import { flat } from '@bindery/testing';
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
  const editMain = (...changes: object[]) =>
    app.call('updateSpaceContent', { spaceId: app.space.id }, { body: { changes } });

  async function pagesOfMain(): Promise<RevisionPage[]> {
    return flat((await app.call<{ pages: RevisionPage[] }>('listPages', { spaceId: app.space.id })).pages);
  }

  async function textInMain(title: string): Promise<string> {
    const params = { spaceId: app.space.id, pageId: await idOf(title) };
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
});
