import type { PdfUrl, Revision } from '@bindery/contracts';
import { createServiceOrganization, flat, importFiles, type TestOrganization, textOfPdf } from '@bindery/testing';

let world: TestOrganization;
beforeAll(async () => (world = await createServiceOrganization('content')));
afterAll(() => world.close());

/** One red pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC',
  'base64',
);

const files = {
  'SUMMARY.md': '* [Home](README.md)\n* [Guide](guide.md)\n  * [Deep](deep.md)\n',
  'README.md': [
    '# Home',
    'Plain, **bold** and [linked](https://example.com). Привет, Ελλάδα, العربية, 世界, 🎉.',
    '## Part',
    '```js\nconst answer = 42;\n```',
    '| Name | Value |\n| --- | --- |\n| Width | 7 mm |',
    '* one\n* two\n  1. inner',
    '{% hint style="warning" %}\nCareful.\n{% endhint %}',
    '![A red dot](dot.png)',
    '![A drawing](drawing.svg)',
    '![Broken](broken.png)',
    '',
  ].join('\n\n'),
  'guide.md': `# Guide\n\n${'A long text about nothing. '.repeat(400)}\n`,
  'deep.md': '# Deep\n\nDown here.\n',
  'dot.png': png,
  'drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

async function spaceOf(content: Record<string, string | Buffer>): Promise<Revision & { space: string }> {
  const [made] = (await importFiles(world, content)).spaces;
  const token = world.admin.token;
  const revision = await world.api.expect<Revision>('getCurrentRevision', { token, params: { spaceId: made!.id } });
  return { ...revision, space: made!.id };
}

const urlOf = (spaceId: string, query: Record<string, string> = {}, token = world.admin.token) =>
  world.api.call<PdfUrl>('getSpacePdf', { token, params: { spaceId }, query });

/** The PDF behind an address, which waits for it or says when to come again. */
async function download(url: string): Promise<Buffer> {
  const { pathname, search } = new URL(url);
  for (let look = 0; look < 20; look++) {
    const response = await fetch(`${world.platform.baseUrl}${pathname}${search}`);
    if (response.status === 202) {
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      continue;
    }
    expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'application/pdf',
    });
    return Buffer.from(await response.arrayBuffer());
  }
  throw new Error('The PDF is never made');
}

const pdf = async (spaceId: string, query: Record<string, string> = {}) =>
  textOfPdf(await download((await urlOf(spaceId, query)).body.url));

it('prints a space with its table of contents', async () => {
  const { space } = await spaceOf(files);
  const { body } = await urlOf(space);
  const bytes = await download(body.url);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const [contents = '', home = '', ...rest] = textOfPdf(bytes);
  for (const title of ['Imported', 'Home', 'Guide', 'Deep']) expect(contents).toContain(title);
  for (const text of [
    'Plain, ',
    'bold',
    'linked',
    'Part',
    'const answer = 42;',
    'Width',
    '7 mm',
    'one',
    'inner',
    'Careful.',
  ])
    expect(home).toContain(text);
  for (const text of ['Привет', 'Ελλάδα', '世界', '🎉', 'A drawing']) expect(home).toContain(text);
  expect(home).not.toContain('A red dot');
  expect(rest.join('')).toContain('Down here.');
  expect(bytes.toString('latin1')).toContain('/Subtype /Image');
  // A second request gets the same URL.
  expect((await urlOf(space)).body.url).toBe(body.url);
});

it('prints every script with the signs that it needs, and no others', async () => {
  const words = ['世界', '日本語', '한국어', 'ภาษาไทย', 'हिन्दी', 'Grüße'];
  const { space } = await spaceOf({
    'SUMMARY.md': '* [Home](README.md)\n* [世界の手引き](guide.md)\n',
    'README.md': `# Home\n\n${words.join(', ')} and 𠀀.\n\n| 題名 | Value |\n| --- | --- |\n| 値 | 1 |\n\n\`\`\`\n説明\n\`\`\`\n`,
    'guide.md': '# 世界の手引き\n\nPlain.\n',
  });
  const bytes = await download((await urlOf(space)).body.url);
  const [contents = '', home = '', guide = ''] = textOfPdf(bytes);
  expect(contents).toContain('世界の手引き');
  // A vowel sign that is seen before its letter is drawn before it.
  const drawn = words.map((word) => word.replace('हि', 'िह'));
  for (const text of [...drawn, ' and �.', '題名', '値', '説明']) expect(home).toContain(text);
  expect(guide).toContain('世界の手引き');
  // The font has all signs of the basic plane, and weighs megabytes.
  expect(bytes.length).toBeLessThan(150_000);
  const latin = (await spaceOf({ 'README.md': '# Home\n\nPlain.\n' })).space;
  expect((await download((await urlOf(latin)).body.url)).toString('latin1')).not.toContain('Unifont');
  expect(bytes.toString('latin1')).toContain('Unifont');
});

