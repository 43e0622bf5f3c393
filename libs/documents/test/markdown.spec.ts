import { defaultTreeAdapter } from 'parse5';
import {
  normalise,
  parseMarkdown,
  parsePage,
  plainText,
  renderMarkdown,
  renderPage,
  validateDocument,
  type Block,
  type LinkResolver,
} from '../src';

const types = (blocks: Block[]) => blocks.map(({ type }) => type);
const read = (markdown: string) => parseMarkdown(markdown).nodes;
const nodesOf = (block: Block | undefined) => (block?.nodes ?? []) as Block[];

describe('pages', () => {
  const source = `---
description: What it is
icon: book
hidden: true
coverY: -12.5
layout:
  title:
    visible: false
tags:
  - changelog
  - tag: beta
    primary: true
own: { kept: [1, 2] }
---

# A \\[title\\] & more

Text.
`;

  it('have typed front matter, whose unknown keys stay, and a title', () => {
    const { frontMatter, title, document, problems } = parsePage(source);
    expect(frontMatter).toEqual({
      description: 'What it is',
      icon: 'book',
      hidden: true,
      coverY: -12.5,
      layout: { title: { visible: false } },
      tags: ['changelog', { tag: 'beta', primary: true }],
      own: { kept: [1, 2] },
    });
    expect(title).toBe('A [title] & more');
    expect(types(document.nodes)).toEqual(['paragraph']);
    expect(problems).toEqual([]);
    expect(parsePage(renderPage({ frontMatter, title, document }))).toMatchObject({ frontMatter, title });
  });

  it.each([
    '2.0',
    '1.10',
    '007',
    '0x10',
    '1_000',
    '1e3',
    '.5',
    '12345678901234567890',
    '2026-01-02',
    '12:30',
    'true',
    'No',
  ])('take the title and the description %s as it is spelled', (text) => {
    const page = parsePage(`---\ntitle: ${text} # new\ndescription: ${text}\n---\n\nText.\n`);
    expect(page).toMatchObject({ frontMatter: { title: text, description: text }, problems: [] });
    expect(parsePage(renderPage(page)).frontMatter).toEqual(page.frontMatter);
  });

  it('take numbers for texts, but neither nothing nor lists', () => {
    const source = '---\nemoji: 2705\ntitle: ~\ndescription: null\nicon: true\ncover: [a]\n---\n\nText.\n';
    const { frontMatter, problems } = parsePage(source);
    expect(frontMatter).toEqual({ emoji: '2705' });
    expect(problems.map(({ message }) => message)).toEqual([
      'Front matter: icon has an unexpected value',
      'Front matter: cover has an unexpected value',
    ]);
  });

  it('need no title', () => {
    expect(parsePage('Text.\n\n# Later\n')).not.toHaveProperty('title');
    expect(renderPage(parsePage('Text.\n'))).toBe('Text.\n');
  });

  it('report what is wrong with the line in the file', () => {
    const page = '---\nhidden: maybe\n---\n\n# T\n\n{% hint %}\nopen\n\n{% endtab %}\n';
    expect(parsePage(page).problems).toEqual([
      { line: 1, message: 'Front matter: hidden has an unexpected value' },
      { line: 7, message: '{% hint %} is unknown or has no end' },
      { line: 10, message: '{% endtab %} has no beginning' },
    ]);
  });

  it('keep front matter that is not YAML', () => {
    const page = '---\na: [\n---\n\ntext\n';
    expect(parsePage(page).problems[0]?.message).toMatch(/front matter/i);
    expect(plainText(parsePage(page).document)).toContain('text');
  });
});

