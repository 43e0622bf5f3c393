import fc from 'fast-check';
import type { Block, Data, Document, Node } from '../src';
import {
  characters,
  codeNodes,
  contentRef,
  data,
  fileRef,
  inlineNodes,
  line,
  optional,
  urlRef,
  word,
} from './arbitrary-inlines';
import { integration, makeVoid, openapi } from './arbitrary-references';
import { table } from './arbitrary-tables';

type Blocks = fc.Arbitrary<Block[]>;

export const make = (
  type: string,
  nodes: fc.Arbitrary<Node[]>,
  values: fc.Arbitrary<Data> = fc.constant({}),
): fc.Arbitrary<Block> =>
  fc
    .tuple(nodes, values)
    .map(([children, value]) => ({ object: 'block', type, isVoid: false, data: data(value), nodes: children }));

const align = optional(fc.constantFrom('start', 'center', 'end'));
const length = fc.oneof(
  fc.integer({ min: 1, max: 900 }),
  fc.record({ unit: fc.constantFrom('%', 'px'), value: fc.integer({ min: 1, max: 100 }) }),
);
const few = { maxLength: 3 };
const some = { minLength: 1, maxLength: 3 };

const plainParagraph = make('paragraph', inlineNodes(undefined));
const note: Blocks = fc.array(
  fc.oneof(plainParagraph, make('heading-2', inlineNodes(undefined), fc.record({ id: optional(word) }))),
  { minLength: 1, maxLength: 2 },
);
const inlines = inlineNodes(note);
const paragraph = make('paragraph', inlines, fc.record({ align }));
const heading = fc
  .constantFrom('heading-1', 'heading-2', 'heading-3')
  .chain((type) => make(type, inlines, fc.record({ id: optional(word), align })));
const divider = makeVoid('divider', fc.constant({}));

const list = (content: Blocks): fc.Arbitrary<Block> =>
  fc.oneof(
    make('list-unordered', fc.array(make('list-item', content), some)),
    make(
      'list-ordered',
      fc.array(make('list-item', content), some),
      fc.record({ start: optional(fc.integer({ min: 0, max: 2000 })) }),
    ),
    make('list-tasks', fc.array(make('list-item', content, fc.record({ checked: fc.boolean() })), some)),
  );

const codeLine = fc.oneof(
  {
    weight: 3,
    arbitrary: make(
      'code-line',
      line.map((text): Node[] => [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }]),
    ),
  },
  { weight: 1, arbitrary: make('code-line', codeNodes(note), fc.record({ highlighted: optional(fc.boolean()) })) },
);

const code = make(
  'code',
  fc.oneof(
    fc.array(codeLine, some),
    fc.array(
      make(
        'code-line',
        line.map((text): Node[] => [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }]),
      ),
      some,
    ),
  ),
  fc.record({
    syntax: optional(fc.constantFrom('javascript', 'c++', 'yaml')),
    title: optional(line),
    overflow: optional(fc.constantFrom('scroll', 'wrap')),
    lineNumbers: optional(fc.boolean()),
    fullWidth: optional(fc.boolean()),
    expandable: optional(fc.boolean()),
    collapsedLineCount: optional(fc.integer({ min: 1, max: 99 })),
  }),
);

const captionOf = (paragraphs: Blocks) =>
  paragraphs.map((nodes) => [{ object: 'fragment' as const, fragment: 'caption', nodes }]);

const image = fc
  .tuple(
    makeVoid(
      'image',
      fc.record({
        ref: fileRef,
        refDark: optional(fileRef),
        width: optional(length),
        height: optional(length),
        alt: optional(line.filter(Boolean)),
      }),
    ),
    captionOf(fc.array(plainParagraph, { maxLength: 2 })),
  )
  .map(([node, fragments]): Block => ({ ...node, fragments }));

const images = make(
  'images',
  fc.array(image, some),
  fc.record({
    align: optional(fc.constantFrom('left', 'right', 'center')),
    fullWidth: optional(fc.boolean()),
    withFrame: optional(fc.boolean()),
  }),
);

const captioned = (node: fc.Arbitrary<Block>) =>
  fc
    .tuple(node, fc.oneof(fc.constant(undefined), captionOf(fc.array(plainParagraph, { minLength: 1, maxLength: 1 }))))
    .map(([value, fragments]): Block => (fragments ? { ...value, fragments } : value));

