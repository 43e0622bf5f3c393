import { newSlug, petStore, putSpec, textOf } from '@bindery/testing';
import type { Request } from 'playwright-core';
import { describeInBrowser } from '../web/chromium';
import { AppWorld, picture, takeOption } from './app-world';

const files = {
  'README.md': '# Welcome\n\nThis guide says how to begin.\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n* [Install](install.md)\n* [Limits](limits.md)\n* [Notes](notes.md)\n* [Parts](parts.md)\n* [Prices](prices.md)\n* [Shared](shared.md)\n* [Versions](versions.md)\n',
  'install.md': '# Install\n\nRun it.\n',
  'limits.md': '# Limits\n\nAt most 100[^1] pages[^2].\n\n[^1]: Ask us for **more**.\n[^2]: Links count as well.\n',
  'notes.md': '# Notes\n\nRead it.\n',
  'parts.md': '# Parts\n\nBegin here.\n',
  'prices.md': '# Prices\n\nEach month.\n',
  'shared.md': '# Shared\n\nRead this.\n\nBack up first.\n',
  'versions.md':
    '---\nvars:\n  version: "2.0"\n---\n\n# Versions\n\nUse <code class="expression">page.vars.version</code> now.\n\n{% if visitor.claims.unsigned.staff %}\nFor the staff.\n{% endif %}\n\nTyped here.\n',
};

/** Whether a request saves a page. */
const isWrite = (request: Request) => request.method() === 'POST' && request.url().includes('/content?');

