import type { ChangeRequest } from '@bindery/contracts';
import { until } from '@bindery/testing';
import { describeInBrowser, openContext } from '../web/chromium';
import { AppWorld, moveCaret, picture } from './app-world';
import { signInTo } from './sign-in-to';

const table = '| Plan | Price |\n| ---- | ----- |\n| Small | 3 |\n';
const files = {
  'README.md': '# Welcome\n\nHere.\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n* [Notes](notes.md)\n* [Prices](prices.md)\n* [Parts](parts.md)\n* [Broken](broken.md)\n',
  'notes.md': '# Notes\n\nRead it.\n',
  'prices.md': `# Prices\n\n${table}\nBelow.\n`,
  'parts.md':
    '# Parts\n\n## Setup <a href="#setup" id="setup"></a>\n\nSee [the notes](notes.md).\n\n![](dot.png)\n\n<!-- keep -->\n\nEnd.\n',
  'dot.png': picture,
  'broken.md': '# Broken\n\nab\0c\n',
};

describeInBrowser('writers who paste', () => {
  const app = new AppWorld(files);
  const compact = (markdown: string) => markdown.replace(/ +/g, ' ').replace(/-{3,}/g, '-');

  it('paste tables with merged cells, titles of several lines, and code', async () => {
    await app.edit('Notes', 'notes');
    const { page } = app;
    await app.behind('Read it.');
    await app.paste(
      'Notes',
      'text/html',
      '<table><tr><th rowspan="2">Region</th><th>Unit<br>price</th><th><p>Net</p><p>sum</p></th></tr><tr><td>a</td><td>b</td></tr><tr><td colspan="2">wide</td><td>c</td></tr></table>',
    );
    await app.text('Notes').getByRole('columnheader', { name: 'Unit price' }).waitFor();
    await app.moveCaret('Control+End');
    await app.paste(
      'Notes',
      'text/html',
      '<div style="font-family: monospace;white-space: pre;"><div><span>if a:</span></div><div><span>&#160; &#160; b()</span></div><br><div><span>c()</span></div></div>',
    );
    await app.text('Notes').getByText('b()').waitFor();
    await page.keyboard.press('ControlOrMeta+S');
    await app.saved();
    const written = await app.written('Notes');
    expect(compact(written)).toContain(
      '| Region | Unit price | Net sum |\n| - | - | - |\n| | a | b |\n| wide | | c |\n',
    );
    expect(written).toContain('```\nif a:\n    b()\n\nc()\n```');
  });

  it('paste a row with links into a table, and lines into its titles', async () => {
    await app.edit('Prices', 'prices');
    const { page } = app;
    await page.getByRole('cell', { name: 'Small' }).click();
    await app.paste(
      'Prices',
      'text/html',
      '<table><tr><td><a href="https://example.com">Large</a></td><td><b>9</b></td></tr></table>',
    );
    await app.text('Prices').getByRole('link', { name: 'Large' }).waitFor();
    await page.getByRole('columnheader', { name: 'Plan' }).click();
    await app.moveCaret('End');
    await app.paste('Prices', 'text/plain', ' of\nall ');
    await app.paste('Prices', 'text/html', '<p>our</p><p>sizes</p>');
    await app.text('Prices').getByRole('columnheader', { name: 'Plan of all our sizes' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Cost');
    await page.keyboard.press('ControlOrMeta+S');
    await app.saved();
    expect(compact(await app.written('Prices'))).toContain(
      '| Plan of all our sizes | Cost |\n| - | - |\n| [Large](https://example.com) | **9** |\n',
    );
  });

  it('paste Markdown with references, relative addresses, notes and line ends', async () => {
    await app.edit('Notes', 'notes');
    const { page } = app;
    await app.behind('Read it.');
    await app.paste(
      'Notes',
      'text/plain',
      '# Guide\n\nSee [the setup][1], [local](./setup.md#x) and [above](#top) now[^n].\n\nRoses are red,  \nviolets\nare ![blue](<>).\n\n![Map][map]\n\n* **One**\n\n[1]: https://example.com/setup\n[map]: img/map.png\n[^n]: A **note**.[^m]\n[^m]: More of it.\n\n[later]: https://example.com/later\n',
    );
    await app.text('Notes').getByText('violets').waitFor();
    await page.keyboard.press('ControlOrMeta+S');
    await app.saved();
    const written = await app.written('Notes');
    expect(written).toMatch(
      /See \[the setup\]\(https:\/\/example\.com\/setup\), \[local\]\(\.\/setup\.md#x\) and \[above\]\([^)]*#top\) now\[\^1\]\./,
    );
    expect(written).toMatch(
      /Roses are red,\\\nviolets are blue\.\n\n<figure><img src="img\/map\.png" alt="Map">[^]*\[\^1\]: A \*\*note\*\*\./,
    );
    // A definition to which no text refers is text itself.
    expect(written).toContain('More of it.');
    expect(written).toContain('(https://example.com/later)');
  });

  it('cut and paste headings with their anchors, and see comments', async () => {
    await app.edit('Parts', 'parts');
    const { page } = app;
    const before = await app.written('Parts');
    await app.text('Parts').getByText('<!-- keep -->').waitFor();
    await app.shots('kept-source');
    await page.getByText('End.').click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+X');
    await app.text('Parts').getByRole('heading').waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+V');
    await app.text('Parts').getByRole('heading', { name: 'Setup' }).waitFor();
    await page.keyboard.press('ControlOrMeta+S');
    await app.saved();
    expect(await app.written('Parts')).toBe(before);
  });

  it('bring pictures and links into another space', async () => {
    await app.edit('Parts', 'parts');
    const { page } = app;
    await app.text('Parts').locator('figure img').waitFor();
    await page.getByText('End.').click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+C');
    const spaceId = await app.web.space('Other', {
      'README.md': '# Start\n\nThere.\n',
      'SUMMARY.md': '# Table of contents\n\n* [Start](README.md)\n* [Goal](goal.md)\n',
      'goal.md': '# Goal\n\nThere.\n',
    });
    const request = await app.call<ChangeRequest>('createChangeRequest', { spaceId }, { body: {} });
    await page.goto(app.web.world.platform.baseUrl + `${new URL(request.urls.app).pathname}/goal`);
    const { items: files } = await app.call<{ items: { id: string }[] }>('listFiles', { spaceId: app.space.id });
    // The pasted picture asks for its file before the copy is there: it gets no answer.
    const ids = files.map(({ id }) => id).join('|');
    await page.route(new RegExp(`/spaces/${spaceId}/.*/files/(${ids})\\b`), () => undefined);
    await page.getByText('There.').click();
    await app.moveCaret('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+V');
    const text = app.text('Goal');
    await text.locator('figure img').waitFor();
    await page.keyboard.press('ControlOrMeta+S');
    await app.saved();
    const at = { spaceId, changeRequestId: request.id };
    const { pages } = await app.call<{ pages: { id: string; title: string }[] }>('listPagesInChangeRequest', at);
    const params = { ...at, pageId: pages.find(({ title }) => title === 'Goal')!.id };
    const notes = (await app.pages()).get('Notes')!;
    await until(async () => {
      const { items } = await app.call<{ items: { id: string }[] }>('listFilesInChangeRequestById', at);
      const { document } = await app.call<{ document: object }>('getPageInChangeRequestById', params, {
        query: { format: 'document' },
      });
      const written = JSON.stringify(document);
      const isLinked = written.includes(`"page":"${notes}","space":"${app.space.id}"`);
      return isLinked && items.some(({ id }) => written.includes(`"file":"${id}"`));
    });
  });

  it('overwrite a file that could not be read, knowingly', async () => {
    // In a context of its own, as that of other tests takes a refusal for a fault.
    const context = await openContext(app.page.context().browser()!);
    const page = await context.newPage();
    await signInTo(app.web.world, page);
    const request = await app.call<ChangeRequest>('createChangeRequest', { spaceId: app.space.id }, { body: {} });
    await page.goto(`${app.web.world.platform.baseUrl}${new URL(request.urls.app).pathname}/broken`);
    const text = page.getByRole('textbox', { name: 'Text of Broken' });
    await text.getByText('This page cannot be shown').click();
    await moveCaret(page, 'Control+End');
    await page.keyboard.type('Written anew.');
    await page.getByRole('button', { name: 'Overwrite the file' }).click();
    await page.getByRole('button', { name: 'Overwrite', exact: true }).click();
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await context.close();
    const pageId = (await app.pages(request.id)).get('Broken')!;
    const { markdown } = await app.call<{ markdown: string }>(
      'getPageInChangeRequestById',
      { spaceId: app.space.id, changeRequestId: request.id, pageId },
      { query: { format: 'markdown' } },
    );
    expect(markdown).toContain('Written anew.');
  });

  it('reach the tools of a table with the keyboard, and come back', async () => {
    await app.edit('Prices', 'prices');
    const { page } = app;
    await page.getByRole('cell', { name: 'Small' }).click();
    await page.keyboard.press('Alt+F10');
    await page.getByRole('toolbar').locator(':focus').waitFor();
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Delete table' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Delete column' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await app.focused('Prices');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await app.text('Prices').and(page.locator(':focus')).waitFor({ state: 'detached' });
  });
});