describe('the Git Sync dialect', () => {
  it.each([
    ['an end tag before HTML', '{% endhint %}</p>a'],
    ['an end tag before HTML of several lines', '{% endhint %}</p>a\nb'],
    ['an end tag before a comment', '{% endhint %}<!--x-->a\nb'],
    ['an end tag before HTML without an end', '{% endhint %}<pre>a'],
    ['a picture between tags', '{% tab title="x" %}<figure>\n<img src="a">\n</figure>{% endtab %}'],
    ['a comment that holds what could be a list', 'a<!--\n    *\n-->'],
    ['a heading of several lines', 'a<!--\n-->\n==='],
    ['a table whose head ends in a break', 'a<br>\n:-\na</p>'],
    ['a picture before a space that does not break', '<img src="a" alt="">\u00a0'],
    ['a footnote that names itself, used twice', 'a[^1] *[^1]\n\n[^1]: x a[^1]'],
    ['a footnote beside one of its name that nothing refers to', 'a[^1]\n\n[^1]: x\n[^1]: y\nz'],
    ['a list below a paragraph that is written as HTML', '* <p></p>\n\n  * [ ] a\n* <img src="a" alt="">\n\n  * b'],
    ['half an element in a table that is written as HTML', '| a |\n| - |\n| \\|</p> |'],
    ['an escaped emoji before what could be another', '\\:smile\\:a:'],
    ['an escaped emoji before one', '\\:smile\\:de:grinning:'],
  ])('reads %s as it writes it', (_, source) => {
    const document = parseMarkdown(source);
    expect(normalise(parseMarkdown(renderMarkdown(document)))).toEqual(normalise(document));
  });

  it('reads HTML beside a block tag as the block that it would be below it', () => {
    const [tab] = read('{% tab title="x" %}<p align="center">a</p>{% endtab %}');
    expect(nodesOf(tab)).toMatchObject([{ type: 'paragraph', data: { align: 'center' } }]);
  });

  it('escapes every colon that would start an emoji', () => {
    const source = '\\:smile\\:a: x';
    expect(plainText(parseMarkdown(source))).toContain(':smile:a: x');
    expect(renderMarkdown(parseMarkdown(source))).toBe(`${source}\n`);
  });

  it('does not look for tags in code', () => {
    const source = '```\n{% hint %}\n```\n\n`{% endhint %}`\n';
    expect(types(read(source))).toEqual(['code', 'paragraph']);
    expect(renderMarkdown(parseMarkdown(source))).toBe(source);
  });

  it('ends HTML, lists and tables at a tag', () => {
    const source =
      '{% column %}\n<figure><img src="a.png" alt=""><figcaption></figcaption></figure>\n{% endcolumn %}\n{% hint %}\n* a\n{% endhint %}\n{% hint %}\n| a |\n| - |\n{% endhint %}\n';
    const [column, ...hints] = read(source);
    expect([column?.type, ...types(hints)]).toEqual(['column', 'hint', 'hint']);
    expect([column, ...hints].map((block) => types(nodesOf(block)))).toEqual([
      ['images'],
      ['list-unordered'],
      ['table'],
    ]);
  });

  it('reads tags that share a line with their content', () => {
    const [tabs] = read(
      '{% tabs %}\n{% tab title="A" %} **a** {% endtab %}\n\n{% tab title="B" %} b {% endtab %}\n{% endtabs %}\n',
    );
    expect(nodesOf(tabs).map(({ data }) => data.title)).toEqual(['A', 'B']);
    expect(plainText({ object: 'document', data: {}, nodes: [tabs as Block] })).toBe('A\na\nB\nb');
  });

  it('reads integration blocks with props of any JSON type', () => {
    const source = '{% @mermaid/diagram content="graph TD\\n  A --> \\"B\\"" count=3 on=true map={"a":["%}"]} %}\n';
    expect(read(source)[0]?.data).toEqual({
      integration: 'mermaid',
      block: 'diagram',
      props: { content: 'graph TD\n  A --> "B"', count: 3, on: true, map: { a: ['%}'] } },
    });
    expect(renderMarkdown(parseMarkdown(source))).toBe(source);
  });

  it('takes a footnote for an annotation of the word before it', () => {
    const [paragraph] = read('An odd word[^1] here.\n\n[^1]: The note.\n');
    expect(paragraph?.nodes?.map((node) => (node.object === 'inline' ? node.type : node.object))).toEqual([
      'text',
      'annotation',
      'text',
    ]);
    expect(renderMarkdown(parseMarkdown('An odd word[^1] here.\n\n[^1]: The note.\n'))).toBe(
      'An odd word[^1] here.\n\n[^1]: The note.\n',
    );
  });

  it('links bare URLs and leaves escaped ones alone', () => {
    const [paragraph] = read('See https://example.com/a_b. Not https\\://example.com.\n');
    expect(paragraph?.nodes?.filter((node) => node.object === 'inline')).toMatchObject([
      { type: 'link', data: { ref: { url: 'https://example.com/a_b' } } },
    ]);
  });

  it('resolves links through the resolver, and stable links without one', () => {
    const links: LinkResolver = {
      refOf: (url, use) => (use === 'link' && url === './a.md' ? { kind: 'page', page: 'p1' } : { kind: 'url', url }),
      urlOf: (ref) => (ref.kind === 'page' ? './b.md' : ref.kind === 'url' ? ref.url : ''),
    };
    expect(renderMarkdown(parseMarkdown('[x](./a.md)', { links }), { links })).toBe('[x](./b.md)\n');
    for (const url of ['/pages/abc', '/pages/abc#top', '/files/f1', '#here', '/spaces/s1/pages/abc', '/users/u1']) {
      const [paragraph] = read(`[x](${url})`);
      expect(paragraph?.nodes?.[0]).toMatchObject({ type: 'link' });
      expect(JSON.stringify(paragraph)).not.toContain('"kind":"url"');
      expect(renderMarkdown(parseMarkdown(`[x](${url})`))).toBe(`[x](${url})\n`);
    }
  });
});

