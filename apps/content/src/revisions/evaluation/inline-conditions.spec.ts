import { parsePage, plainText, preserveSource, renderMarkdown, renderPage, sectionsOf } from '@bindery/documents';
import { evaluateDocument, mayHoldConditions, withoutConditions } from './evaluate-document';

const open = '{% if visitor.claims.pro %}';
const close = '{% endif %}';
const key = `Key ${open}secret${close}.`;
const pro = { pro: true };

/** All that a reader with these claims can get of a page. */
function given(source: string, claims: Readonly<Record<string, unknown>> = {}): string {
  const { document, title } = parsePage(source);
  const context = { space: { vars: {} }, page: { vars: {} }, visitor: { claims } };
  const evaluated = evaluateDocument(document, 'for-reader', context);
  const outputs = [title, evaluated, renderMarkdown(evaluated), plainText(evaluated), sectionsOf(evaluated)];
  return JSON.stringify(outputs);
}

const searched = (source: string): string =>
  JSON.stringify(sectionsOf(withoutConditions(JSON.stringify(parsePage(source).document))));

const positions: [name: string, source: string][] = [
  ['a paragraph', `${key}\n`],
  ['a paragraph of several lines', `Key\n${open}secret${close}\nmore.\n`],
  ['a title', `# ${key}\n\nText.\n`],
  ['a heading', `## ${key}\n`],
  ['emphasis', `A **${open}secret${close}** word.\n`],
  ['a link text', `A [${key}](a.md) link.\n`],
  ['the title of a link', `A [b](a.md "${key}") link.\n`],
  ['a list item with text behind it', `* a\n* ${key}\n* b\n`],
  ['a task', `* [ ] ${key}\n`],
  ['a quote', `> ${key}\n`],
  ['an alert', `> [!NOTE]\n> ${key}\n`],
  ['a cell', `| a   | b   |\n| --- | --- |\n| x   | ${key} |\n`],
  ['the head of a table', `| a   | ${key} |\n| --- | --- |\n| x   | y |\n`],
  ['a cell in HTML', `<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>${key}</td></tr></tbody></table>\n`],
  ['a head in HTML', `<table><thead><tr><th>${key}</th></tr></thead><tbody><tr><td>a</td></tr></tbody></table>\n`],
  [
    'a number in HTML',
    `<table><thead><tr><th data-type="number">a</th></tr></thead><tbody><tr><td>${key}</td></tr></tbody></table>\n`,
  ],
  ['a list in HTML', `<ul><li>${key}</li></ul>\n`],
  ['a paragraph in HTML', `<p align="center">${key}</p>\n`],
  ['a button in HTML', `<p align="center"><button class="button primary">${key}</button></p>\n`],
  ['HTML that is not understood', `<section>${key}</section>\n`],
  ['inline HTML', `A <u>${key}</u> word.\n`],
  ['the summary of an expandable', `<details>\n\n<summary>${key}</summary>\n\nText.\n\n</details>\n`],
  ['the text of an expandable', `<details>\n\n<summary>a</summary>\n\n${key}\n\n</details>\n`],
  ['a caption', `<figure><img src="a.png" alt=""><figcaption><p>${key}</p></figcaption></figure>\n`],
  ['the alternative text of a picture', `<figure><img src="a.png" alt="${key}"><figcaption></figcaption></figure>\n`],
  ['the title of a picture', `![a](b.png "${key}")\n`],
  ['the title of a picture in a line', `A ![a](b.png "${key}") picture.\n`],
  ['the alternative text of a picture in a line', `A ![${key}](b.png) picture.\n`],
  ['the caption of a file', `{% file src="a.pdf" %}\n${key}\n{% endfile %}\n`],
  ['a hint', `{% hint style="info" %}\n${key}\n{% endhint %}\n`],
  ['the title of a tab', `{% tabs %}\n{% tab title="${key}" %}\nText.\n{% endtab %}\n{% endtabs %}\n`],
  ['a footnote', `A word[^1].\n\n[^1]: ${key}\n`],
  ['a footnote that nothing refers to', `A word.\n\n[^1]: ${key}\n`],
  ['a comment', `A <!-- ${key} --> word.\n`],
];

describe.each(positions)('a condition within %s', (_, source) => {
  it('hides its text from readers who do not meet it, and is reported', () => {
    expect(given(source)).not.toContain('secret');
    expect(searched(source)).not.toContain('secret');
    expect(given(source, pro)).toContain('secret');
    const { document, problems } = parsePage(source);
    expect(mayHoldConditions(JSON.stringify(document))).toBe(true);
    expect(problems.map(({ message }) => message)).toContainEqual(expect.stringMatching(/condition/i));
  });

  it('stays as it was written', () => {
    const { document } = parsePage(source);
    expect(preserveSource({ source, document }, document)).toBe(source);
    expect(parsePage(renderPage({ frontMatter: {}, document })).document).toEqual(document);
  });
});

