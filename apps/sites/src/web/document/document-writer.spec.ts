import { parseMarkdown, type Block, type Document } from '@bindery/documents';
import {
  block,
  blocks,
  inline,
  inlines,
  paragraph,
  petModel,
  petOperation,
  text,
} from '../../../test/document-examples';
import { labelled, labelsIn } from '../page/labels';
import { DocumentWriter } from './document-writer';
import { knownInlines } from './inlines';
import { nodeWriters } from './node-writers';
import { safeUrl, type References } from './references';

const pixel = { name: 'a.png', contentType: 'image/png', url: '/s/~files/o/h', size: 12_345 };
const references: References = {
  href: (ref) => (ref.kind === 'url' ? safeUrl(ref.url) : ref.kind === 'page' ? `/s/${ref.page}` : undefined),
  title: (ref) => (ref.kind === 'page' ? 'A page' : undefined),
  icon: () => undefined,
  file: (id) => (id === 'f' ? pixel : undefined),
  reusableContent: (id) => (id === 'r' ? parseMarkdown('Shared text') : undefined),
  operation: (spec, wanted) => (spec === 'pets' ? { ...petOperation, ...wanted } : undefined),
  schema: (spec, name) => (spec === 'pets' ? { ...petModel, name } : undefined),
};

const write = (document: Pick<Document, 'nodes'>): string =>
  new DocumentWriter(references, labelsIn('en'), nodeWriters).document(document).markup;

it('has an example of every kind of block', () => {
  expect(Object.keys(blocks).sort()).toEqual([...nodeWriters.blocks.keys()].sort());
});

it.each(Object.entries(blocks))('shows %s', (_, [example, ...shown]) => {
  const written = write({ nodes: [example] });
  for (const part of shown) expect(written).toContain(part);
});

it('has an example of every kind of inline', () => {
  expect(Object.keys(inlines).sort()).toEqual([...knownInlines].sort());
});

it.each(Object.entries(inlines))('shows %s', (_, [example, shown]) => {
  expect(write({ nodes: [paragraph(example)] })).toContain(shown);
});

it('tells by their color what operations do, and names the specification of those alone that it lacks', () => {
  const operation = (method: string, spec = 'pets') =>
    write({ nodes: [block('openapi-operation', { path: '/users', method, ref: { kind: 'openapi', spec } })] });
  expect(operation('get')).toContain('<b class="method">GET</b>');
  expect(operation('delete')).toContain('<b class="method delete">DELETE</b>');
  expect(operation('get')).not.toContain('<span>pets</span>');
  expect(operation('get', 'lost')).toContain('<span>lost</span>');
});

it('says once how to authenticate, and which ways go together', () => {
  const { isSecurityOptional: _, ...operation } = petOperation;
  const withSecurity = (security: string[]) =>
    new DocumentWriter(
      { ...references, operation: () => ({ ...operation, security }) },
      labelsIn('en'),
      nodeWriters,
    ).document({
      nodes: [block('openapi-operation', { path: '/users', method: 'get', ref: { kind: 'openapi', spec: 'pets' } })],
    }).markup;
  const codes = (markup: string) => markup.split('<code>apiKey').length - 1;
  expect(codes(withSecurity(['apiKey']))).toBe(1);
  expect(withSecurity(['apiKey + login'])).toContain('<code>apiKey + login</code>');
});

it('shows links, bold and code in the header of a table', () => {
  const written = write(parseMarkdown('| [A](https://a.example) | **b** | c |\n| - | - | - |\n| d | e | f |\n'));
  const heads = [...written.matchAll(/<th [^>]*>\s*([^]*?)\s*<\/th>/g)].map(([, head]) => head);
  expect(heads[0]).toContain('href="https://a.example/"');
  expect(heads.slice(1)).toEqual(['<strong>b</strong>', 'c']);
});

it('shows what an annotation says at the end', () => {
  const written = write({ nodes: [paragraph(inlines.annotation![0])] });
  expect(written).toMatch(/<li id="note-1">\s*<p>explained<\/p>\s*<a href="#noted-1"/);
});

it.each([
  ['bold', '<strong>x</strong>'],
  ['italic', '<em>x</em>'],
  ['code', '<code>x</code>'],
  ['keyboard', '<kbd>x</kbd>'],
  ['strikethrough', '<s>x</s>'],
  ['superscript', '<sup>x</sup>'],
  ['subscript', '<sub>x</sub>'],
])('marks text as %s', (type, expected) => {
  expect(write({ nodes: [paragraph(text('x', { type }))] })).toContain(expected);
});

it('colours text by classes', () => {
  const mark = { type: 'color', data: { text: 'green', background: '$warning' } };
  expect(write({ nodes: [paragraph(text('x', mark))] })).toContain('<span class="text-green back-warning">x</span>');
});

it('never leaves out a level of headings', () => {
  const levels = ['heading-3', 'heading-1', 'heading-3', 'heading-3', 'heading-2'].map((type) =>
    block(type, {}, [text('x')]),
  );
  expect(write({ nodes: levels }).match(/<h\d/g)).toEqual(['<h2', '<h2', '<h3', '<h4', '<h3']);
});

