import { describeInBrowser } from '../web/chromium';
import { AppWorld } from './app-world';

const files = {
  'README.md': '# Welcome\n\nThis guide says how to begin.\n\nRead on.\n\n* one\n* two\n',
  'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n* [Install](install.md)\n* [Old](old.md)\n',
  'install.md':
    '# Install\n\nFirst things first.\n\nNothing here.\n\nNor here.\n\nRun the **installer** once.\n\nThen wait.\n\n```sh\nmake\nmake install\n```\n',
  'old.md': '# Old\n\nOut of date.\n',
};

describeInBrowser('reviewers in the app', () => {
  const app = new AppWorld(files);
  const changes = () => app.page.getByRole('region', { name: 'Changes' });
  const change = (title: string) => changes().locator('details').filter({ hasText: title });

  it('see which words a writer changed, as readers see them and as Markdown', async () => {
    await app.edit('Install', 'install');
    const { page } = app;
    await page.getByText('once.').click();
    await app.moveCaret('End');
    for (const _ of 'once.') await page.keyboard.press('Backspace');
    await page.keyboard.type('twice, slowly.');
    await app.saved();
    await page.getByRole('button', { name: 'Review changes' }).click();
    const changed = change('Install').getByRole('group', { name: 'Changed block' });
    await changed.waitFor();
    expect(await changed.locator('del').allTextContents()).toEqual(['once']);
    expect(await changed.locator('ins').allTextContents()).toEqual(['twice, slowly']);
    expect(await changed.locator('strong').textContent()).toBe('installer');
    await change('Install').getByText('2 unchanged blocks').waitFor();
    await app.shots('review');
    await page.getByRole('button', { name: 'Markdown' }).press('Enter');
    const source = change('Install').getByLabel('After');
    expect(await source.textContent()).toBe('Run the **installer** twice, slowly.');
    expect(await source.locator('ins').allTextContents()).toEqual(['twice, slowly']);
    await app.shots('review-source');
  });

  it('see what was added, removed, renamed and deleted', async () => {
    const pages = await app.pages();
    const request = await app.propose([
      {
        operation: 'update_page',
        page: pages.get('Welcome'),
        title: 'Hello',
        document: {
          markdown: 'This guide says how to begin.\n\n* one\n* three\n\n{% hint style="info" %}\nNew.\n{% endhint %}\n',
        },
      },
      { operation: 'delete_page', page: pages.get('Old') },
      { operation: 'insert_page', title: 'Fresh', document: { markdown: 'All new.\n' } },
    ]);
    await app.open(request.urls.app);
    const { page } = app;
    const edited = change('Hello');
    await edited.getByRole('group', { name: 'Removed block' }).getByText('Read on.').waitFor();
    await edited.getByRole('group', { name: 'Added block' }).getByText('New.').waitFor();
    const list = edited.getByRole('group', { name: 'Changed block' });
    expect([await list.locator('del').textContent(), await list.locator('ins').textContent()]).toEqual([
      'two',
      'three',
    ]);
    expect(await edited.locator('dd').first().textContent()).toBe('Welcome Hello');
    await change('Fresh').getByRole('group', { name: 'Added block' }).getByText('All new.').waitFor();
    await change('Old').getByRole('group', { name: 'Removed block' }).getByText('Out of date.').waitFor();
    // Opened and closed by keyboard.
    const summary = change('Old').locator('summary');
    await summary.press('Enter');
    await change('Old').getByText('Out of date.').waitFor({ state: 'detached' });
    await summary.press('Enter');
    await change('Old').getByText('Out of date.').waitFor();
    await page.getByText('3 changes').waitFor();
    await app.shots('review-pages');
  });
});