it.each([
  ['a task', `* [ ] ${key}\n`],
  ['a paragraph', `${key}\n`],
  ['lists', `* a\n* ${key}\n`],
])('is written in %s as it was', (_, source) => {
  expect(renderPage(parsePage(source))).toBe(source);
});

it.each([
  ['signs that trim', 'Key {%- if visitor.claims.pro -%}secret{%- endif -%}.\n'],
  ['signs that trim, on lines of their own', '{%- if visitor.claims.pro -%}\nsecret\n{%- endif -%}\n'],
  [
    'a condition in parentheses',
    'Key {% if(visitor.claims.pro) %}secret{% endif %}, {%if !visitor.claims.free%}secret{%endif%}.\n',
  ],
  ['`unless`', 'Key {% unless visitor.claims.free %}secret{% endunless %}.\n'],
  ['`unless` on lines of its own', '{% unless visitor.claims.free %}\nsecret\n{% endunless %}\n'],
  ['a beginning without an end', `${open}\nsecret\n\n* secret\n`],
  ['a beginning without an end in a text', `Key ${open}secret\n\nMore secret.\n`],
  ['a beginning in one item and an end in another', `* Key ${open}secret\n* secret ${close} end\n`],
  ['an end that is not on a line of its own', `${open}secret\n\nmore secret ${close} end\n`],
  ['an end in emphasis', `${open}secret **secret${close}** end\n`],
  ['a beginning that cannot be read', 'Key {% if visitor.claims.pro == " %}secret{% endif %} end\n'],
  ['two conditions, one of them true', `Key ${open}secret${close} {% if true %}b{% endif %}.\n`],
  ['a condition in a condition', `{% if true %}\n\nKey ${open}secret${close}.\n\n{% endif %}\n`],
])('hides the text of %s', (_, source) => {
  expect(given(source, { free: true })).not.toContain('secret');
});

describe('the branches of a condition', () => {
  const lines = `${open}\nfor pro\n{% elsif visitor.claims.beta %}\nfor beta\n{% else %}\nfor all\n${close}\n`;

  it.each([
    [{}, ['for all']],
    [{ beta: true }, ['for beta']],
    [{ pro: true, beta: true }, ['for pro']],
  ])('are shown to whom they are for: %j', (claims, expected) => {
    const shown = (source: string) =>
      ['for pro', 'for beta', 'for all'].filter((text) => given(source, claims).includes(text));
    expect(shown(lines)).toEqual(expected);
    expect(shown(lines.replaceAll('\n', ' '))).toEqual(expected);
  });

  it.each([
    `Text ${open}secret{% else %}hidden${close} end.\n`,
    `Text ${open}secret{% elsif true %}hidden${close} end.\n`,
    `${open}\n\nText {% else %} hidden\n\nhidden\n\n${close}\n`,
    `${open}\nText\n\nhidden\n`.replace('\n\n', '\n\n{% else %}\n\n'),
    `<p>Text ${open}secret{% else %}hidden${close}</p>\n`,
  ])('are not shown to the others: %s', (source) => {
    expect(given(source, pro)).not.toContain('hidden');
    expect(given(source)).not.toContain('secret');
  });

  it('stay as they were written', () => {
    const { document } = parsePage(lines);
    expect(preserveSource({ source: lines, document }, document)).toBe(lines);
    expect(parsePage(renderPage({ frontMatter: {}, document })).document).toEqual(document);
  });
});

it.each([
  `\`${key}\`\n`,
  `\`\`\`\n${key}\n\`\`\`\n`,
  `<table><thead><tr><th>a</th></tr></thead><tbody><tr><td><code>${key}</code></td></tr></tbody></table>\n`,
  `A \\${open}secret\\${close} word.\n`,
])('code and escaped tags are text for all readers: %s', (source) => {
  expect(given(source)).toContain('secret');
  expect(parsePage(source).problems).toEqual([]);
});

it('an edit of a text with a condition changes its line alone', () => {
  const source = `Intro.\n\n* a\n* ${key} Old\n\nEnd\n`;
  const { document } = parsePage(source);
  const next = parsePage(source.replace('Old', 'New')).document;
  expect(preserveSource({ source, document }, next)).toBe(source.replace('Old', 'New'));
});
