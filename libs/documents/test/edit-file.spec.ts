import {
  addressesIn,
  editFrontMatter,
  editTitle,
  headingOf,
  mapLinks,
  parsePage,
  preserveSource,
  readTitle,
  renderMarkdown,
  splitSource,
} from '../src';

describe('addresses of a file', () => {
  it('are replaced wherever one stands, with the name of an object that has no title', () => {
    const source = `---
cover: /pages/p1
---

# T

[x](/pages/p1#a "t") ![i](</files/f 1>) [p1](/pages/p1 "mention") <a href="/pages/p1">p1</a>

[d]: /pages/p1

<table><tr><td><a href='/pages/p1'>p1</a></td></tr></table>

{% content-ref url="/pages/p1" %}
[p1](/pages/p1)
{% endcontent-ref %}

\`/pages/p1\` /pages/p1 is text

{% include "/reusable-contents/r" %}
`;
    const after = mapLinks(source, (url) =>
      url === '/files/f 1'
        ? 'x.png'
        : url.startsWith('/pages/p1')
          ? url.replace('/pages/p1', '../a b/c.md')
          : url === '/reusable-contents/r'
            ? 'r.md'
            : undefined,
    );
    expect(after).toBe(`---
cover: /pages/p1
---

# T

[x](<../a b/c.md#a> "t") ![i](x.png) [c.md](<../a b/c.md> "mention") <a href="../a b/c.md">p1</a>

[d]: <../a b/c.md>

<table><tr><td><a href='../a b/c.md'>c.md</a></td></tr></table>

{% content-ref url="../a b/c.md" %}
[c.md](<../a b/c.md>)
{% endcontent-ref %}

\`/pages/p1\` /pages/p1 is text

{% include "r.md" %}
`);
    expect(mapLinks(source, () => undefined)).toBe(source);
  });

  it.each(['\uFEFF', '\uFEFF---\nicon: a\n---\n', '---\nicon: a\n---\n\uFEFF'])(
    'are where they stand behind %j',
    (before) => {
      const source = `${before}See [the guide](guide.md) and <a href="b.md">b</a>.\n`;
      expect(mapLinks(source, (url) => `../${url}`)).toBe(
        `${before}See [the guide](../guide.md) and <a href="../b.md">b</a>.\n`,
      );
    },
  );

  it('are read behind a byte order mark, as is HTML that stays as it is', () => {
    const source = '\uFEFF<section>one</section>\n\nTwo <u>words</u> here.\n';
    const { document } = parsePage(source);
    expect(renderMarkdown(document)).toBe(source.slice(1));
    const next = parsePage(source.replace('here', 'there')).document;
    expect(preserveSource({ source, document }, next)).toBe(source.replace('here', 'there'));
  });

  it('are known by the document that was made of it', () => {
    const source = 'See [a](a.md), [b](b.md#x), ![c](c.png) and [d](https://example.com).\n';
    const { document } = parsePage(source, {
      links: {
        refOf: (url, use) =>
          use === 'image'
            ? { kind: 'file', file: 'f' }
            : url.startsWith('a')
              ? { kind: 'page', page: 'p' }
              : { kind: 'url', url },
        urlOf: () => '',
      },
    });
    const { refOf, urlOf } = bound(addressesIn({ source, document }));
    expect([refOf('a.md'), refOf('b.md#x'), refOf('c.png')]).toEqual([
      { kind: 'page', page: 'p' },
      { kind: 'url', url: 'b.md#x' },
      { kind: 'file', file: 'f' },
    ]);
    expect(urlOf({ kind: 'file', file: 'f' })).toBe('c.png');
  });
});

const bound = (addresses: ReturnType<typeof addressesIn>) => ({
  refOf: (url: string) => addresses.refOf(url),
  urlOf: (ref: Parameters<typeof addresses.urlOf>[0]) => addresses.urlOf(ref),
});

