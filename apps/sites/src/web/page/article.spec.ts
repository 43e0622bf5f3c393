import { block } from '../../../test/document-examples';
import { pageOf } from '../../../test/page-view';

const file = {
  ...{ id: 'f', name: 'cover.png', contentType: 'image/png', size: 10 },
  downloadURL: 'https://bindery.example/files/org/hash?signature=s',
};

it('is shown without a sign that is no emoji', () => {
  expect(pageOf({ page: { emoji: '999999' } })).toMatch(/<h1>A page<\/h1>/);
  expect(pageOf({ page: { emoji: 'd800' } })).toMatch(/<h1>A page<\/h1>/);
  expect(pageOf({ page: { emoji: '1f600' } })).toContain('aria-hidden="true">😀</span>A page');
  expect(pageOf({ look: { favicon: { emoji: 'd800' } } })).toContain('<link rel="icon" href="data:," />');
});

it('lets readers choose between light and dark also where it is dark first', () => {
  const start = (themes: { default: string; toggeable: boolean }) =>
    /<html[^>]*>/.exec(pageOf({ look: { themes } }))![0];
  expect(start({ default: 'dark', toggeable: true })).toContain('data-theme="dark" data-toggles');
  expect(start({ default: 'light', toggeable: true })).toContain('data-theme="auto" data-toggles');
  expect(start({ default: 'dark', toggeable: false })).not.toContain('data-toggles');
});

it('names the fonts of the platform that it is shown in, for its first script', () => {
  const start = (styling: object) => /<html[^>]*>/.exec(pageOf({ look: { styling } }))![0];
  expect(start({ font: 'NotoSans', monospaceFont: 'FiraCode' })).toContain(
    'data-text-font="noto-sans" data-code-font="fira-code"',
  );
  const font = { id: 'own', custom: true, fontFamily: 'Ours', fontFaces: [] };
  expect(start({ font, monospaceFont: 'FiraCode' })).toMatch(/toggles data-code-font="fira-code">/);
  expect(start({ font: 'NotoSans', monospaceFont: font })).toMatch(/toggles data-text-font="noto-sans">/);
});

describe('the links to assistants', () => {
  const shared = { base: '/sites/handbook/the-secret-key/' };
  const asked = (page: string): string | undefined =>
    decodeURIComponent(/href="https:\/\/claude\.ai\/new\?q=([^"]+)"/.exec(page)?.[1] ?? '');

  it('name the address where anybody reads the page', () => {
    expect(asked(pageOf({ view: { base: '/sites/handbook/' } }))).toContain(
      'Read https://docs.example.com/a/page.md and',
    );
    expect(asked(pageOf({ look: { pageActions: { markdown: false } } }))).toContain(
      'Read https://docs.example.com/a/page and',
    );
  });

  it.each(['share-link', 'visitor-auth'] as const)('are not there where not everybody may read: %s', (visibility) => {
    const site = { id: 'site', title: 'Handbook', visibility };
    const page = pageOf({ view: { ...shared, site } });
    expect(asked(page)).toBe('');
    expect(page).not.toMatch(/q=[^"]*the-secret-key/);
  });
});

it('has its actions in the order that the look asks for', () => {
  const actions = (pageActions: object, pdf = { enabled: true }) =>
    [...pageOf({ look: { pageActions, pdf } }).matchAll(/<li><(?:a|button)[^>]*>.*?<span>([^<]+)<\/span>/g)].map(
      ([, name]) => name,
    );
  expect(actions({ items: ['pdf', 'mcp', 'unknown'], externalAI: false })).toEqual([
    'Print or save as PDF',
    'Copy the MCP URL',
    'Copy page',
    'View as Markdown',
  ]);
  expect(actions({ items: ['pdf', 'markdown'], markdown: false, mcp: false }, { enabled: false })).toEqual([
    'Open in ChatGPT',
    'Open in Claude',
  ]);
});

it('shows the accounts of a site where the look asks for them', () => {
  const socialAccounts = [
    { platform: 'github', handle: 'both', display: { header: true, footer: true } },
    { platform: 'github', handle: 'top', display: { header: true, footer: false } },
    { platform: 'github', handle: 'stored' },
  ];
  const [above, below] = pageOf({ look: { socialAccounts } }).split('</main>') as [string, string];
  const accounts = (part: string) => [...part.matchAll(/https:\/\/github\.com\/(\w+)/g)].map(([, handle]) => handle);
  // In the header, and in the menu of narrow screens.
  expect(accounts(above)).toEqual(['both', 'top', 'both', 'top']);
  expect(accounts(below)).toEqual(['both', 'stored']);
});

it('opens links to elsewhere beside the site where it wants that', () => {
  const markdown = '[there](https://a.example/) and [here](#part)\n\n{% embed url="https://b.example/x" %}\n';
  const links = (target: string) =>
    [
      ...pageOf({ markdown, look: { externalLinks: { target } } }).matchAll(
        /<a[^>]*href="(https:\/\/[ab]\.|#part)[^>]*>/g,
      ),
    ].map(([link]) => link.includes('target="_blank"'));
  expect(links('self')).toEqual([false, false, false]);
  expect(links('blank')).toEqual([true, false, true]);
});

it('is shown elsewhere with its cover, or with the picture of the site', () => {
  const socialPreview = { url: 'https://pictures.example/site.png' };
  const pictureOf = (page: string) => /property="og:image" content="([^"]+)"/.exec(page)?.[1];
  const cover = { ref: { kind: 'file', file: 'f' } as const, yPos: 0 };
  const own = pageOf({
    page: { cover },
    content: { files: [file] },
    view: { base: '/docs/key/' },
    look: { socialPreview },
  });
  expect(pictureOf(own)).toBe('https://docs.example.com/~files/org/hash?signature=s');
  expect(own).toContain('name="twitter:card" content="summary_large_image"');
  expect(pictureOf(pageOf({ look: { socialPreview } }))).toBe('https://pictures.example/site.png');
  expect(pageOf()).not.toMatch(/og:image|twitter:card/);
});