describe('what is not understood', () => {
  it.each([
    '{% unheard of="it" %}\n\nText **inside**.\n\n{% endunheard %}\n',
    '<video controls>\n  <source src="a.mp4">\n</video>\n',
    '<!-- a comment\n\nof two parts -->\n',
    'Text <u>underlined</u> and <abbr title="x">y</abbr> and {% inline tag %}.\n',
    '[//]: # (a note)\n',
    '<details>\n\nnever closed\n',
  ])('stays as it was: %s', (source) => {
    const document = parseMarkdown(source);
    expect(validateDocument(document)).toEqual([]);
    expect(renderMarkdown(document)).toBe(source);
  });

  it('shows its text and gives way to an edit', () => {
    const document = parseMarkdown('<video>No video</video>\n');
    expect(plainText(document)).toBe('No video');
    const text = document.nodes[0]?.nodes?.[0];
    if (text?.object === 'text') text.leaves = [{ object: 'leaf', text: 'edited', marks: [] }];
    expect(renderMarkdown(document)).toBe('edited\n');
  });
});

/** A page whose footnotes each refer to the next one. */
const footnotes = (count: number, text: (number: number) => string): string =>
  `a[^0]\n\n${Array.from({ length: count }, (_, number) => `[^${number}]: ${text(number + 1)}\n\n`).join('')}`;

