import { array, assert as check, constantFrom, property, record, string } from 'fast-check';
import { parsePage, plainLinks } from '../src';
import { partsOf } from '../src/markdown/parts';

const numRuns = process.env.BINDERY_TEST === 'long' ? 20_000 : 400;

/** Reads a page as one: parts are known of pages alone whose links stay as they are. */
const whole = (markdown: string) => parsePage(markdown, { links: { ...plainLinks } });
const inParts = (markdown: string) => parsePage(markdown, { links: plainLinks });

const pieces = [
  '# Title',
  '## A heading',
  '## A heading',
  '### Heading with `code` and *stress* ###',
  '##Not a heading',
  'A paragraph of words.',
  'Plain words, “quoted” (twice) - and well-known: are they not?',
  'Words with an emoji:smile: or not:',
  'Two  spaces, and one at the end ',
  'www.example.com',
  'A paragraph\nof three lines  \nwith a break',
  'Élan vital, **bold** and [a link](page.md), https://example.com/a_b and ![](a.png)',
  'A paragraph\n## and a heading below it',
  'Words\n---',
  'Words\n===',
  'a | b\n--- | ---\n1 | 2',
  '| a | b |\n| --- | --- |\n| 1 | 2 |',
  '- one\n- two',
  '- one\n\n  more of it',
  '1. first\n2. second',
  '- [ ] task\n- [x] done',
  '> quoted\nlazy',
  '> quoted\n>\n> more',
  '    indented code',
  '  indented a little',
  '```js\nconst a = 1;',
  '```js\nconst a = 1;\n\n\n## not a heading\n```',
  '~~~\ntext\n~~~',
  '- item\n\n  ```\n  code',
  '$$\nx = 1\n\ny = 2\n$$',
  '$$\nx = 1',
  'Price $$5$$ here',
  '<!-- a comment',
  '<pre>',
  '<div>\n\ntext\n\n</div>',
  '<!-- comment\n\ngoes on -->',
  '<details>\n<summary>More</summary>',
  '</details>',
  '{% hint style="info" %}',
  '{% endhint %}',
  '{% hint style="nonsense" %}',
  'A tag {% unknown %} in words',
  '[name]: https://example.com',
  'See [name] and [^1].',
  '[^1]: A note.\n\n    More of the note.',
  '***',
  '\\# no heading',
  'Unfinished `code',
  'Unfinished **stress',
  '\t',
  '  ',
];

const breaks = constantFrom('\n', '\n\n', '\n\n\n', '\n \t\n', '\r\n\r\n');
const page = array(record({ piece: constantFrom(...pieces), end: breaks }), { maxLength: 9 }).map((parts) =>
  parts.map(({ piece, end }) => piece + end).join(''),
);

it('reads a page in parts as it reads it whole, known or not', () => {
  check(
    property(page, (markdown) => {
      const expected = whole(markdown);
      expect(inParts(markdown)).toEqual(expected);
      expect(inParts(markdown)).toEqual(expected);
    }),
    { seed: 20261123, numRuns, examples: [['    indented code\n\t\n \t\n']] },
  );
}, 1_800_000);

it('reads any text in parts as it reads it whole', () => {
  const unit = constantFrom(...'\n\n\n  ab#*_`[]()!<>{}%|-+1.:~$&;\\"\'é'.split(''));
  check(
    property(string({ unit, maxLength: 60 }), (markdown) => {
      expect(inParts(markdown)).toEqual(whole(markdown));
    }),
    { seed: 20261124, numRuns: 2 * numRuns },
  );
}, 1_800_000);

it('keeps what it knows from what is made of it', () => {
  const markdown = 'First words.\n\n## Second words\n\nThird words.';
  const one = inParts(markdown);
  const expected = structuredClone(one);
  for (const node of one.document.nodes) Object.assign(node, { type: 'changed', nodes: [] });
  expect(inParts(markdown)).toEqual(expected);
});

it('takes headings and paragraphs apart, until something is open', () => {
  const textsOf = (markdown: string) => partsOf(markdown).map(({ start, end }) => markdown.slice(start, end));
  expect(textsOf('# One\n\ntwo\nlines\n\n- a\n\n- b\n\nthree\n\n```\n\nfour')).toEqual([
    '# One',
    'two\nlines',
    '- a\n\n- b',
    'three',
    '```\n\nfour',
  ]);
  expect(textsOf('One [name]\n\n[name]: https://example.com')).toHaveLength(1);
});