describe('a player that the author put into the page', () => {
  const shown = (html: string) => write(parseMarkdown(`${html}\n`));

  it('is there in a sandbox, to be opened, where its host may have one', () => {
    const written = shown('<iframe src="https://www.youtube.com/embed/abc"></iframe>');
    expect(written).toMatch(
      /<details class="player">[^]*<iframe src="https:\/\/www\.youtube\.com\/embed\/abc"[^>]* sandbox="allow-scripts/,
    );
    expect(written).toContain('<a class="ref out" href="https://www.youtube.com/embed/abc"');
  });

  it.each(['https://player.example/abc', 'http://www.youtube.com/embed/abc', 'https://www.youtube.com.example/abc'])(
    'is linked elsewhere: %s',
    (url) => {
      const written = shown(`<iframe src="${url}"></iframe>`);
      expect(written).not.toContain('<iframe');
      expect(written).toContain(`<a class="ref out" href="${url}"`);
    },
  );

  it.each([
    ['https://www.youtube.com/watch?v=D3r4QmVJzUk', 'https://www.youtube-nocookie.com/embed/D3r4QmVJzUk'],
    ['https://youtu.be/D3r4QmVJzUk?t=3', 'https://www.youtube-nocookie.com/embed/D3r4QmVJzUk'],
    ['https://vimeo.com/123456', 'https://player.vimeo.com/video/123456'],
  ])('is there for the address of a film: %s', (url, player) => {
    expect(write({ nodes: [block('embed', { url })] })).toContain(`<iframe src="${player}"`);
  });

  it('plays recordings', () => {
    expect(shown('<video src="https://x.example/v.mp4"></video>')).toContain(
      '<video src="https://x.example/v.mp4" controls',
    );
    const recording = block('file', { ref: { kind: 'file', file: 'f' }, source: '<audio src="a.mp3"></audio>' });
    expect(write({ nodes: [recording] })).toContain('<audio src="/s/~files/o/h" controls');
  });
});

it('has a place for every name by which links reach a block, and ids before names', () => {
  const written = write(
    parseMarkdown('## 1.0\n\n<a name="old"></a>Text\n\n<details>\n\n<summary>4.9</summary>\n\nx\n\n</details>\n'),
  );
  expect(written).toContain('<h2 id="id-1.0"><span id="10"></span><span id="id-1-0"></span>1.0');
  expect(written).toContain('<p><span id="old"></span>Text');
  expect(written).toMatch(/<details class="expandable" id="id-4\.9">[^]*<\/summary>\s*<span id="49"><\/span>/);
  const taken = block('heading-1', {}, [text('x')], { meta: { id: 'one', aliases: ['two'] } });
  const owner = block('heading-1', {}, [text('y')], { meta: { id: 'two' } });
  expect(write({ nodes: [taken, owner] }).match(/<\w+ id="two"/g)).toEqual(['<h2 id="two"']);
});

it('gives an id to one element only', () => {
  const heading = block('heading-1', { id: 'same' }, [text('x')]);
  expect(write({ nodes: [heading, heading] }).match(/id="same"/g)).toHaveLength(1);
});

it('shows what is in blocks and inlines that nobody knows', () => {
  const unknown = block('invented', {}, [paragraph(inline('invented', {}, [text('still there')]))]);
  expect(write({ nodes: [unknown] })).toContain('still there');
});

const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`;
const hostileUrls = [
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'data:text/html,<script>',
  'vbscript:x',
  '//evil.example',
  '../x',
];

it('never lets text of any field become markup', () => {
  const poison = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(poison);
    if (typeof value !== 'object' || value === null) return typeof value === 'string' ? hostile : value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) =>
        // Fields that define the structure of a document stay.
        [key, ['object', 'type', 'kind', 'fragment'].includes(key) ? inner : poison(inner)],
      ),
    );
  };
  const all = [...Object.values(blocks).map(([one]) => one), paragraph(...Object.values(inlines).map(([one]) => one))];
  for (const one of all) {
    const written = write({ nodes: [poison(one) as Block] });
    expect(written).not.toContain('<script');
    expect(written).not.toContain('<img src=x');
    expect(written).not.toMatch(/="[^"]*<[^"]*"/);
  }
});

it.each(hostileUrls)('never links to or loads %s', (url) => {
  const ref = { kind: 'url', url };
  const written = write({
    nodes: [
      paragraph(
        inline('link', { ref }, [text('there')]),
        inline('button', { label: 'Go', ref }),
        inline('inline-image', { ref, alt: 'a' }),
      ),
      ...['image', 'drawing', 'file', 'swagger', 'content-ref'].map((type) => block(type, { ref })),
      block('embed', { url }),
      block('integration', { url }),
    ],
  });
  expect(written).not.toMatch(/(href|src)=/);
  expect(written).toContain('there');
});

it('writes nothing for images without a picture, a description and a caption', () => {
  const image = block('image', { ref: { kind: 'file', file: 'unknown' } });
  expect(write({ nodes: [{ ...block('images', {}), nodes: [image] }] })).toBe('');
});

it.each([null, 7, 'text', [], {}])('takes data of any shape (%j)', (value) => {
  for (const [example] of Object.values(blocks)) {
    const data = Object.fromEntries(Object.keys(example.data).map((key) => [key, value]));
    expect(() => write({ nodes: [{ ...example, data }] })).not.toThrow();
  }
});

it('has every label in every language', () => {
  const english = labelsIn('en');
  for (const language of labelled)
    for (const key of Object.keys(english) as (keyof typeof english)[])
      expect([language, key, Boolean(labelsIn(language)[key])]).toEqual([language, key, true]);
  expect(labelsIn('tlh', 'de').search).toBe('Suche');
});
