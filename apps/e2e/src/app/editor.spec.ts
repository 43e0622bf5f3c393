import { until } from '@bindery/testing';
import { describeInBrowser } from '../web/chromium';
import { AppWorld } from './app-world';

/** A picture of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const files = {
  '.gitbook/assets/dot.png': picture,
  'README.md': '# Welcome\n\nThis guide says how to begin.\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n* [Install](install.md)\n* [Prices](prices.md)\n* [Notes](notes.md)\n* [Media](media.md)\n* [Pictures](pictures.md)\n',
  'install.md': '# Install\n\nRun it.\n',
  'notes.md': '# Notes\n\nRead it.\n',
  'media.md': '# Media\n\nLook at it.\n',
  'pictures.md':
    '# Pictures\n\n<figure><img src=".gitbook/assets/dot.png" alt=""><figcaption></figcaption></figure>\n\nThe end.\n',
  'prices.md':
    '# Prices\n\nEach month.\n\n<table><thead><tr><th>Plan</th><th data-type="number">Price</th></tr></thead><tbody><tr><td>Small</td><td>3</td></tr><tr><td>Large</td><td>9</td></tr></tbody></table>\n',
};

describeInBrowser('writers in the editor', () => {
  const app = new AppWorld(files);
  const behind = async (text: string) => {
    await app.page.getByText(text).click();
    await app.moveCaret('End');
    await app.page.keyboard.press('Enter');
  };
  const choose = async (name: string) => {
    await app.page.keyboard.type(`/${name.toLowerCase()}`);
    await app.page.getByRole('option', { name, exact: true }).waitFor();
    await app.page.keyboard.press('Enter');
  };
  /** Pastes as another program would have put it on the clipboard. */
  const paste = (title: string, type: string, text: string) =>
    app.text(title).evaluate(
      (editor, [kind, content]) => {
        const data = new DataTransfer();
        data.setData(kind!, content!);
        editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      },
      [type, text],
    );

  it('make a table with the keyboard alone, and add to it', async () => {
    await app.edit('Install', 'install');
    await behind('Run it.');
    await choose('Table');
    const { page } = app;
    for (const [index, word] of ['Name', 'Port', 'web', '80', 'mail', '25', 'dns', '53'].entries()) {
      if (index > 0) await page.keyboard.press('Tab');
      await page.keyboard.type(word);
    }
    const tools = page.getByRole('group', { name: 'Table' });
    await tools.getByRole('button', { name: 'Column after' }).click();
    await app.shots('table');
    await page.keyboard.press('Tab');
    await tools.getByRole('button', { name: 'Delete column' }).click();
    await page.getByText('80', { exact: true }).click();
    await tools.getByRole('button', { name: 'Delete row' }).click();
    await app.saved();
    expect(await app.written('Install')).toMatch(
      /\| Name +\| Port +\|\n\|[ :-]+\|[ :-]+\|\n\| mail +\| 25 +\|\n\| dns +\| 53 +\|/,
    );
  });

  it('change one cell of a table, whose columns stay what they are', async () => {
    await app.edit('Prices', 'prices');
    const { page } = app;
    await page.getByRole('cell', { name: 'Large' }).click();
    await app.moveCaret('End');
    await page.keyboard.type(' one');
    await page.getByRole('group', { name: 'Table' }).getByRole('button', { name: 'Row below' }).click();
    await app.saved();
    const written = await app.written('Prices');
    expect(written).toContain('data-type="number"');
    expect(written).toMatch(/Small<\/td><td>3<\/td>[^]*Large one<\/td><td>9<\/td>/);
  });

  it('put an image and a file in by the menu, and one by dropping it', async () => {
    await app.edit('Media', 'media');
    const { page } = app;
    await behind('Look at it.');
    for (const [name, file] of [
      ['Image', { name: 'dot.png', mimeType: 'image/png', buffer: picture }],
      ['File', { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n') }],
    ] as const) {
      const chosen = page.waitForEvent('filechooser');
      await choose(name);
      await (await chosen).setFiles(file);
      await (
        name === 'Image' ? app.text('Media').locator('figure img') : app.text('Media').getByText('list.csv')
      ).waitFor();
      await app.moveCaret('Control+End');
    }
    await app.text('Media').evaluate(
      (editor, bytes) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'dropped.png', { type: 'image/png' }));
        const { left, bottom } = editor.getBoundingClientRect();
        const at = { clientX: left + 20, clientY: bottom - 10, bubbles: true, cancelable: true };
        editor.dispatchEvent(new DragEvent('drop', { dataTransfer: data, ...at }));
      },
      [...picture],
    );
    await app.text('Media').locator('figure img').nth(1).waitFor();
    await app.shots('media');
    await app.saved();
    const written = await app.written('Media');
    // Files that no export has placed yet are named by their ids.
    const image = '<figure><img src="/files/\\w+"[^]*';
    expect(written).toMatch(new RegExp(`${image}{% file src="/files/\\w+" %}[^]*${image}`));
  });

  it('refuse a file that is too large, and say so in its place', async () => {
    await app.edit('Media', 'media');
    const { page } = app;
    await behind('Look at it.');
    const chosen = page.waitForEvent('filechooser');
    await choose('File');
    await (await chosen).setFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(1_200_000) });
    await page.getByRole('alert').getByText('film.mp4 is larger than 1 MB.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('embed a page, and paste Markdown and HTML', async () => {
    await app.edit('Notes', 'notes');
    const { page } = app;
    await behind('Read it.');
    await choose('Embed');
    await page.getByLabel('Address').fill('https://example.com/film');
    await page.keyboard.press('Enter');
    await app.text('Notes').getByText('https://example.com/film').waitFor();
    await app.moveCaret('Control+End');
    await paste(
      'Notes',
      'text/plain',
      '## Steps\n\n1. **Stop** it\n2. Start it\n\n```sh\nmake all\n```\n\n- [x] done\n',
    );
    await app.text('Notes').getByRole('heading', { name: 'Steps' }).waitFor();
    await app.moveCaret('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const word =
      '<p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>First</p><p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>Second</p><p>A <span style="font-weight:700">bold</span> <a href="javascript:x">word</a></p>';
    await paste('Notes', 'text/html', word);
    await app.text('Notes').getByText('Second').waitFor();
    await app.shots('pasted');
    await app.saved();
    const written = await app.written('Notes');
    expect(written).toContain('{% embed url="https://example.com/film" %}');
    expect(written).toMatch(/## Steps\n\n1\. \*\*Stop\*\* it\n2\. Start it\n\n```sh\nmake all\n```\n\n[*-] \[x\] done/);
    expect(written).toMatch(/[*-] First\n[*-] Second\n\nA \*\*bold\*\* word/);
  });

  it('edit the Markdown of a page, and go on in its text', async () => {
    await app.edit('Notes', 'notes');
    const { page } = app;
    await page.getByRole('button', { name: 'Markdown' }).click();
    const source = page.getByRole('textbox', { name: 'Markdown of Notes' });
    await source.click();
    await app.moveCaret('Control+End');
    await page.keyboard.type('\n*  A ^point^ of its own spelling');
    await app.saved();
    await app.shots('source');
    expect(await app.written('Notes')).toContain('\n*  A ^point^ of its own spelling');
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await app.text('Notes').getByText('Read it.').click();
    await app.moveCaret('End');
    await page.keyboard.type(' Twice.');
    await app.saved();
    const written = await app.written('Notes');
    expect(written).toContain('Read it. Twice.');
    expect(written).toContain('\n*  A ^point^ of its own spelling');
  });

  it('describe an image for those who do not see it', async () => {
    await app.edit('Pictures', 'pictures');
    const { page } = app;
    await app.text('Pictures').locator('figure img').click();
    await page.getByRole('button', { name: 'Describe the image' }).click();
    await page.getByLabel('Alternative text').fill('A dot');
    await page.getByLabel('Caption').fill('The smallest picture');
    await app.shots('image');
    await page.getByRole('button', { name: 'Save' }).click();
    await app.saved();
    const written = await app.written('Pictures');
    expect(written).toContain('alt="A dot"');
    expect(written).toContain('<figcaption><p>The smallest picture</p></figcaption>');
  });

  it('put pages in order: by drag, a level down by the menu, with a copy and another slug', async () => {
    await app.edit('Notes', 'notes');
    const { page } = app;
    const row = (title: string) => page.locator('.nav-row').filter({ hasText: title }).first();
    const menu = async (title: string, item: string) => {
      await row(title).hover();
      await page.getByRole('button', { name: `Actions for ${title}` }).click();
      await page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    const titles = () => page.locator('.nav-row .label').allTextContents();
    await row('Media').dragTo(row('Welcome'), { targetPosition: { x: 60, y: 2 } });
    const are = (...wanted: string[]) => until(async () => JSON.stringify(await titles()) === JSON.stringify(wanted));
    await are('Media', 'Welcome', 'Install', 'Prices', 'Notes', 'Pictures');
    await menu('Notes', 'Duplicate');
    await are('Media', 'Welcome', 'Install', 'Prices', 'Notes', 'Notes (copy)', 'Pictures');
    await menu('Notes (copy)', 'Settings');
    await page.getByLabel('Title').last().fill('More notes');
    await page.getByLabel('Slug').fill('more');
    await page.getByLabel('Description').fill('What else there is');
    await app.shots('page-settings');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await are('Media', 'Welcome', 'Install', 'Prices', 'Notes', 'More notes', 'Pictures');
    await menu('More notes', 'Move below the page before');
    await are('Media', 'Welcome', 'Install', 'Prices', 'Notes', 'Pictures');
    await page.getByRole('button', { name: 'Pages below Notes' }).click();
    await page.getByRole('link', { name: 'More notes' }).click();
    await page.waitForURL(/\/notes\/more$/);
    expect(await app.text('More notes').textContent()).toContain('Read it.');
  });
});
