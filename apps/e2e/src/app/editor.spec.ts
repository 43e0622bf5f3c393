import { until } from '@bindery/testing';
import type { Route } from 'playwright-core';
import { describeInBrowser } from '../web/chromium';
import { AppWorld, picture } from './app-world';

const files = {
  'README.md': '# Welcome\n\nThis guide says how to begin.\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n* [Install](install.md)\n* [Prices](prices.md)\n* [Parts](parts.md)\n* [Notes](notes.md)\n* [Media](media.md)\n* [Pictures](pictures.md)\n',
  'install.md': '# Install\n\nRun it.\n',
  'parts.md':
    '# Parts\n\nEach of them.\n\n<table><thead><tr><th>Plan</th><th data-type="number">Price</th><th data-hidden>Note</th></tr></thead><tbody><tr><td>Small</td><td>3</td><td>a</td></tr></tbody></table>\n\n<details>\n\n<summary>More</summary>\n\nText.\n\n</details>\n\n<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>One</td><td><a href="notes.md">notes.md</a></td></tr></tbody></table>\n',
  'notes.md': '# Notes\n\nRead it.\n',
  'media.md': '# Media\n\nLook at it.\n',
  'pictures.md': '# Pictures\n\nLook at it.\n\n![](dot.png)\n',
  'dot.png': picture,
  'prices.md':
    '# Prices\n\nEach month.\n\n<table><thead><tr><th>Plan</th><th data-type="number">Price</th></tr></thead><tbody><tr><td>Small</td><td>3</td></tr><tr><td>Large</td><td>9</td></tr></tbody></table>\n',
};
describeInBrowser('writers in the editor', () => {
  const app = new AppWorld(files);
  it('make a table with the keyboard alone, and add to it', async () => {
    await app.edit('Install', 'install');
    await app.behind('Run it.');
    await app.choose('Table');
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

  it('cut blocks and paste them, with all that they hold', async () => {
    await app.edit('Parts', 'parts');
    const before = await app.written('Parts');
    const { page } = app;
    await page.getByText('Each of them.').click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+X');
    await app.text('Parts').getByRole('table').waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+V');
    await app.text('Parts').getByRole('table').waitFor();
    await page.keyboard.press('ControlOrMeta+S');
    await app.saved();
    expect(await app.written('Parts')).toBe(before);
  });

  it('put an image and a file in by the menu, and one by dropping it', async () => {
    await app.edit('Media', 'media');
    const { page } = app;
    await app.behind('Look at it.');
    for (const [name, file] of [
      ['Image', { name: 'dot.png', mimeType: 'image/png', buffer: picture }],
      ['File', { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n') }],
    ] as const) {
      const chosen = page.waitForEvent('filechooser');
      await app.choose(name);
      await (await chosen).setFiles(file);
      const text = app.text('Media');
      // Not "Uploading list.csv", which is there before.
      await (name === 'Image' ? text.locator('figure img') : text.getByText('list.csv', { exact: true })).waitFor();
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
    await app.behind('Look at it.');
    const chosen = page.waitForEvent('filechooser');
    await app.choose('File');
    await (await chosen).setFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(1_200_000) });
    await page.getByRole('alert').getByText('film.mp4 is larger than 1 MB.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('say that a file is missing where its page was left while it was uploaded', async () => {
    await app.edit('Media', 'media');
    const { page } = app;
    await app.behind('Look at it.');
    let answer = () => {};
    const left = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/content?*', async (route) => {
      await left;
      await route.continue();
    });
    const chosen = page.waitForEvent('filechooser');
    await app.choose('Image');
    await (await chosen).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: picture });
    await page.getByText('Uploading dot.png').waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Notes' }).click();
    await page.getByText('Files were still being uploaded when you left the page.').waitFor();
    answer();
  });

  it('embed a page, and paste Markdown and HTML', async () => {
    await app.edit('Notes', 'notes');
    const { page } = app;
    await app.behind('Read it.');
    await app.choose('Embed');
    await page.getByLabel('URL', { exact: true }).fill('https://example.com/film');
    await page.keyboard.press('Enter');
    await app.text('Notes').getByText('https://example.com/film').waitFor();
    await app.focused('Notes');
    await app.moveCaret('Control+End');
    await app.paste(
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
    await app.paste('Notes', 'text/html', word);
    await app.text('Notes').getByText('Second').waitFor();
    await app.moveCaret('Control+End');
    await page.keyboard.press('Enter');
    const google =
      '<b style="font-weight:normal"><ul><li role="checkbox" aria-checked="true"><img src="data:image/png;base64,iVBORw0KGgo=" aria-roledescription="checkbox"><p>Asked</p></li></ul><p>One<br>line</p><table><tbody><tr><td><p>Name</p></td></tr><tr><td><p>web</p></td></tr></tbody></table></b>';
    await app.paste('Notes', 'text/html', google);
    await app.text('Notes').getByRole('columnheader', { name: 'Name' }).waitFor();
    await app.shots('pasted');
    await app.saved();
    const written = await app.written('Notes');
    expect(written).toContain('{% embed url="https://example.com/film" %}');
    expect(written).toMatch(/## Steps\n\n1\. \*\*Stop\*\* it\n2\. Start it\n\n```sh\nmake all\n```\n\n[*-] \[x\] done/);
    expect(written).toMatch(/[*-] First\n[*-] Second\n\nA \*\*bold\*\* word/);
    expect(written).toMatch(/[*-] \[x\] Asked\n\nOne\\\nline\n\n\| Name +\|\n\|[ :-]+\|\n\| web +\|/);
  });

  it('say what an image shows, and give it a caption', async () => {
    await app.edit('Pictures', 'pictures');
    const { page } = app;
    const block = page.getByRole('group', { name: 'Block' });
    await app.text('Pictures').locator('figure img').click();
    await block.getByRole('button', { name: 'Description and caption' }).press('Enter');
    await page.getByLabel('Description', { exact: true }).fill('A dot');
    await page.getByRole('textbox', { name: 'Caption' }).fill('Our dot');
    await app.shots('image-details');
    await page.keyboard.press('Enter');
    await app.text('Pictures').getByText('Our dot').waitFor();
    // Text that is typed while the image is selected stands behind it, and does not replace it.
    await app.text('Pictures').locator('figure img').click();
    await page.keyboard.type('Below it.');
    await app.saved();
    expect(await app.written('Pictures')).toMatch(/alt="A dot"[^]*Our dot[^]*<\/figure>\n\nBelow it\./);
    // Another image makes a gallery of it.
    await app.text('Pictures').locator('figure img').click();
    await block.getByRole('button', { name: 'Add an image' }).press('Enter');
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose an image' }).press('Enter');
    await (await chosen).setFiles({ name: 'other.png', mimeType: 'image/png', buffer: picture });
    await page.getByRole('button', { name: 'Choose another image' }).waitFor();
    await page.getByLabel('Description', { exact: true }).fill('Another dot');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).press('Enter');
    await app.text('Pictures').locator('figure img').nth(1).waitFor();
    await app.saved();
    expect(await app.written('Pictures')).toMatch(/alt="A dot"[^]*alt="Another dot"[^]*Below it\./);
  });

  it('move a paragraph with the keyboard, and take it back', async () => {
    await app.edit('Notes', 'notes');
    const { page } = app;
    await app.behind('Read it.');
    await page.keyboard.type('Then rest.');
    await page.keyboard.press('Alt+ArrowUp');
    await app.saved();
    expect(await app.written('Notes')).toBe('# Notes\n\nThen rest.\n\nRead it.\n');
    await page.keyboard.press('Alt+ArrowDown');
    await app.saved();
    await page.getByText('Not saved yet').waitFor({ state: 'detached' });
    expect(await app.text('Notes').innerText()).toMatch(/Read it\.\s+Then rest\./);
  });

  it('edit a page as Markdown, and go on in the editor', async () => {
    await app.edit('Notes', 'notes');
    const { page } = app;
    await page.getByRole('button', { name: 'Edit as Markdown' }).click();
    await page.getByRole('textbox', { name: 'Markdown of Notes' }).waitFor();
    await app.moveCaret('Control+End');
    await page.keyboard.type('\n* one\ntwo');
    await page.keyboard.press('Control+s');
    await app.saved();
    await app.shots('markdown');
    expect(await app.written('Notes')).toBe('# Notes\n\nRead it.\n\n* one\n* two');
    await page.getByRole('button', { name: 'Edit as text' }).click();
    await app.text('Notes').getByText('two').click();
    await app.moveCaret('End');
    await page.keyboard.type(' or three');
    await app.saved();
    expect(await app.written('Notes')).toContain('* two or three');
  });

  it('copy a page, give it an emoji and another slug, and move it with the keyboard', async () => {
    await app.edit('Install', 'install');
    const { page } = app;
    const tree = page.getByRole('navigation', { name: 'Pages' });
    const act = async (title: string, action: string) => {
      await tree.getByRole('link', { name: title, exact: true }).focus();
      await tree.getByRole('button', { name: `Actions for ${title}`, exact: true }).press('Enter');
      await page.getByRole('menuitem', { name: action }).press('Enter');
    };
    await act('Install', 'Duplicate');
    await act('Copy of Install', 'Settings');
    await page.getByLabel('Title', { exact: true }).fill('Remove');
    await page.getByLabel('Emoji').fill('🗑️');
    await page.getByRole('textbox', { name: 'Slug' }).fill('removing');
    await page.getByLabel('Description').fill('How to be rid of it.');
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose an image' }).press('Enter');
    await (await chosen).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: picture });
    await page.getByRole('button', { name: 'Choose another image' }).waitFor();
    await app.shots('page-settings');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter');
    const copy = tree.getByRole('link', { name: 'Remove' });
    await copy.press('Alt+ArrowRight');
    // The page above is opened.
    await tree.getByRole('button', { name: 'Pages below Install', expanded: true }).waitFor();
    await copy.waitFor();
    await copy.press('Alt+ArrowLeft');
    await tree.getByRole('button', { name: 'Pages below Install' }).waitFor({ state: 'detached' });
    await app.shots('tree');
    const [, changeRequestId = ''] = /change-requests\/([\w-]+)/.exec(page.url())!;
    const { pages } = await app.call<{ pages: { title: string }[] }>('listPagesInChangeRequest', {
      spaceId: app.space.id,
      changeRequestId,
    });
    expect(pages.find(({ title }) => title === 'Remove')).toMatchObject({
      slug: 'removing',
      description: 'How to be rid of it.',
      cover: { ref: { kind: 'file' } },
    });
  });

  it('keep what they type into the settings of a page while its cover is uploaded, and the title of a colleague', async () => {
    await app.edit('Notes', 'notes');
    const { page } = app;
    const [, changeRequestId = ''] = /change-requests\/([\w-]+)/.exec(page.url())!;
    const at = { spaceId: app.space.id, changeRequestId };
    const pageId = (await app.pages(changeRequestId)).get('Notes');
    let hold!: (route: Route) => void;
    const upload = new Promise<Route>((resolve) => (hold = resolve));
    await page.route(/\/content\?/, (route) =>
      route.request().postData()?.includes('insert_files') ? hold(route) : route.fallback(),
    );
    const tree = page.getByRole('navigation', { name: 'Pages' });
    await tree.getByRole('link', { name: 'Notes', exact: true }).focus();
    await tree.getByRole('button', { name: 'Actions for Notes', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Settings' }).press('Enter');
    const dialog = page.getByRole('dialog');
    const chosen = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose an image' }).press('Enter');
    const chooser = await chosen;
    await chooser.setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: picture });
    const held = await upload;
    await dialog.getByLabel('Description').fill('What was said.');
    await held.continue();
    await dialog.getByRole('button', { name: 'Choose another image' }).waitFor();
    // The same file can be chosen again.
    expect(await chooser.element().evaluate((input) => (input as HTMLInputElement).value)).toBe('');
    const changes = [{ operation: 'update_page', page: pageId, title: 'Minutes' }];
    await app.call('updateChangeRequestContent', at, { body: { changes } });
    // The tree is read again, as when the window has been left for some minutes.
    await page.clock.setFixedTime(Date.now() + 300_000);
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await page.getByRole('dialog', { name: 'Settings of “Minutes”' }).waitFor();
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const { pages } = await app.call<{ pages: { id: string }[] }>('listPagesInChangeRequest', at);
    expect(pages.find(({ id }) => id === pageId)).toMatchObject({
      title: 'Minutes',
      description: 'What was said.',
      cover: { ref: { kind: 'file' } },
    });
  });

  it('choose icons for a page and in its text by searching their names', async () => {
    await app.edit('Install', 'install');
    const { page } = app;
    const tree = page.getByRole('navigation', { name: 'Pages' });
    await tree.getByRole('link', { name: 'Install', exact: true }).focus();
    await tree.getByRole('button', { name: 'Actions for Install', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Settings' }).press('Enter');
    await page.getByLabel('Icon', { exact: true }).fill('rocke');
    await page.getByRole('radio', { name: 'rocket', exact: true }).check();
    await app.shots('icons');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter');
    const drawn = tree.getByRole('link', { name: 'Install', exact: true }).locator('.drawn-icon');
    expect(await drawn.evaluate((icon) => getComputedStyle(icon).maskImage)).toMatch(/\/icons\/\w+\/rocket\.svg"\)$/);
    // Hints have theirs as well.
    await app.behind('Run it.');
    await app.choose('Hint');
    const hint = app.text('Install').locator('aside.hint');
    expect(await hint.evaluate((box) => getComputedStyle(box, '::before').maskImage)).toMatch(/circle-info\.svg"\)$/);
    // So does the text.
    await page.getByRole('button', { name: 'Insert in the text' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Icon' }).press('Enter');
    await page.getByRole('radio', { name: 'house', exact: true }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Insert' }).press('Enter');
    const inText = hint.locator('.drawn-icon');
    expect(await inText.evaluate((icon) => getComputedStyle(icon).maskImage)).toMatch(/\/house\.svg"\)$/);
    await app.saved();
    expect(await app.written('Install')).toContain('<i class="fa-house">:house:</i>');
    await app.shots('tree-icons');
  });

  it('drag a page before another one', async () => {
    await app.edit('Notes', 'notes');
    const { page } = app;
    const tree = page.getByRole('navigation', { name: 'Pages' });
    const boxOf = async (title: string) => (await tree.getByRole('link', { name: title, exact: true }).boundingBox())!;
    // A page that is hovered over stands still: places that are read sooner may be those of before.
    await tree.getByRole('link', { name: 'Media', exact: true }).hover();
    const [from, to] = [await boxOf('Media'), await boxOf('Prices')];
    await page.mouse.move(from.x + 40, from.y + from.height / 2);
    await page.mouse.down();
    // The first move begins the drag, and the browser reports where it is with each further one.
    for (const y of [from.y, to.y + to.height, to.y + 5, to.y + 3]) await page.mouse.move(to.x + 40, y);
    await page.mouse.up();
    const [, changeRequestId = ''] = /change-requests\/([\w-]+)/.exec(page.url())!;
    const titles = async () => {
      const params = { spaceId: app.space.id, changeRequestId };
      const { pages } = await app.call<{ pages: { title: string }[] }>('listPagesInChangeRequest', params);
      return pages.map(({ title }) => title).filter((title) => title === 'Media' || title === 'Prices');
    };
    await until(async () => (await titles())[0] === 'Media');
  });

  it('drag a block behind another one by its handle', async () => {
    await app.edit('Prices', 'prices');
    const { page } = app;
    const text = app.text('Prices');
    await text.getByText('Each month.').hover();
    await page.locator('.drag-handle').waitFor();
    const table = (await text.getByRole('table').boundingBox())!;
    const handle = (await page.locator('.drag-handle').boundingBox())!;
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await page.mouse.down();
    for (const y of [table.y, table.y + table.height - 3, table.y + table.height + 3])
      await page.mouse.move(table.x + 20, y);
    await page.mouse.up();
    await until(async () => /<table[^]*Each month\./.test(await app.written('Prices')));
  });
});
