import fc from 'fast-check';
import {
  normalise,
  parseMarkdown,
  parsePage,
  preserveSource,
  renderMarkdown,
  tableHeaders,
  type Block,
  type Document,
} from '../src';
import { documents } from './arbitrary-blocks';
import { line } from './arbitrary-inlines';
import { edited, keyed, listsOf, newParagraph } from './page-edits';

const long = process.env.BINDERY_TEST === 'long';
const numRuns = long ? 5_000 : 150;

const textOf = (block: Block) => (block.nodes![0] as { leaves: { text: string }[] }).leaves[0]!;

/** The page of which a change of a single word made so much anew. */
const untouched = `---
description: >-
  A description that is long enough to be folded over two lines by the exporter
  of GitBook
---

# Page

Hello there my dear world of docs.

- dash list
- two

Visit [https://example.com](https://example.com).

* [ ] **Guide:** see [sub](sub/ "mention")

*   Item

    \`\`\`bash
    ls
    \`\`\`

![](https://example.com/a.png)


`;

describe('the file of an edited page', () => {
  it('keeps front matter, bullets, addresses, pictures and blank lines', () => {
    const { after } = edited(untouched, ({ nodes }) => {
      textOf(nodes[0]!).text = 'Hello there my good world of docs.';
    });
    expect(after).toBe(untouched.replace('dear', 'good'));
  });

  it('keeps the title as it was written, or changes its words', () => {
    const source = '---\nicon: star\n---\n\nThe *old* title\n===\n\nText.\n';
    const document = keyed(parsePage(source));
    const next: Document = { ...document, nodes: [...document.nodes, newParagraph('More.')] };
    expect(preserveSource({ source, document }, next)).toBe(`${source.slice(0, -1)}\n\nMore.\n`);
    const titled = preserveSource({ source, document }, document, { title: 'The new title' });
    expect(parsePage(titled).title).toBe('The new title');
    expect(titled.replace(/^[^]*title\n/, '')).toBe(source.replace(/^[^]*title\n/, ''));
  });

  it('keeps soft and hard breaks, reference links and definitions of a paragraph whose word changed', () => {
    const source =
      'First line of *many*,\nsecond  \nthird [one][a] and\nlast __bold__ one.\n\n[a]: https://example.com "A"\n';
    const { after } = edited(source, ({ nodes }) => {
      const text = nodes[0]!.nodes!.at(-1) as { leaves: { text: string }[] };
      text.leaves[0]!.text = text.leaves[0]!.text.replace('and', 'or');
    });
    expect(after).toBe(source.replace('and\n', 'or\n'));
  });

  it('keeps the rows, lines and items beside one that changed, in quotes and in lists as well', () => {
    const source = `> A quote\n> of two lines
>
> 3)  an item
>     of two lines
> 4)  another

| a|b
|---|:-:
|one|\`x\`
|two   |   y

<div align="center"><figure><img src="a.png" alt="An alt"><figcaption></figcaption></figure></div>

~~~js title
let one  = 1;
let two = 2;
~~~
`;
    const next = (document: Document) =>
      JSON.parse(
        JSON.stringify(document)
          .replace('"another"', '"other"')
          .replace('"two"', '"deux"')
          .replace('An alt', 'Another alt')
          .replace('let two = 2;', 'let two   = 3;'),
      ) as Document;
    const document = keyed(parsePage(source));
    expect(preserveSource({ source, document }, next(document))).toBe(
      source
        .replace('4)  another', '4)  other')
        .replace('|two ', '|deux ')
        .replace('An alt', 'Another alt')
        .replace('let two = 2;', 'let two   = 3;'),
    );
  });

  it('keeps line ends, also mixed ones, and a byte order mark', () => {
    for (const source of ['\uFEFF# T\r\n\r\nOne.\r\n\r\n- a\r\n- b\r\n', '# T\r\n\nOne.\r\n\n- a\r\n- b\n']) {
      const document = keyed(parsePage(source.replace('\uFEFF', '')));
      const next = structuredClone(document);
      textOf(next.nodes[0]!).text = 'Two.';
      expect(preserveSource({ source, document }, next)).toBe(source.replace('One', 'Two'));
    }
  });

  it('numbers a new item behind the one before, and takes the text of one that moved', () => {
    const { after } = edited('1. one\n2. two\n\n   more\n3. three\n', ({ nodes }) => {
      const items = nodes[0]!.nodes as Block[];
      items.push({ ...items[0]!, key: undefined as never, nodes: [newParagraph('four')] });
      items.unshift(...items.splice(1, 1));
    });
    expect(after).toBe('1. two\n\n   more\n1. one\n3. three\n4. four\n');
  });

  it('takes text for blocks of another file from there', () => {
    const [source, otherSource] = ['One.\n', '- dash\n- dash too\n'];
    const [document, other] = [keyed(parsePage(source)), keyed(parsePage(otherSource))];
    const next = { ...document, nodes: [...document.nodes, ...other.nodes.map((node) => ({ ...node, key: 'other' }))] };
    const merged = preserveSource({ source, document }, next, { others: [{ source: otherSource, document: other }] });
    expect(merged).toBe('One.\n\n- dash\n- dash too\n');
  });

  it('takes away a footnote with the last word that has it', () => {
    const source = 'A word[^note] here.\n\nLast.\n\n[^note]: What is said.\n';
    expect(edited(source, ({ nodes }) => nodes.shift()).after).toBe('Last.\n');
  });

  it('knows where references lead from the document, and writes them as the file does', () => {
    const source = 'See [one](a/one.md) and ![p](../p.png).\n\nMore.\n';
    const document = keyed(
      parsePage(source, {
        links: {
          refOf: (url, use) => (use === 'image' ? { kind: 'file', file: 'f1' } : { kind: 'page', page: url }),
          urlOf: () => '',
        },
      }),
    );
    const next = structuredClone(document);
    next.nodes[1]!.nodes = structuredClone(next.nodes[0]!.nodes!);
    textOf(next.nodes[0]!).text = 'Read ';
    expect(preserveSource({ source, document }, next)).toBe(
      'Read [one](a/one.md) and ![p](../p.png).\n\nSee [one](a/one.md) and ![p](../p.png).\n',
    );
  });
});

