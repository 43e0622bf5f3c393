import { describeInBrowser } from '../web/chromium';
import { AppWorld, settled } from './app-world';

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

  it('ask a colleague for a review, and find what they are asked to review', async () => {
    const request = await app.propose([
      { operation: 'update_page', page: (await app.pages()).get('Old'), document: { markdown: 'Newer.\n' } },
    ]);
    await app.open(request.urls.app);
    const { page } = app;
    const { reader } = app.web.world;
    const { displayName: name } = await app.call<{ displayName: string }>('getUserById', { userId: reader.id });
    await page.getByRole('button', { name: 'Ask for a review' }).press('Enter');
    await page.getByRole('dialog').getByRole('checkbox', { name }).check();
    await app.shots('ask-for-review');
    await page.getByRole('dialog').getByRole('button', { name: 'Ask', exact: true }).press('Enter');
    const asked = page.getByRole('group', { name: 'Asked to review' });
    await asked.getByText(name).waitFor();
    await page.getByRole('button', { name: 'Add a description' }).press('Enter');
    const description = page.getByRole('textbox', { name: 'Description' });
    await description.fill('Because it was');
    let answer = () => {};
    const typed = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/change-requests\/[\w-]+$/, async (route) => {
      if (route.request().method() !== 'GET') await typed;
      await route.continue();
    });
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    // Text that is typed while the description is saved is saved next.
    await description.fill('Because it was old.');
    answer();
    await saved;
    await page.getByRole('button', { name: 'Save' }).click();
    const focus = page.locator(':focus');
    await page.getByRole('button', { name: 'Change the description' }).and(focus).waitFor();
    await page.getByRole('button', { name: 'Change the subject' }).press('Enter');
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.getByRole('button', { name: 'Change the subject' }).and(focus).waitFor();
    await page.getByText('Because it was old.').waitFor();
    await app.open(`${app.space.urls.app}/~/change-requests`, reader.email);
    await page.getByRole('combobox', { name: 'Whose change requests' }).selectOption('Those I was asked to review');
    const link = page.getByRole('tabpanel').getByRole('link');
    await link.first().waitFor();
    expect(await link.count()).toBe(1);
  });

  it('find the text of a review again that they did not send', async () => {
    const request = await app.propose([
      { operation: 'update_page', page: (await app.pages()).get('Old'), document: { markdown: 'Reviewed.\n' } },
    ]);
    await app.open(request.urls.app);
    const { page } = app;
    const dialog = page.getByRole('dialog');
    const text = dialog.getByLabel('What should change?');
    const ask = () => page.getByRole('button', { name: 'Ask for changes' }).click();
    await ask();
    await text.fill('Say since when.');
    // An input method takes its word back, and the dialog stays.
    await text.evaluate((field) =>
      field.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true, cancelable: true }),
      ),
    );
    await settled(page);
    expect(await text.inputValue()).toBe('Say since when.');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await ask();
    expect(await text.inputValue()).toBe('Say since when.');
    await dialog.getByRole('button', { name: 'Submit review' }).click();
    await page.getByRole('region', { name: 'Reviews' }).getByText('Say since when.').waitFor();
    await ask();
    expect(await text.inputValue()).toBe('');
  });

  it('talk about a block and about a cell, with replies and reactions', async () => {
    const request = await app.propose([
      {
        operation: 'update_page',
        page: (await app.pages()).get('Welcome'),
        document: { markdown: 'Fees.\n\n| Plan | Price |\n| ---- | ----- |\n| Small | 3 |\n' },
      },
    ]);
    await app.open(request.urls.app);
    const { page } = app;
    const added = change('Welcome').getByRole('group', { name: 'Added block' }).filter({ hasText: 'Fees.' });
    await added.getByRole('button', { name: 'Comment on this block' }).press('Enter');
    await page.keyboard.type('Say which.');
    // Text that is not sent is there again after a reload.
    await page.reload();
    await added.getByRole('button', { name: 'Comment on this block' }).press('Enter');
    expect(await added.getByLabel('New comment').inputValue()).toBe('Say which.');
    await added.getByRole('button', { name: 'Comment', exact: true }).press('Enter');
    await added.locator('.posting-text').getByText('Say which.').waitFor();
    await added.getByLabel('Reply').fill('Done.');
    await added.getByRole('button', { name: 'Reply' }).press('Enter');
    await added.locator('.posting-text').getByText('Done.').waitFor();
    await added.getByRole('button', { name: 'React' }).first().press('Enter');
    await page.getByRole('menuitem', { name: 'Thumbs up' }).press('Enter');
    const reaction = added.getByRole('button', { name: 'Thumbs up: 1' });
    await reaction.waitFor();
    expect(await reaction.getAttribute('aria-pressed')).toBe('true');
    await app.shots('block-comment');
    await reaction.press('Enter');
    await reaction.waitFor({ state: 'detached' });
    await added.getByRole('button', { name: 'Resolve' }).press('Enter');
    await added.getByText('Say which.').waitFor({ state: 'detached' });
    await change('Welcome').getByRole('link', { name: 'Open Welcome' }).press('Enter');
    await page.getByRole('button', { name: 'Preview' }).press('Enter');
    await page.getByRole('textbox', { name: 'New comment' }).fill('Too cheap.');
    // The whole page, the paragraph, the table.
    await page.getByLabel('About').selectOption({ index: 2 });
    await page.getByLabel('Cell').selectOption('Row 1, Price: 3');
    await page.getByRole('button', { name: 'Comment', exact: true }).press('Enter');
    const comments = page.getByRole('region', { name: 'Comments' });
    await comments.locator('.posting-text').getByText('Too cheap.').waitFor();
    await comments.getByRole('link', { name: 'Row 1, Price: 3' }).waitFor();
    await app.shots('cell-comment');
  });

  it('write to the change request that is open', async () => {
    const changes = [
      { operation: 'update_page', page: (await app.pages()).get('Old'), document: { markdown: 'Newest.\n' } },
    ];
    const [one, other] = [await app.propose(changes), await app.propose(changes)];
    await app.open(one.urls.app);
    const { page } = app;
    const field = page.getByRole('textbox', { name: 'New comment' });
    await field.waitFor();
    await page.evaluate((path) => history.pushState(null, '', path), new URL(other.urls.app).pathname);
    await page.getByText(`#${other.number}`, { exact: true }).waitFor();
    await field.fill('To the other one.');
    await page.getByRole('button', { name: 'Approve' }).press('Enter');
    await page.getByRole('dialog', { name: 'Approve' }).waitFor();
    // The screen stays, because the app knows the first change request already.
    await page.goBack();
    await page.getByText(`#${one.number}`, { exact: true }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('');
  });

  it('decide conflicts with the main content one by one, and merge', async () => {
    const install = (await app.pages()).get('Install')!;
    const { markdown } = await app.call<{ markdown: string }>(
      'getPageById',
      { spaceId: app.space.id, pageId: install },
      { query: { format: 'markdown' } },
    );
    const changed = (first: string, last: string) => [
      {
        operation: 'update_page',
        page: install,
        document: { markdown: markdown.replace('First things first.', first).replace('Then wait.', last) },
      },
    ];
    const request = await app.propose(changed('Mine first.', 'Mine last.'));
    await app.call(
      'updateSpaceContent',
      { spaceId: app.space.id },
      { body: { changes: changed('Theirs first.', 'Theirs last.') } },
    );
    await app.open(request.urls.app);
    const { page } = app;
    await page.getByRole('button', { name: 'Update from main' }).press('Enter');
    const conflicts = page.getByRole('group', { name: 'Conflicts in Install' });
    await conflicts.getByText('1 of 2').waitFor();
    await conflicts.getByText('Mine first.').waitFor();
    await conflicts.getByText('Theirs first.').waitFor();
    await app.shots('conflicts');
    await conflicts.getByRole('button', { name: 'Use the version of main' }).press('Enter');
    await conflicts.getByText('2 of 2').waitFor();
    await conflicts.getByText('Theirs last.').waitFor();
    await conflicts.getByRole('button', { name: 'Keep the version of the change request' }).press('Enter');
    await conflicts.waitFor({ state: 'detached' });
    const merges: string[] = [];
    page.on('request', (sent) => sent.url().endsWith('/merge') && merges.push(sent.url()));
    await page.getByRole('button', { name: 'Merge' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).dblclick();
    await page.getByText('The change request is merged.').waitFor();
    expect(merges).toHaveLength(1);
    const merged = await app.call<{ markdown: string }>(
      'getPageById',
      { spaceId: app.space.id, pageId: install },
      { query: { format: 'markdown' } },
    );
    expect(merged.markdown).toBe(
      markdown.replace('First things first.', 'Theirs first.').replace('Then wait.', 'Mine last.'),
    );
  });
});