it('keeps the tabs of one group from those of another', () => {
  const tabs =
    '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n\n{% tab title="B" %}\nb\n{% endtab %}\n{% endtabs %}\n';
  const names = [...pageOf({ markdown: `${tabs}\n${tabs}` }).matchAll(/<details name="([^"]+)"/g)].map(
    ([, name]) => name,
  );
  expect(names).toHaveLength(4);
  expect(names[0]).toBe(names[1]);
  expect(names[2]).toBe(names[3]);
  expect(names[0]).not.toBe(names[2]);
});

it('has the text of a diagram to read until it is drawn', () => {
  const page = pageOf({ markdown: '```mermaid\ngraph TD; A-->B;\n```\n' });
  expect(page).toMatch(/<div class="drawn low">\s*<pre[^>]*><code>[^]*A--&gt;B;[^]*<\/code><\/pre>\s*<\/div>/);
});

it('leads to where its file is edited, where the site is told', () => {
  const editUrl = 'https://git.example/docs/-/edit/main/page.md';
  expect(pageOf({ content: { editUrl } })).toMatch(
    /<a href="https:\/\/git\.example\/docs\/-\/edit\/main\/page\.md"[^>]*><svg[^>]*>.*<\/svg>Edit this page<\/a>/,
  );
  expect(pageOf()).not.toContain('Edit this page');
});

it('leads from a picture that is larger than the page shows it to all of it', () => {
  const picture = (width: number) => {
    const shown = { ...file, dimensions: { width, height: 10 } };
    const image = block('image', { ref: { kind: 'file', file: 'f' }, alt: 'Told' });
    const document = { object: 'document' as const, data: {}, nodes: [block('images', {}, [image])] };
    return pageOf({ page: { document }, content: { files: [shown] } });
  };
  expect(picture(1600)).toMatch(/<a class="zoom" href="\/docs\/~files\/org\/hash\?signature=s"><img src=/);
  expect(picture(600)).not.toContain('class="zoom"');
});

it('is described to those who list it by its first paragraph where it has no description', () => {
  const described = (markdown: string, description?: string) =>
    /name="description" content="([^"]*)"/.exec(
      pageOf({ markdown, ...(description && { page: { description } }) }),
    )?.[1];
  const long = `## Part\n\n${'One  word. '.repeat(40)}\n\nMore.\n`;
  expect(described(long, 'Its own')).toBe('Its own');
  expect(described(long)).toMatch(/^(One word\. )+One…$|^(One word\. )+One word\.…$/);
  expect(described('Short.\n')).toBe('Short.');
  expect(described('***\n')).toBeUndefined();
});
