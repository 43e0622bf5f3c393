import type { Space } from '@bindery/contracts';
import type { Page } from 'playwright-core';
import { GitWorld } from '../git/git-world';
import { describeInBrowser, openPages } from '../web/chromium';
import { signInTo } from './sign-in-to';

describeInBrowser('Git in the app', () => {
  let git: GitWorld;
  let page: Page;
  beforeAll(async () => void (git = await GitWorld.start()));
  afterAll(() => git?.close());
  openPages((opened) => (page = opened));

  it('shows the pages of an import once it has ended', async () => {
    const { world } = git;
    const { organization, admin, platform, api } = world;
    const params = { organizationId: organization };
    const { id } = await api.expect<Space>('createSpace', { token: admin.token, params, body: { title: 'From Git' } });
    git.repository('docs');
    const { url, repoProjectDirectory } = git.inDocs('docs');
    await signInTo(world, page);
    await page.goto(`${platform.baseUrl}/app/o/${organization}/s/${id}/~/exchange`);
    await page.getByText('There are no pages yet.').waitFor();
    const form = page.getByRole('form', { name: 'Synchronise' });
    await form.getByLabel('Repository').fill(url);
    await form.getByLabel('Folder').fill(repoProjectDirectory);
    await form.getByRole('button', { name: 'Import from the repository' }).click();
    await page.getByRole('region', { name: 'Git' }).getByText('done').waitFor();
    await page.getByRole('treeitem', { name: 'Guide' }).waitFor();
  });
});