const leafBlocks = fc.oneof(
  divider,
  code,
  images,
  captioned(makeVoid('file', fc.record({ ref: fileRef }))),
  makeVoid('drawing', fc.record({ ref: optional(fileRef) })),
  captioned(makeVoid('embed', fc.record({ url: fc.webUrl(), fullWidth: optional(fc.boolean()) }))),
  makeVoid(
    'embed',
    fc
      .tuple(fc.webUrl(), fc.constantFrom('iframe', 'video'))
      .map(([url, name]) => ({ url, source: `<${name} src="${url.replaceAll('&', '&amp;')}"></${name}>` })),
  ),
  makeVoid('math', fc.record({ formula: characters })),
  openapi,
  integration,
  makeVoid('content-ref', fc.record({ ref: contentRef })),
  makeVoid(
    'reusable-content',
    fc.record({
      ref: fc.oneof(
        urlRef,
        word.map((reusableContent) => ({ kind: 'reusable-content', reusableContent })),
      ),
    }),
  ),
);

const hint = (content: Blocks) =>
  make(
    'hint',
    content,
    fc.record({ style: fc.constantFrom('info', 'warning', 'danger', 'success'), icon: optional(word) }),
  );

const containers = (content: Blocks): fc.Arbitrary<Block> =>
  fc.oneof(
    make('blockquote', content),
    hint(content),
    make(
      'if',
      content,
      fc.record({ expression: fc.oneof(fc.constantFrom('visitor.claims.x == "a"', '!(a in [\'b\', "c"])'), line) }),
    ),
    make(
      'tabs',
      fc.array(
        make('tabs-item', content, fc.record({ title: optional(line), icon: optional(word), slug: optional(word) })),
        few,
      ),
      fc.record({ fullWidth: optional(fc.boolean()) }),
    ),
    make('stepper', fc.array(make('stepper-step', content, fc.record({ icon: optional(word) })), few)),
    make(
      'columns',
      fc.array(
        make(
          'column',
          content,
          fc.record({
            width: optional(length),
            verticalAlignment: optional(fc.constantFrom('top', 'middle', 'bottom')),
          }),
        ),
        few,
      ),
      fc.record({ fullWidth: optional(fc.boolean()) }),
    ),
    make(
      'updates',
      fc.array(
        make(
          'update',
          content,
          fc.record({
            date: fc.constant('2026-08-06'),
            tags: optional(
              fc.array(
                word.map((tag) => ({ kind: 'tag', tag })),
                few,
              ),
            ),
          }),
        ),
        few,
      ),
      fc.record({ format: fc.constantFrom('numeric', 'full', 'short') }),
    ),
    make(
      'prompt',
      fc.array(code, { minLength: 1, maxLength: 1 }),
      fc.record({
        description: line,
        icon: optional(word),
        openInAIProviders: optional(fc.boolean()),
        defaultExpanded: optional(fc.constantFrom('hidden', 'partial', 'full')),
      }),
    ),
    expandable(content),
    table(content),
    make(
      'swagger-method',
      fc.array(
        fc.oneof(
          make('swagger-description', content),
          make(
            'swagger-parameter',
            content,
            fc.record({ in: word, name: word, type: optional(line), required: optional(fc.boolean()) }),
          ),
          make('swagger-response', content, fc.record({ status: word, description: optional(line) })),
        ),
        few,
      ),
      fc.record({ method: word, path: line, baseUrl: optional(fc.webUrl()), summary: optional(line) }),
    ),
    make(
      'api-method',
      fc.array(
        fc.oneof(
          make('api-method-summary', content),
          make('api-method-query-parameters', fc.array(make('api-method-parameter', content), few)),
          make('api-method-response-example', content, fc.record({ httpCode: word })),
        ),
        few,
      ),
      fc.record({ method: word, host: fc.webUrl(), path: line }),
    ),
    make('unheard-of', content, fc.record({ anything: fc.array(line, few) })),
  );

const expandable = (content: Blocks): fc.Arbitrary<Block> =>
  fc.tuple(make('paragraph', inlines), content, optional(fc.boolean())).map(([title, body, defaultExpanded]) => ({
    object: 'block',
    type: 'expandable',
    isVoid: true,
    data: data({ defaultExpanded }),
    fragments: [
      { object: 'fragment', fragment: 'expandable-title', type: 'expandable-title', nodes: [title] },
      { object: 'fragment', fragment: 'expandable-body', type: 'expandable-body', nodes: body },
    ],
  }));

function blocks(depth: number): Blocks {
  const inner: Blocks | undefined = depth > 0 ? blocks(depth - 1) : undefined;
  return fc.array(
    fc.oneof(
      { weight: 4, arbitrary: paragraph },
      { weight: 2, arbitrary: heading },
      { weight: 3, arbitrary: leafBlocks },
      ...(inner
        ? [
            { weight: 3, arbitrary: list(inner) },
            { weight: 4, arbitrary: containers(inner) },
          ]
        : []),
    ),
    few,
  );
}

export const documents: fc.Arbitrary<Document> = blocks(2).map((nodes) => ({ object: 'document', data: {}, nodes }));
