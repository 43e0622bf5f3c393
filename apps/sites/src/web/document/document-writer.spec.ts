import { parseMarkdown, type Block, type Document, type Inline, type Node } from '@bindery/documents';
import { labelled, labelsIn } from '../page/labels';
import { DocumentWriter, knownBlocks } from './document-writer';
import { knownInlines } from './inlines';
import { safeUrl, type References } from './references';

const pixel = { name: 'a.png', contentType: 'image/png', url: '/s/~files/o/h', size: 12_345 };
const references: References = {
  href: (ref) => (ref.kind === 'url' ? safeUrl(ref.url) : ref.kind === 'page' ? `/s/${ref.page}` : undefined),
  title: (ref) => (ref.kind === 'page' ? 'A page' : undefined),
  file: (id) => (id === 'f' ? pixel : undefined),
  reusableContent: (id) => (id === 'r' ? parseMarkdown('Shared text') : undefined),
};

const write = (document: Pick<Document, 'nodes'>): string =>
  new DocumentWriter(references, labelsIn('en')).document(document).markup;

const text = (value: string, ...marks: { type: string; data?: object }[]): Node => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: value, marks: marks.map((mark) => ({ object: 'mark', ...mark }) as never) }],
});
const block = (type: string, data: object = {}, nodes?: Node[], more: Partial<Block> = {}): Block => ({
  object: 'block',
  type,
  isVoid: false,
  data: data as Block['data'],
  ...(nodes && { nodes }),
  ...more,
});
const inline = (type: string, data: object = {}, nodes?: Node[]): Inline => ({
  object: 'inline',
  type,
  isVoid: !nodes,
  data: data as Inline['data'],
  ...(nodes && { nodes }),
});
const paragraph = (...nodes: Node[]): Block => block('paragraph', {}, nodes);
const fragment = (name: string, ...nodes: Block[]) => ({ object: 'fragment' as const, fragment: name, nodes });
const file = { kind: 'file', file: 'f' };

