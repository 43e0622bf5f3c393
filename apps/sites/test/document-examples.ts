import type { ApiOperation, ApiSchema } from '@bindery/contracts';
import type { Block, Inline, Node } from '@bindery/documents';

export const text = (value: string, ...marks: { type: string; data?: object }[]): Node => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: value, marks: marks.map((mark) => ({ object: 'mark', ...mark }) as never) }],
});
export const block = (type: string, data: object = {}, nodes?: Node[], more: Partial<Block> = {}): Block => ({
  object: 'block',
  type,
  isVoid: false,
  data: data as Block['data'],
  ...(nodes && { nodes }),
  ...more,
});
export const inline = (type: string, data: object = {}, nodes?: Node[]): Inline => ({
  object: 'inline',
  type,
  isVoid: !nodes,
  data: data as Inline['data'],
  ...(nodes && { nodes }),
});
export const paragraph = (...nodes: Node[]): Block => block('paragraph', {}, nodes);
const fragment = (name: string, ...nodes: Block[]) => ({ object: 'fragment' as const, fragment: name, nodes });
const file = { kind: 'file', file: 'f' };

export const petModel: ApiSchema = {
  type: 'Pet',
  fields: [
    { name: 'kind', type: 'string', required: true, values: ['"cat"', '"dog"'], description: 'What it **is**' },
    { name: 'owner', type: 'Owner', fields: [{ name: 'email', type: 'string (email)', default: '"none"' }] },
  ],
};
export const petOperation: ApiOperation = {
  kind: 'path',
  name: '',
  method: '',
  summary: 'Do something with pets',
  description: 'At **length**.',
  deprecated: true,
  server: 'https://pets.example',
  security: ['apiKey'],
  parameters: [{ name: 'limit', in: 'query', type: 'integer', description: 'How many' }],
  body: { contentType: 'application/json', schema: petModel },
  responses: [{ status: '201', description: 'Made', body: { contentType: 'application/xml', schema: petModel } }],
};

/** One block of each kind, and what a reader has to see of it. */
export const blocks: Record<string, [Block, ...string[]]> = {
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
  math: [
    block('math', { formula: 'a^2' }),
    '<math display="block" alttext="a^2">',
    '<msup><mi>a</mi><mn>2</mn></msup>',
  ],
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
    'https://pets.example</span>/users',
    'Do something with pets',
    'Deprecated',
    'At <strong>length</strong>.',
    '<code>apiKey</code>',
    '<code>limit</code> <small>integer · query</small>',
    'How many',
    '<code>application/json</code> · Pet',
    '<code>kind</code> <small>string · required</small>',
    'What it <strong>is</strong>',
    '<code>&quot;cat&quot;</code>, <code>&quot;dog&quot;</code>',
    '<code>email</code> <small>string (email) · Default: &quot;none&quot;</small>',
    '<code>201</code> Made',
    'application/xml',
    'pets',
  ],
  'openapi-schemas': [
    block('openapi-schemas', { schemas: ['Pet'], ref: { kind: 'openapi', spec: 'pets' } }),
    '<code>Pet</code>',
    '<code>email</code>',
    'pets',
  ],
  'openapi-webhook': [
    block('openapi-webhook', { name: 'born', method: 'post', ref: { kind: 'openapi', spec: 'pets' } }),
    'born',
    'Do something with pets',
  ],
  'content-ref': [block('content-ref', { ref: { kind: 'page', page: 'p' } }), '<a href="/s/p">A page</a>'],
  'reusable-content': [
    block('reusable-content', { ref: { kind: 'reusable-content', reusableContent: 'r' } }),
    '<p>Shared text</p>',
  ],
  integration: [block('integration', { integration: 'mermaid', block: 'diagram' }), 'mermaid · diagram'],
};

/** The same of inlines. */
export const inlines: Record<string, [Inline, string]> = {
  link: [inline('link', { ref: { kind: 'page', page: 'p' } }, [text('there')]), '<a href="/s/p">there</a>'],
  mention: [inline('mention', { ref: { kind: 'page', page: 'p' } }), 'class="mention" href="/s/p">A page</a>'],
  button: [
    inline('button', { label: 'Go', kind: 'secondary', ref: { kind: 'page', page: 'p' } }),
    'class="button secondary" href="/s/p">Go</a>',
  ],
  emoji: [inline('emoji', { code: '1f600' }), '😀'],
  icon: [inline('icon', { icon: 'check' }), '✓'],
  expression: [inline('expression', { expression: 'space.vars.x' }), 'space.vars.x'],
  'inline-math': [inline('inline-math', { formula: 'a^2' }), '<math alttext="a^2"><msup>'],
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