it('prints cards as cards, buttons apart, and no columns that hold nothing', async () => {
  const cards =
    '<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-cover data-type="image">Cover</th></tr></thead><tbody><tr><td><strong>First card</strong></td><td>Its text</td><td><a href="dot.png">dot.png</a></td></tr><tr><td><strong>Second card</strong></td><td></td><td></td></tr></tbody></table>';
  const table =
    '<table><thead><tr><th>Name</th><th data-type="image"></th></tr></thead><tbody><tr><td>A row</td><td></td></tr></tbody></table>';
  const buttons = '<a href="guide.md" class="button primary">Begin</a><a href="guide.md" class="button">Go on</a>';
  const { space } = await spaceOf({
    'README.md': `# Home\n\n${cards}\n\n${table}\n\n${buttons}\n`,
    'guide.md': '# Guide\n',
    'dot.png': png,
  });
  const bytes = await download((await urlOf(space)).body.url);
  const home = textOfPdf(bytes)[1]!;
  for (const text of ['First card', 'Its text', 'Second card', 'A row']) expect(home).toContain(text);
  expect(home).not.toContain('Cover');
  expect(home).toMatch(/Begin\s{2,}Go on/);
});

it('prints the values of expressions and what conditions show, as far as they are the same for all readers', async () => {
  const { space } = await spaceOf({
    'README.md': `---
vars:
  product: Quokka
---

# Home

About <code class="expression">page.vars.product</code> in <code class="expression">visitor.claims.plan</code>.

{% if page.vars.product == "Numbat" %}
Hidden.
{% endif %}
`,
  });
  const text = (await pdf(space)).join('');
  expect(text).toContain('Quokka');
  expect(text).toContain('visitor.claims.plan');
  expect(text).not.toMatch(/page\.vars|Hidden/);
});

it('prints a part of a space', async () => {
  const { space, pages } = await spaceOf(files);
  const page = flat(pages).find(({ title }) => title === 'Guide')!.id;
  const whole = (await pdf(space, { page })).join('');
  expect(whole).toContain('about nothing');
  expect(whole).toContain('Down here.');
  const only = (await pdf(space, { page, only: 'true' })).join('');
  expect(only).toContain('about nothing');
  expect(only).not.toContain('Down here.');
  expect((await urlOf(space, { page: 'none' })).status).toBe(404);
});

it('prints what it can of what cannot be decoded', async () => {
  const broken = Buffer.from(png);
  broken.fill(0xff, 41, 50);
  const { space } = await spaceOf({
    'README.md': '# Home\n\nBefore.\n\n![Broken](broken.png)\n\nAfter.\n',
    'broken.png': broken,
  });
  const text = (await pdf(space)).join('');
  expect(text).toContain('Before.');
  expect(text).toContain('After.');
});

it('prints any Markdown', async () => {
  const deep = Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}* level ${depth}`).join('\n');
  const wide = `|${' c |'.repeat(40)}\n|${' - |'.repeat(40)}\n|${` ${'x'.repeat(3_000)} |`.repeat(40)}\n`;
  const { space } = await spaceOf({
    'README.md': `# ${'T'.repeat(300)}\n\n${deep}\n\n${wide}\n\n${'文'.repeat(20_000)}\n`,
  });
  expect((await pdf(space)).join('')).toContain('level 20');
});

it('gives its address to readers of the space, and the file to holders of the address', async () => {
  const { space } = await spaceOf({ 'README.md': '# Secret\n' });
  expect((await urlOf(space, {}, world.otherAdmin.token)).status).toBe(404);
  const { url } = (await urlOf(space, {}, world.reader.token)).body;
  const { pathname, search } = new URL(url);
  const forged = `${world.platform.baseUrl}${pathname.slice(0, -1)}${pathname.endsWith('0') ? 1 : 0}${search}`;
  expect((await fetch(forged)).status).toBe(404);
  const expires = Number(new URLSearchParams(search).get('expires')) * 1000;
  expect(expires).toBeGreaterThanOrEqual(Date.now() + 59 * 60_000);
});

it('prints the blocks of reusable contents, also of others in them', async () => {
  const include = (name: string) => `{% include ".gitbook/includes/${name}.md" %}`;
  const { space } = await spaceOf({
    'SUMMARY.md': '* [Home](README.md)\n',
    'README.md': `# Home\n\nBefore.\n\n${include('warning')}\n\n{% hint style="info" %}\n${include('warning')}\n{% endhint %}\n`,
    '.gitbook/includes/warning.md': `---\ntitle: Warning\n---\n\nBack up first.\n\n{% include "contact.md" %}\n`,
    '.gitbook/includes/contact.md': `---\ntitle: Contact\n---\n\nThen call us.\n\n{% include "warning.md" %}\n`,
  });
  const text = (await pdf(space)).join(' ');
  for (const words of ['Back up first.', 'Then call us.']) expect(text.split(words)).toHaveLength(3);
});