describeInBrowser('writers of blocks', () => {
  const app = new AppWorld(files);

  it('make cards with a cover and a link, and link to a page with a block', async () => {
    await app.edit('Parts', 'parts');
    const { page } = app;
    await app.behind('Begin here.');
    await app.choose('Cards');
    await page.keyboard.type('Install it');
    await page.keyboard.press('Tab');
    await page.keyboard.type('It takes a minute.');
    const block = page.getByRole('group', { name: 'Block' });
    await block.getByRole('button', { name: 'Cover and link' }).press('Enter');
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose an image' }).press('Enter');
    await (await chosen).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: picture });
    await page.getByLabel('Description of the cover').fill('A box');
    await page.getByRole('textbox', { name: 'Link' }).fill('inst');
    await page.getByRole('button', { name: 'Install Page' }).waitFor();
    await page.keyboard.press('Enter');
    await app.shots('card-dialog');
    await page.keyboard.press('Enter');
    await app.text('Parts').getByRole('img', { name: 'A box' }).waitFor();
    await app.focused('Parts');
    await app.moveCaret('Control+End');
    await app.choose('Link to a page');
    await page.getByLabel('Page or URL').fill('pri');
    await page.getByRole('button', { name: 'Prices Page' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await app.text('Parts').getByText('Prices').waitFor();
    await app.shots('cards');
    await app.saved();
    const written = await app.written('Parts');
    expect(written).toMatch(
      /<td><h4>Install it<\/h4><\/td><td>It takes a minute.<\/td><td><a data-alt="A box" href="\/files\/\w+">[^]*<a href="\/pages\/\w+">/,
    );
    expect(written).toMatch(/{% content-ref url="\/pages\/\w+" %}[^]*{% endcontent-ref %}\n$/);
  });

  it('mention a user and a page, and show the value of a variable', async () => {
    await app.edit('Parts', 'parts');
    const { page } = app;
    await app.behind('Begin here.');
    const { displayName } = await app.call<{ displayName: string }>('getAuthenticatedUser', {});
    for (const [typed, name] of [
      [`Ask @${displayName}`, `${displayName} User`],
      ['or see @Pric', 'Prices Page'],
    ] as const) {
      await page.keyboard.type(typed);
      await takeOption(page, name);
    }
    await app.text('Parts').getByText(displayName).waitFor();
    await page.keyboard.press('Enter');
    await app.choose('Variable');
    await page.getByLabel('Expression').fill('page.vars.version');
    await page.keyboard.press('Enter');
    await app.shots('mentions');
    await app.saved();
    expect(await app.written('Parts')).toMatch(
      /Ask \[.*\]\(\/users\/\w+ "mention"\) or see \[.*\]\(\/pages\/\w+ "mention"\)[^]*<code class="expression">page.vars.version<\/code>/,
    );
  });

  it('keep variables and conditional blocks of a page that they edit and copy', async () => {
    await app.edit('Versions', 'versions');
    const { page } = app;
    const before = await app.written('Versions');
    expect(before).toContain('page.vars.version');
    expect(before).toContain('{% if visitor.claims.unsigned.staff %}');
    await app.behind('Typed here.');
    for (const more of ['One.', ' Two.']) {
      const written = page.waitForResponse((answer) => isWrite(answer.request()));
      await page.keyboard.type(more);
      await written;
      await app.saved();
    }
    const after = before.replace('Typed here.', 'Typed here.\n\nOne. Two.');
    expect(await app.written('Versions')).toBe(after);
    const tree = page.getByRole('navigation', { name: 'Pages' });
    await tree.getByRole('link', { name: 'Versions', exact: true }).focus();
    await tree.getByRole('button', { name: 'Actions for Versions', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter');
    await page.getByText('“Copy of Versions” is created.').waitFor();
    expect(await app.written('Copy of Versions')).toBe(after.replace('# Versions', '# Copy of Versions'));
  });

  it('show an operation of a specification', async () => {
    const slug = newSlug();
    await putSpec(app.web.world, slug, textOf(petStore()));
    await app.edit('Parts', 'parts');
    const { page } = app;
    await app.behind('Begin here.');
    await app.choose('OpenAPI');
    await page.getByRole('option', { name: /^POST/ }).first().waitFor();
    await page.getByLabel('Search').fill('post');
    await app.shots('openapi-dialog');
    await page.keyboard.press('Enter');
    await app.text('Parts').getByRole('region', { name: 'API' }).getByText('Add a pet').waitFor();
    await app.shots('openapi');
    await app.saved();
    expect(await app.written('Parts')).toMatch(
      new RegExp(`{% openapi-operation spec="${slug}" path="/\\w+[^"]*" method="post" %}`),
    );
  });

  it('make a paragraph reusable, and show it on another page', async () => {
    await app.edit('Shared', 'shared');
    const { page } = app;
    await page.getByText('Back up first.').click();
    await app.moveCaret('Home');
    await app.moveCaret('Shift+End');
    await page.getByRole('button', { name: 'Make reusable' }).press('Enter');
    await page.getByLabel('Title', { exact: true }).fill('Warning');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await app.text('Shared').getByText('Back up first.').waitFor();
    await app.saved();
    expect(await app.written('Shared')).toMatch(/Read this.\n\n{% include "\/reusable-contents\/\w+" %}/);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Notes' }).click();
    await app.behind('Read it.');
    await app.choose('Reusable content');
    await page.getByRole('combobox', { name: 'Content' }).waitFor();
    await page.getByRole('button', { name: 'Insert' }).press('Enter');
    await app.text('Notes').getByText('Back up first.').waitFor();
    await app.shots('reusable');
  });

  it('open the menu of blocks after a dialog', async () => {
    await app.edit('Notes', 'notes');
    const { page } = app;
    await app.behind('Read it.');
    await app.choose('Code block');
    await page.keyboard.type('a = 1');
    await page.getByRole('button', { name: 'Language and title' }).press('Enter');
    await page.getByLabel('Language', { exact: true }).fill('python');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await app.focused('Notes');
    await page.keyboard.type(' + 1');
    await page.keyboard.press('Control+Enter');
    await app.choose('Divider');
    await app.saved();
    expect(await app.written('Notes')).toContain('```python\na = 1 + 1\n```\n\n***');
  });

  it('read the notes of a page behind its text', async () => {
    const { page } = app;
    await app.open(`${app.space.urls.app}/limits`);
    const notes = page.getByRole('list', { name: 'Notes' }).getByRole('listitem');
    await notes.first().waitFor();
    expect(await notes.allTextContents()).toEqual([
      expect.stringContaining('Ask us for more.'),
      expect.stringContaining('Links count as well.'),
    ]);
    await page.getByRole('link', { name: 'Note 2' }).click();
    expect(await notes.nth(1).evaluate((note) => note.matches(':target'))).toBe(true);
    await app.shots('notes');
  });
});