describe('front matter', () => {
  const source = `---
# A comment
description: >-
  A long
  one
icon: "star"
layout:
    title:
        visible: false
own: { kept: [1,   2] }
---

# T
`;

  it('changes in the entries that are other, new ones last', () => {
    expect(editFrontMatter(source, { icon: 'rocket', hidden: true })).toBe(
      source.replace('"star"', 'rocket').replace('2] }\n', '2] }\nhidden: true\n'),
    );
    expect(editFrontMatter(source, { description: undefined })).toBe(
      source.replace('description: >-\n  A long\n  one\n', ''),
    );
    expect(editFrontMatter(source, { icon: 'star', description: 'A long one' })).toBe(source);
  });

  it('comes and goes, and keeps line ends and the byte order mark', () => {
    expect(editFrontMatter('# T\n', { icon: 'a' })).toBe('---\nicon: a\n---\n\n# T\n');
    expect(editFrontMatter('---\nicon: a\n---\n\n# T\n', { icon: undefined })).toBe('# T\n');
    expect(editFrontMatter('\uFEFF---\r\nicon: a\r\n---\r\n# T\r\n', { icon: 'b', hidden: true })).toBe(
      '\uFEFF---\r\nicon: b\r\nhidden: true\r\n---\r\n# T\r\n',
    );
    const odd = '---\nicon: x\nhidden: "yes"\n# Reviewed by Ann, renew in May\ntemplate:\n---\n\nBody\n';
    expect(editFrontMatter(odd, { icon: undefined })).toBe(odd.replace('icon: x\n', ''));
    expect(editFrontMatter('---\nicon: x\n# A note\n---\n\nBody\n', { icon: undefined })).toBe(
      '---\n# A note\n---\n\nBody\n',
    );
    expect(editFrontMatter('---\nicon: x\n\n---\n\nBody\n', { icon: undefined })).toBe('Body\n');
    expect(editFrontMatter('---\n{ icon: a }\n---\nText\n', { icon: 'b' })).toBe('---\nicon: b\n---\nText\n');
  });
});

it.each([
  ['# The *old* one ##\n\nText\n', 'The old one', '# The *new* one ##\n\nText\n'],
  ['---\nicon: a\n---\n\nThe old one\n===\n', 'The old one', '---\nicon: a\n---\n\nThe new one\n===\n'],
  ['# The [old][x] one\n\n[x]: https://example.com\n', 'The old one', undefined],
  ['Text\n\n# The old one\n', undefined, 'Text\n\n# The old one\n'],
])('the title of %j is changed where there is one', (source, title, changed) => {
  expect(readTitle(source)).toBe(title);
  const after = editTitle(source, 'The new one');
  if (changed !== undefined) expect(after).toBe(changed);
  if (title !== undefined) expect(readTitle(after)).toBe('The new one');
  expect(headingOf(source) === '').toBe(title === undefined);
});

it.each([
  '# One 2\nText',
  '\n\n# Über uns\n===',
  '---\na: 1\n---\n\n# T',
  '# A  b',
  '# A #\n',
  '# A\t\n',
  '# 1. b',
  '#A',
  ' # A\n',
])('the heading of %j is what a page takes as its title', (source) => {
  const { title } = parsePage(source);
  expect(readTitle(source)).toBe(title);
  const heading = headingOf(source);
  expect(heading === '').toBe(title === undefined);
  expect(source).toContain(heading);
  expect(parsePage(heading).title).toBe(title);
});

it('a file is its head and its body', () => {
  for (const source of ['---\na: 1\n---\n\n\n# T\n', '\uFEFF# T\n', '# T\n---\n', '', '---\na: 1\n---']) {
    const { head, body } = splitSource(source);
    expect(head + body).toBe(source);
  }
  expect(splitSource('---\na: 1\n---\n\n\n# T\n')).toEqual({ head: '---\na: 1\n---\n\n\n', body: '# T\n' });
});
