import { parsePage, preserveSource, type Block } from '../src';

const lines = (count: number, line: string) => Array.from({ length: count }, () => line).join('\n');
const html = `<table>\n<thead>\n<tr><th>A</th></tr>\n</thead>\n<tbody>\n${lines(260, '<tr><td>\nThe *first* of [them](a.md), `b` &amp; _c_\n</td></tr>')}\n</tbody>\n</table>`;
const row = '`f` | The *v* | [d](x.md) and `more` of *it*';

const texts: [name: string, text: string, types: string[]][] = [
  ['a table without bars at its sides', `Name | What | Where\n---- | :--: | ----:\n${lines(800, row)}`, ['table']],
  ['a table', `| Name | What | Where |\n| - | - | - |\n${lines(3_600, `| ${row} |`)}`, ['table']],
  ['a table in a quote', `> | A | B | C |\n> | - | - | - |\n${lines(520, `> | ${row} |`)}`, ['blockquote']],
  ['a table in HTML', html, ['table']],
  ['HTML in a list', `* <div>\n${lines(2_500, '  word *and* word')}\n  </div>`, []],
  ['a table behind code in HTML', `<pre>\na\n</pre>\n\nA | B | C\n-- | -- | --\n${lines(600, row)}`, ['code', 'table']],
  ['a long paragraph', lines(1_100, 'Words of a line'), ['paragraph', 'paragraph']],
  ['a paragraph of signs', lines(600, 'Some *signs* in `a` _line_'), ['paragraph', 'paragraph']],
];

describe.each(texts)('%s', (_, text, types) => {
  const source = `Before it.\n\n${text}\n\n* After it\n`;

  it('is cut only where it is a text', () => {
    const read = parsePage(source).document.nodes.map(({ type }: Block) => type);
    expect(read).toEqual(['paragraph', ...types, 'list-unordered']);
  });

  it('stays as it was beside an edit', () => {
    const { document } = parsePage(source);
    for (const [was, is] of [
      ['Before', 'Ahead of'],
      ['After', 'Behind'],
    ] as const) {
      const edited = source.replace(was, is);
      expect(preserveSource({ source, document }, parsePage(edited).document)).toBe(edited);
    }
  });
});

it('a word changes alone in a long paragraph', () => {
  const source = `${lines(500, 'Words of a line')}\nThe word\n${lines(700, 'Words of a line')}\n`;
  const { document } = parsePage(source);
  const edited = source.replace('The word', 'This word');
  expect(preserveSource({ source, document }, parsePage(edited).document)).toBe(edited);
});
