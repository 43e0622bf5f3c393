import fc from 'fast-check';
import { normalise, parsePage, plainText, renderMarkdown, tableHeaders, type Block } from '../src';
import { tableOf } from '../src/model/table';

const long = process.env.BINDERY_TEST === 'long';
const numRuns = long ? 20_000 : 500;

const read = (source: string) => parsePage(`${source}\n`).document.nodes;

/** A table as rows of the text of its cells, the titles of its columns first. */
function rowsOf(block: Block | undefined): string[][] {
  const table = tableOf(block!)!;
  const text = (nodes: Block[] = []) => plainText({ object: 'document', data: {}, nodes });
  return [
    table.columns.map(({ title }) => title),
    ...table.records.map(({ record }) => table.columns.map(({ id }) => text(table.cells.get(record.values[id])))),
  ];
}

const tableWith = (head: string, body: string, more = '') =>
  `<table>${more}<thead>${head}</thead><tbody>${body}</tbody></table>`;

describe('a table in HTML', () => {
  it('is as wide as its longest row', () => {
    const [table] = read(tableWith('<tr><th>A</th></tr>', '<tr><td>1</td><td>2</td><td></td></tr>'));
    expect(rowsOf(table)).toEqual([
      ['A', ''],
      ['1', '2'],
    ]);
  });

  it('keeps further rows of its head', () => {
    const [table] = read(tableWith('<tr><th>A</th></tr><tr><th>B</th></tr>', '<tr><td>1</td></tr>'));
    expect(rowsOf(table)).toEqual([['A'], ['B'], ['1']]);
  });

  it('has its caption before it', () => {
    const [caption, table] = read(
      tableWith('<tr><th>A</th></tr>', '<tr><td>1</td></tr>', '<caption>The <b>words</b></caption>'),
    );
    expect(caption).toMatchObject({ type: 'paragraph' });
    expect(plainText({ object: 'document', data: {}, nodes: [caption!] })).toBe('The words');
    expect(rowsOf(table)).toEqual([['A'], ['1']]);
  });

  it('has a cell that spans several in the first of its places', () => {
    const [table] = read(
      tableWith(
        '<tr><th colspan="2">A</th><th>B</th></tr>',
        '<tr><td rowspan="2">1</td><td>2</td><td>3</td></tr><tr><td>4</td><td>5</td></tr><tr><td>6</td></tr>',
      ),
    );
    expect(rowsOf(table)).toEqual([
      ['A', '', 'B'],
      ['1', '2', '3'],
      ['', '4', '5'],
      ['6', '', ''],
    ]);
    expect(tableHeaders(table!).size).toBe(0);
  });

  it('stays as it is, and is reported, where it would be too wide', () => {
    const source = tableWith('<tr><th colspan="99">A</th><th colspan="99">B</th></tr>', '<tr><td>1</td></tr>');
    const { document, problems } = parsePage(source);
    expect(document.nodes).toMatchObject([{ type: 'paragraph', data: { source } }]);
    expect(problems).toMatchObject([{ line: 1, message: expect.stringContaining('<table> is shown as plain text') }]);
  });
});

it.each([
  ['<ul><li>A</li><ul><li>Nested</li></ul><li>B</li></ul>', '* A\n  * Nested\n* B\n'],
  ['<ol><ol><li>Nested</li></ol><li>B</li></ol>', '1. 1. Nested\n2. B\n'],
  ['<pre>git clone <code>URL</code> target</pre>', '<pre><code>git clone <code>URL</code> target\n</code></pre>\n'],
  ['<pre><code class="lang-js">a\nb</code></pre>', '```js\na\nb\n```\n'],
  [
    '<figure><a href="b.md"><img src="a.png" alt="x"></a><figcaption>C</figcaption></figure>',
    '[<img src="a.png" alt="x">](b.md)\n\nC\n',
  ],
  ['<figure><img src="a.png" alt=""><figcaption>Text <p>a</p></figcaption></figure>', undefined],
  ['<ul class="contains-task-list"><li><b>A</b> b</li></ul>', '* [ ] **A** b\n'],
])('keeps all of %s', (source, expected) => {
  const document = { object: 'document' as const, data: {}, nodes: read(source) };
  const written = renderMarkdown(document);
  if (expected !== undefined) expect(written).toBe(expected);
  for (const word of source.replace(/<[^>]*>/g, ' ').match(/\w+/g) ?? []) expect(plainText(document)).toContain(word);
  expect(normalise(parsePage(written).document)).toEqual(normalise(document));
});

it('reports a list that holds what is no item', () => {
  const { document, problems } = parsePage('<ul><li>A</li>stray</ul>\n');
  expect(plainText(document)).toBe('Astray');
  expect(problems).toMatchObject([{ line: 1, message: expect.stringContaining('<ul> is shown as plain text') }]);
});

const names = 'ul ol li pre code figure figcaption img a p b table caption thead tbody tr th td div blockquote'.split(
  ' ',
);
const { html } = fc.letrec<{ html: string }>((tie) => ({
  html: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant('word'),
    fc
      .array(fc.tuple(fc.constantFrom(...names), tie('html')), { minLength: 1, maxLength: 3 })
      .map((parts) =>
        parts
          .map(([name, inside]) => (name === 'img' ? '<img src="a.png" alt="">' : `<${name}>${inside}</${name}>`))
          .join(''),
      ),
  ),
}));

it('loses no word of any HTML', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('ul', 'ol', 'pre', 'figure', 'table'),
      fc.array(html, { maxLength: 3 }),
      (name, parts) => {
        let count = 0;
        const inside = parts.join(' ').replace(/word/g, () => `w${++count}w`);
        const shown = plainText(parsePage(`<${name}>${inside}</${name}>\n`).document);
        for (let index = 1; index <= count; index++) expect(shown).toContain(`w${index}w`);
      },
    ),
    { seed: 20261129, numRuns },
  );
});
