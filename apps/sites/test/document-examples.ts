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
    { name: 'id', type: 'string', readOnly: true, limits: ['minLength 3'] },
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
  servers: [
    {
      url: 'https://{pets}.example',
      description: 'Here',
      variables: [{ name: 'pets', type: 'string', values: ['"pets"'] }],
    },
  ],
  security: ['apiKey'],
  isSecurityOptional: true,
  schemes: [
    { name: 'apiKey', how: 'X-Key (header)' },
    { name: 'login', how: 'OAuth 2.0', scopes: ['read'], urls: [{ name: 'tokenUrl', url: 'https://t.example' }] },
  ],
  parameters: [{ name: 'limit', in: 'query', type: 'integer', description: 'How many' }],
  body: { contentType: 'application/json', schema: petModel },
  responses: [
    {
      status: '201',
      description: 'Made',
      headers: [{ name: 'X-Left', type: 'integer', examples: ['7'] }],
      body: {
        contentType: 'application/xml',
        alsoAs: ['text/xml'],
        schema: petModel,
        examples: [{ name: 'A cat', text: '<pet>' }],
        others: [{ contentType: 'text/csv', schema: { type: 'string', limits: ['maxLength 9'] } }],
      },
    },
  ],
};

/** One block of each kind, and the texts that a reader must see of it. */
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
    'aria-label="Done"',
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
  file: [block('file', { ref: file }), '<a class="ref" href="/s/~files/o/h">', 'a.png <small>12.3 KB</small>'],
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
    '<svg class="icon"',
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
    '<code>https://{pets}.example</code>',
    '<code>pets</code> <small>string</small>',
    '(optional)',
    '<code>apiKey</code> <small>X-Key (header)</small>',
    '<code>login</code> <small>OAuth 2.0 · Scopes: read</small>',
    '<code>tokenUrl</code> <small>https://t.example</small>',
    '<code>id</code> <small>string · read-only</small>',
    '<code>minLength 3</code>',
    '<code>201</code> Made',
    'Headers',
    '<code>X-Left</code> <small>integer</small>',
    'Example: <code>7</code>',
    '<code>application/xml</code>, <code>text/xml</code> · Pet',
    'Example: A cat',
    '<pre><code>&lt;pet&gt;</code></pre>',
    '<code>text/csv</code> · string',
    '<code>maxLength 9</code>',
    'pets',
  ],
  'openapi-schemas': [
    block('openapi-schemas', { schemas: ['Pet'], ref: { kind: 'openapi', spec: 'pets' } }),
    '<code>Pet</code>',
    '<code>email</code>',
  ],
  'openapi-webhook': [
    block('openapi-webhook', { name: 'born', method: 'post', ref: { kind: 'openapi', spec: 'pets' } }),
    'born',
    'Do something with pets',
  ],
  'swagger-method': [
    block(
      'swagger-method',
      { baseUrl: 'https://api.example', path: '/v1/cakes/{id}', method: 'get', summary: 'Get a cake' },
      [
        block('swagger-parameter', { in: 'path', name: 'id', type: 'string', required: true }, [
          paragraph(text('Of the cake')),
        ]),
        block('swagger-response', { status: '200', description: 'Found' }, [paragraph(text('Body'))]),
      ],
    ),
    '<h2>Get a cake</h2>',
    '<b class="method">GET</b>',
    'https://api.example</span>/v1/cakes/{id}',
    '<code>id</code> <small>string · path · required</small>',
    'Of the cake',
    '<code>200</code> Found',
    'Body',
  ],
  'swagger-description': [block('swagger-description', {}, [paragraph(text('words'))]), 'words'],
  'swagger-parameter': [block('swagger-parameter', { name: 'id', type: 'string' }), '<code>id</code>', 'string'],
  'swagger-response': [block('swagger-response', { status: '404', description: 'Gone' }), '<code>404</code> Gone'],
  'api-method': [
    block('api-method', { host: 'https://api.example', path: '/cakes', method: 'post' }, [
      block('api-method-summary', {}, [paragraph(text('Bake'))]),
      block('api-method-description', {}, [paragraph(text('a cake'))]),
      block('api-method-headers', {}, [block('api-method-parameter', { name: 'Key', required: true })]),
      block('api-method-response-example', { httpCode: 201 }, [paragraph(text('Baked'))]),
    ]),
    '<h2>Bake</h2>',
    'POST',
    'https://api.example</span>/cakes',
    'a cake',
    'Parameters · header',
    '<code>Key</code> <small>required</small>',
    '<code>201</code>',
    'Baked',
  ],
  ...Object.fromEntries(
    [
      'summary',
      'description',
      'spec',
      'request',
      'path-parameters',
      'query-parameters',
      'body-parameters',
      'form-data-parameters',
      'headers',
      'response',
      'response-example',
      'response-example-description',
    ].map((name): [string, [Block, string]] => [
      `api-method-${name}`,
      [block(`api-method-${name}`, {}, [paragraph(text('words'))]), 'words'],
    ]),
  ),
  'api-method-parameter': [block('api-method-parameter', { name: 'id', type: 'string' }), '<code>id</code>', 'string'],
  'content-ref': [
    block('content-ref', { ref: { kind: 'page', page: 'p' } }),
    '<a class="ref" href="/s/p">',
    '<span>A page</span>',
  ],
  'reusable-content': [
    block('reusable-content', { ref: { kind: 'reusable-content', reusableContent: 'r' } }),
    '<p>Shared text</p>',
  ],
  integration: [block('integration', { integration: 'mermaid', block: 'diagram' }), 'mermaid · diagram'],
};

/** The same for inlines. */
export const inlines: Record<string, [Inline, string]> = {
  link: [inline('link', { ref: { kind: 'page', page: 'p' } }, [text('there')]), '<a href="/s/p">there</a>'],
  mention: [inline('mention', { ref: { kind: 'page', page: 'p' } }), 'class="mention" href="/s/p">A page</a>'],
  button: [
    inline('button', { label: 'Go', kind: 'secondary', ref: { kind: 'page', page: 'p' } }),
    'class="button secondary" href="/s/p">Go</a>',
  ],
  emoji: [inline('emoji', { code: '1f600' }), '😀'],
  icon: [inline('icon', { icon: 'check' }), '<svg class="icon"'],
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