describe('limits', () => {
  const cases: [string, string][] = [
    ['quotes', '> '.repeat(10_000)],
    ['lists', '- '.repeat(10_000)],
    ['quotes and lists', '> - '.repeat(10_000)],
    ['lists below each other', Array.from({ length: 1_000 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
    ['tags', '{% hint %}\n'.repeat(10_000) + '{% endhint %}\n'.repeat(10_000)],
    ['elements', '<div>'.repeat(10_000)],
    ['cells outside of tables', '<svg>' + '<td>'.repeat(5_000) + '</td>'.repeat(5_000) + '</svg>'],
    ['inline elements', '<sup>'.repeat(5_000) + 'x' + '</sup>'.repeat(5_000)],
    [
      'carried blocks',
      `<div data-gb-custom-block data-tag="json" data-block='${'{"object":"block","type":"x","data":{},"nodes":['.repeat(5_000)}${']}'.repeat(5_000)}'></div>`,
    ],
    ['spaces', `a${' '.repeat(400_000)}b`],
    ['spaces in HTML', `<p>a${' \t'.repeat(200_000)}b</p>`],
    ['spaces in math', `a $$b${' '.repeat(400_000)}c$$`],
    ['brackets', '[a'.repeat(10_000) + ']'.repeat(10_000)],
    ['emphasis', '*a_ '.repeat(20_000)],
    ['instructions', 'a<?'.repeat(20_000)],
    ['open tags', '{%'.repeat(20_000)],
    ['rows', `a | b\n-- | --\n${'*a* | [b](c)\n'.repeat(5_000)}`],
    ...[
      'a\nb | c\n-- | --\n',
      '> a | b\n> -- | --\n',
      '* a\n\n  b | c\n  -- | --\n',
      'a | b | c\n-- | --\n',
      'a | b\n- | -\n',
      '$$\n\na | b\n-- | --\n$$\n',
      '<!--\n\na | b\n-- | --\n-->\n',
      '<pre>\n\na | b\n-- | --\n</pre>\n',
      'a | b\n-- | --\n***\n',
      '* <div>\n',
      '* a\n\n  <div>\n',
      'a\n    <div>\n',
      '> <div>\n',
      '$$\n<div>\n$$\n',
    ].map((start): [string, string] => [
      `marks behind ${JSON.stringify(start)}`,
      start + '*a* `b` [c](d) e\n'.repeat(5_000),
    ]),
    ['conditions', '{% if a %}\n'.repeat(5_000) + '{% endif %}\n'.repeat(5_000)],
    ['conditions without an end', Array.from({ length: 5_000 }, (_, index) => `{% if a${index} %}\n\nb`).join('\n\n')],
    ['conditions within a line', `a ${'{% if a %}b{% endif %}'.repeat(5_000)} c`],
    ['conditions in HTML', `<p>${'{% if a %}{% if '.repeat(5_000)}</p>`],
    [
      'paragraphs below conditions',
      Array.from({ length: 20 }, (_, index) => `a {% if ${'b'.repeat(190)}${index} %}\n\n`).join('') +
        'a\n\n'.repeat(5_000),
    ],
    ['strikes in a paragraph with an item', `a\n2. <div>${' a~~'.repeat(20_000)}`],
    [
      'rows below wide cells',
      `<table><tr><th>a</th></tr><tr>${'<td colspan=100></td>'.repeat(1_000)}</tr>${'<tr></tr>'.repeat(3_000)}</table>`,
    ],
    ['footnotes in each other', footnotes(3_000, (number) => `a[^${number}]`)],
    ['footnotes that double', footnotes(100, (number) => `a[^${number}] b[^${number}]`)],
    ['references to a long footnote', `a[^1]\n`.repeat(2_000) + `\n[^1]: ${'b '.repeat(10_000)}\n`],
    ['references to a long address', `[a] `.repeat(5_000) + `\n\n[a]: https://example.com/${'b'.repeat(20_000)}\n`],
    ['branches', `{% if a %}\n${'{% elsif b %}\n'.repeat(2_000)}{% endif %}`],
  ];

  it.each(cases)(
    '%s nest or crowd without end in linear time and without an overflow',
    (_, source) => {
      const start = process.cpuUsage();
      const document = parseMarkdown(source);
      expect(validateDocument(document)).toEqual([]);
      expect(validateDocument(parseMarkdown(renderMarkdown(document)))).toEqual([]);
      const { user } = process.cpuUsage(start);
      expect(user / 1_000).toBeLessThan(15_000);
    },
    120_000,
  );

  it.each(['select', 'textarea', 'template'])(
    'bound the elements that HTML gets by bold text that ends in a %s',
    (name) => {
      // The parser ignores the end tag there, and opens the element again in each later paragraph.
      const paragraph = (_: unknown, id: number) => `<p><b id=${id}><${name}></b></${name}></p>`;
      const source = Array.from({ length: 600 }, paragraph).join('');
      const created = jest.spyOn(defaultTreeAdapter, 'createElement');
      const document = parseMarkdown(source);
      const tags = source.split('<').length - 1;
      // The source is read for its blocks, and then for its text.
      expect(created.mock.calls.length).toBeLessThan(2 * (10 * tags + 110));
      created.mockRestore();
      expect(validateDocument(document)).toEqual([]);
      expect(renderMarkdown(document)).toBe(`${source}\n`);
    },
  );

  it('find no entry below many comments in front matter', () => {
    // With an expression that lets a comment end in two ways, this would take longer than the world is old.
    const source = `---\n${'# one\r\n'.repeat(200)}- two\n---\nText\n`;
    expect(parsePage(source).frontMatter).toEqual({});
  });

  it('read a large page in proportion to its size (5 MB in the long run)', () => {
    const paragraph = 'Some *text* with a [link](a.md) and `code`, as pages have it.\n\n';
    const paragraphs = process.env.BINDERY_TEST === 'long' ? 80_000 : 8_000;
    const time = (source: string) => {
      const start = process.cpuUsage();
      parseMarkdown(source);
      return process.cpuUsage(start).user;
    };
    time(paragraph.repeat(2_000));
    const small = time(paragraph.repeat(paragraphs / 8));
    expect(time(paragraph.repeat(paragraphs)) / small).toBeLessThan(32);
  });
});