type Edit = { kind: 'insert' | 'delete' | 'move' | 'replace'; list: number; at: number; to: number };

const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<Edit['kind']>('insert', 'delete', 'move', 'replace'),
    list: fc.nat(20),
    at: fc.nat(20),
    to: fc.nat(20),
  }),
  { minLength: 1, maxLength: 3 },
);

/** Makes an edit where the document has such a place. */
function apply({ nodes }: Document, { kind, list, at, to }: Edit, other: Document): void {
  const all = [...listsOf(nodes)];
  const found = all.filter(
    ({ holder }) => !holder || ['blockquote', 'hint', 'list-item', 'expandable'].includes(holder.type),
  );
  const blocks = found[list % Math.max(1, found.length)]?.list ?? nodes;
  const index = at % Math.max(1, blocks.length);
  const fresh = structuredClone(other.nodes[to % Math.max(1, other.nodes.length)] ?? newParagraph('New.'));
  if (kind === 'insert') blocks.splice(index, 0, fresh);
  else if (kind === 'replace') blocks.splice(index, 1, fresh);
  else if (kind === 'move') blocks.splice(to % blocks.length, 0, ...blocks.splice(index, 1));
  else if (blocks.length > 1) blocks.splice(index, 1);
}

describe('any edit of any document', () => {
  const check = (source: string, changes: Edit[], other: Document) => {
    const document = keyed({ document: parseMarkdown(source) });
    const next = structuredClone(document);
    for (const change of changes) apply(next, change, other);
    const after = preserveSource({ source, document }, next);
    expect(normalise(parsePage(after).document)).toEqual(normalise(next));
  };

  it('is what its file says', () => {
    fc.assert(
      fc.property(documents, edits, documents, (document, changes, other) =>
        check(renderMarkdown(document).replace(/^# /, '## '), changes, other),
      ),
      { seed: 20261125, numRuns, endOnFailure: false },
    );
  }, 1_800_000);

  it('is what its file says, however that was written', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), edits, documents, (lines, changes, other) => {
        const source = lines.join('\n');
        fc.pre(parsePage(source).title === undefined && !source.startsWith('---') && !source.includes('\uFEFF'));
        check(source, changes, other);
      }),
      { seed: 20261126, numRuns },
    );
  }, 1_800_000);
});

describe('header cells of a table', () => {
  const markdown =
    '| [Wiki](http://a.example) | **Bold** `co\\|de` | Plain |\n| --- | --- | --- |\n| [x](http://b.example) | y | z |\n';
  const html =
    '<table data-view="cards"><thead><tr><th><a href="http://a.example">Wiki</a></th><th><strong>Bold</strong> <code>co|de</code></th><th>Plain</th></tr></thead><tbody><tr><td>x</td><td>y</td><td>z</td></tr></tbody></table>\n';

  it.each([
    ['Markdown', markdown],
    ['HTML', html],
  ])('keep links, bold and code in %s', (_, source) => {
    const { nodes } = parseMarkdown(source);
    expect(Object.values(nodes[0]!.data.definition as object).map(({ title }: { title: string }) => title)).toEqual([
      'Wiki',
      'Bold co|de',
      'Plain',
    ]);
    expect([...tableHeaders(nodes[0]!).keys()]).toEqual(['c1', 'c2']);
    const written = renderMarkdown({ object: 'document', data: {}, nodes });
    for (const part of [/a\.example/, /<strong>Bold<\/strong>|\*\*Bold\*\*/, /<code>co\|de<|`co\\\|de`/])
      expect(written).toMatch(part);
  });

  it('show the title where only that was changed', () => {
    const { nodes } = parseMarkdown(markdown);
    (nodes[0]!.data.definition as Record<string, { title: string }>).c1!.title = 'Other';
    expect(renderMarkdown({ object: 'document', data: {}, nodes })).toMatch(/^\| Other +\| \*\*Bold\*\*/);
  });
});

it.each([
  ['---\nicon: x\n---\n\n# Title\n\nOnly.\n', '---\nicon: x\n---\n\n# Title\n'],
  ['# Title\n\nOnly.\n\n<!---->\n', '# Title\n\n<!---->\n'],
  ['---\nicon: x\n---\n\nOnly.\n', '---\nicon: x\n---\n\n'],
])('leaves what stands around the only block when that is deleted', (source, expected) => {
  const { document } = parsePage(source);
  expect(preserveSource({ source, document }, { ...document, nodes: [] })).toBe(expected);
});