/** One block of each kind, and what a reader has to see of it. */
const blocks: Record<string, [Block, ...string[]]> = {
  paragraph: [block('paragraph', { align: 'center' }, [text('words')]), '<p class="align-center">words</p>'],
  'heading-1': [block('heading-1', { id: 'top' }, [text('Head')]), '<h2 id="top">Head'],
  'heading-2': [block('heading-2', {}, [text('Head')]), '<h2>Head'],
  'heading-3': [block('heading-3', {}, [text('Head')]), '<h2>Head'],
  'list-ordered': [
    block('list-ordered', { start: 3 }, [block('list-item', {}, [paragraph(text('one'))])]),
    '<ol start="3"><li>one</li></ol>',
  ],
  'list-unordered': [
    block('list-unordered', {}, [block('list-item', {}, [paragraph(text('one'))])]),
    '<ul><li>one</li></ul>',
  ],
  'list-tasks': [
    block('list-tasks', {}, [block('list-item', { checked: true }, [paragraph(text('one'))])]),
    '☑',
    'one',
  ],
  'list-item': [block('list-item', {}, [paragraph(text('one'))]), '<li>one</li>'],
  divider: [block('divider'), '<hr />'],
  blockquote: [block('blockquote', {}, [paragraph(text('said'))]), '<blockquote><p>said</p></blockquote>'],
  hint: [
    block('hint', { style: 'danger' }, [paragraph(text('careful'))]),
    'class="hint danger"',
    'aria-label="Danger"',
    'careful',
  ],
  if: [block('if', { expression: 'true' }, [paragraph(text('for you'))]), '<p>for you</p>'],
  images: [
    block('images', { align: 'center' }, [block('image', { ref: file, alt: 'A picture' })]),
    'class="images align-center"',
    'alt="A picture"',
  ],
  image: [
    block('image', { ref: file, refDark: { kind: 'url', url: 'https://x.example/d.png' } }, undefined, {
      fragments: [fragment('caption', paragraph(text('told')))],
    }),
    'class="in-light" src="/s/~files/o/h"',
    'class="in-dark" src="https://x.example/d.png"',
    '<figcaption>told</figcaption>',
  ],
  file: [block('file', { ref: file }), '<a href="/s/~files/o/h">a.png</a>', '12.3 KB'],
  drawing: [block('drawing', { ref: file }), 'alt="Drawing"'],
  embed: [block('embed', { url: 'https://video.example/1' }), 'href="https://video.example/1"'],
  code: [
    block('code', { syntax: 'ts', title: 'a.ts', lineNumbers: true }, [
      block('code-line', { highlighted: true }, [text('let a;')]),
    ]),
    '<figcaption>a.ts</figcaption>',
    'class="numbered"',
    'class="language-ts"',
    '<span class="line marked">let a;\n</span>',
  ],
  'code-line': [block('code-line', {}, [text('let a;')]), 'let a;'],
  math: [block('math', { formula: 'a^2' }), 'a^2'],
  prompt: [
    block('prompt', { description: 'Ask this' }, [block('code', {}, [block('code-line', {}, [text('Say')])])]),
    'Ask this',
    'Say',
  ],
  tabs: [
    block('tabs', {}, [
      block('tabs-item', { title: 'One' }, [paragraph(text('first'))]),
      block('tabs-item', { title: 'Two' }, [paragraph(text('second'))]),
    ]),
    'One',
    'first',
    'Two',
    'second',
  ],
  'tabs-item': [block('tabs-item', {}, [paragraph(text('in a tab'))]), 'in a tab'],
  expandable: [
    block('expandable', {}, undefined, {
      fragments: [
        fragment('expandable-title', paragraph(text('More'))),
        fragment('expandable-body', paragraph(text('hidden'))),
      ],
    }),
    'More</summary>',
    'hidden',
  ],
  stepper: [
    block('stepper', {}, [block('stepper-step', { icon: 'check' }, [paragraph(text('do it'))])]),
    '<ol class="stepper">',
    'do it',
    '✓',
  ],
  'stepper-step': [block('stepper-step', {}, [paragraph(text('do it'))]), 'do it'],
  columns: [
    block('columns', {}, [
      block('column', { width: { unit: '%', value: 25 }, verticalAlignment: 'middle' }, [paragraph(text('left'))]),
    ]),
    'class="column w-3 v-middle"',
    'left',
  ],
  column: [block('column', {}, [paragraph(text('left'))]), 'left'],
  updates: [
    block('updates', {}, [
      block('update', { date: '2026-01-02', tags: [{ kind: 'tag', tag: 'new' }] }, [paragraph(text('Came'))]),
    ]),
    '<time datetime="2026-01-02">',
    'new',
    'Came',
  ],
  update: [block('update', { date: 'Spring' }, [paragraph(text('Came'))]), 'Spring', 'Came'],
  table: [
    block('table', {
      view: { type: 'grid', columns: ['n', 's', 'r', 'c', 'f'] },
      definition: {
        n: { id: 'n', type: 'number', title: 'Number' },
        s: { id: 's', type: 'select', title: 'Choice', options: [{ value: 'a', label: 'Label A' }] },
        r: { id: 'r', type: 'rating', title: 'Stars', max: 3 },
        c: { id: 'c', type: 'content-ref', title: 'Page' },
        f: { id: 'f', type: 'files', title: 'Files' },
      },
      records: { x: { orderIndex: 'a', values: { n: 4, s: ['a'], r: 2, c: { kind: 'page', page: 'p' }, f: ['f'] } } },
    }),
    'scope="col"',
    'Number',
    '>4<',
    'Label A',
    '★★☆',
    '<a href="/s/p">A page</a>',
    'a.png',
  ],
  swagger: [
    block('swagger', { path: '/users', method: 'get', ref: { kind: 'url', url: 'https://x.example/api.yaml' } }),
    'GET',
    '/users',
    'https://x.example/api.yaml',
  ],
  'openapi-operation': [
    block('openapi-operation', { path: '/users', method: 'post', ref: { kind: 'openapi', spec: 'pets' } }),
    'POST',
    '/users',
    'pets',
  ],
  'openapi-schemas': [
    block('openapi-schemas', { schemas: ['Pet'], ref: { kind: 'openapi', spec: 'pets' } }),
    'Pet',
    'pets',
  ],
  'openapi-webhook': [
    block('openapi-webhook', { name: 'born', method: 'post', ref: { kind: 'openapi', spec: 'pets' } }),
    'born',
  ],
  'content-ref': [block('content-ref', { ref: { kind: 'page', page: 'p' } }), '<a href="/s/p">A page</a>'],
  'reusable-content': [
    block('reusable-content', { ref: { kind: 'reusable-content', reusableContent: 'r' } }),
    '<p>Shared text</p>',
  ],
  integration: [block('integration', { integration: 'mermaid', block: 'diagram' }), 'mermaid · diagram'],
};

it('has an example of every kind of block', () => {
  expect(Object.keys(blocks).sort()).toEqual([...knownBlocks].sort());
});

it.each(Object.entries(blocks))('shows %s', (_, [example, ...shown]) => {
  const written = write({ nodes: [example] });
  for (const part of shown) expect(written).toContain(part);
});

const inlines: Record<string, [Inline, string]> = {
  link: [inline('link', { ref: { kind: 'page', page: 'p' } }, [text('there')]), '<a href="/s/p">there</a>'],
  mention: [inline('mention', { ref: { kind: 'page', page: 'p' } }), 'class="mention" href="/s/p">A page</a>'],
  button: [
    inline('button', { label: 'Go', kind: 'secondary', ref: { kind: 'page', page: 'p' } }),
    'class="button secondary" href="/s/p">Go</a>',
  ],
  emoji: [inline('emoji', { code: '1f600' }), '😀'],
  icon: [inline('icon', { icon: 'check' }), '✓'],
  expression: [inline('expression', { expression: 'space.vars.x' }), 'space.vars.x'],
  'inline-math': [inline('inline-math', { formula: 'a^2' }), 'a^2'],
  'inline-image': [
    inline('inline-image', { ref: file, alt: 'small', size: 'line' }),
    'class="line" src="/s/~files/o/h" alt="small"',
  ],
  annotation: [
    {
      ...inline('annotation', {}, [text('word')]),
      fragments: [fragment('annotation-body', paragraph(text('explained')))],
    },
    'href="#note-1"',
  ],
};

it('has an example of every kind of inline', () => {
  expect(Object.keys(inlines).sort()).toEqual([...knownInlines].sort());
});

it.each(Object.entries(inlines))('shows %s', (_, [example, shown]) => {
  expect(write({ nodes: [paragraph(example)] })).toContain(shown);
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
        // What the structure of a document hangs on stays.
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
