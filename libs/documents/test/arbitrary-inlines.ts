import fc from 'fast-check';
import type { Block, ContentRef, Data, Inline, Leaf, Mark, Node } from '../src';

/** Pieces of text that Markdown or HTML could take for something else, beside ordinary words. */
const hostile = [
  '*',
  '**',
  '_',
  '__',
  '~~',
  '`',
  '``',
  '[',
  ']',
  '](x)',
  '[^1]',
  '[^1]: x',
  '[x]',
  '[ ] ',
  '![',
  '<',
  '<b>',
  '</p>',
  '<!--',
  '-->',
  '&amp;',
  '&#x20;',
  '&',
  '{% hint %}',
  '{% endhint %}',
  '{%',
  '%}',
  '$$',
  '$',
  '\\',
  '#',
  '## ',
  '> ',
  '- ',
  '+ ',
  '* ',
  '1. ',
  '2) ',
  '---',
  '***',
  '===',
  '|',
  '| - |',
  ':-',
  ':smile:',
  ':x:',
  'https://example.com/a_b',
  'http://x',
  '  ',
  '   ',
  '\t',
  '```',
  '~~~',
  '!',
  '"',
  "'",
  '(',
  ')',
  'a_b_c',
  'x',
  '\u00A0',
  'é',
  '漢字',
  '😀',
  '\n',
  'word',
  'two words',
  'end.',
  '[a]: b',
  '&copy',
  '<br>',
  '{',
  '}',
];

export const characters = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.stringMatching(/^[a-z]{1,8}$/) },
      { weight: 2, arbitrary: fc.constantFrom(...hostile) },
      fc.constant(' '),
    ),
    { maxLength: 7 },
  )
  .map((parts) => parts.join(''));

/** Text on one line, for values that Markdown holds in an attribute. */
export const line = characters.map((value) => value.replaceAll('\n', ' '));
export const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/);
const id = fc.stringMatching(/^[A-Za-z0-9]{4,12}$/);
const url = fc.oneof(
  fc.webUrl(),
  fc.constantFrom(
    '../a/b.md',
    'image (1).png',
    '.gitbook/assets/a b.svg',
    'mailto:a@b.c',
    'x.md#y',
    'a?b=c&d=e&copy=1',
    'a"b',
    "a'b",
    'a(b',
    'a)b',
    'a<b>',
    'a\\b',
    '',
  ),
);

export const urlRef = url.map((value): ContentRef => ({ kind: 'url', url: value }));
export const fileRef = fc.oneof(
  urlRef,
  id.map((file): ContentRef => ({ kind: 'file', file })),
);
const space = fc.option(id, { nil: undefined }).map((value) => (value === undefined ? {} : { space: value }));
export const contentRef: fc.Arbitrary<ContentRef> = fc.oneof(
  fileRef,
  fc.tuple(id, space).map(([page, more]): ContentRef => ({ kind: 'page', page, ...more })),
  word.map((anchor): ContentRef => ({ kind: 'anchor', anchor })),
  fc.tuple(id, word, space).map(([page, anchor, more]): ContentRef => ({ kind: 'anchor', anchor, page, ...more })),
  id.map((user): ContentRef => ({ kind: 'user', user })),
  id.map((collection): ContentRef => ({ kind: 'collection', collection })),
  id.map((value): ContentRef => ({ kind: 'space', space: value })),
  fc
    .tuple(id, space)
    .map(([reusableContent, more]): ContentRef => ({ kind: 'reusable-content', reusableContent, ...more })),
  word.map((spec): ContentRef => ({ kind: 'openapi', spec })),
  word.map((tag): ContentRef => ({ kind: 'tag', tag })),
);

export const color = fc.constantFrom(
  'default',
  'green',
  'blue',
  'red',
  'orange',
  'yellow',
  'purple',
  '$primary',
  '$info',
  '$success',
  '$warning',
  '$danger',
);
const mark: fc.Arbitrary<Mark> = fc.oneof(
  fc
    .constantFrom('bold', 'italic', 'code', 'keyboard', 'strikethrough', 'superscript', 'subscript')
    .map((type): Mark => ({ object: 'mark', type })),
  fc.record({ text: color, background: color }).map((data): Mark => ({ object: 'mark', type: 'color', data })),
);

export const leafOf = (text: fc.Arbitrary<string>): fc.Arbitrary<Leaf> =>
  fc.record({
    object: fc.constant('leaf' as const),
    text,
    marks: fc.oneof({ weight: 2, arbitrary: fc.constant<Mark[]>([]) }, fc.array(mark, { maxLength: 3 })),
  });

export const textOf = (text: fc.Arbitrary<string>) =>
  fc.record({ object: fc.constant('text' as const), leaves: fc.array(leafOf(text), { minLength: 1, maxLength: 3 }) });

/** Drops absent values, as a document would. */
export function data(values: Data): Data {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

export const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const voidInline = (type: string, values: fc.Arbitrary<Data>): fc.Arbitrary<Inline> =>
  values.map((value) => ({ object: 'inline', type, isVoid: true, data: data(value) }));

const emojiCode = fc.constantFrom(
  '1f600',
  '2764',
  '1f44d-1f3fd',
  '1f468-200d-1f4bb',
  '2705',
  '1fae8',
  '1f1eb-1f1f7',
  '1f9ff',
  '2764-fe0f',
);

const inlineImage = voidInline(
  'inline-image',
  fc.record({
    ref: fileRef,
    refDark: optional(fileRef),
    caption: optional(line.filter(Boolean)),
    alt: optional(line.filter(Boolean)),
    size: optional(fc.constantFrom('original', 'line')),
  }),
);

const action = fc.oneof(
  fc.record({ action: fc.constantFrom('ask', 'search'), query: line }),
  fc.record({ action: fc.constant('select'), value: word }),
);

const voidInlines = fc.oneof(
  voidInline('emoji', fc.record({ code: emojiCode })),
  voidInline('icon', fc.record({ icon: word, color: optional(color) })),
  voidInline('expression', fc.record({ expression: line })),
  voidInline('inline-math', fc.record({ formula: line })),
  inlineImage,
  voidInline('mention', fc.record({ ref: contentRef })),
  voidInline(
    'button',
    fc.record({
      label: line,
      kind: fc.constantFrom('primary', 'secondary'),
      icon: optional(word),
      size: optional(fc.constantFrom('small', 'large')),
      ref: contentRef,
    }),
  ),
  voidInline('button', fc.record({ label: line, kind: fc.constantFrom('primary', 'secondary'), action })),
);

const link: fc.Arbitrary<Inline> = fc
  .record({
    ref: contentRef,
    title: optional(line.filter((value) => value !== '' && value !== 'mention')),
    nodes: fc.array(fc.oneof({ weight: 3, arbitrary: textOf(characters) }, inlineImage), {
      minLength: 1,
      maxLength: 2,
    }),
  })
  .map(({ ref, title, nodes }) => ({
    object: 'inline',
    type: 'link',
    isVoid: false,
    data: data({ ref, title }),
    nodes,
  }));

const annotation = (body: fc.Arbitrary<Block[]>, text: fc.Arbitrary<string>): fc.Arbitrary<Inline> =>
  fc.tuple(textOf(text), body).map(([node, nodes]) => ({
    object: 'inline',
    type: 'annotation',
    isVoid: false,
    data: {},
    nodes: [node],
    fragments: [{ object: 'fragment', fragment: 'annotation-body', type: 'annotation-body', nodes }],
  }));

/** The inline content of a block; `note` makes the bodies of annotations. */
export const inlineNodes = (note: fc.Arbitrary<Block[]> | undefined): fc.Arbitrary<Node[]> =>
  fc.array(
    fc.oneof(
      { weight: 6, arbitrary: textOf(characters) as fc.Arbitrary<Node> },
      { weight: 2, arbitrary: voidInlines },
      { weight: 1, arbitrary: link },
      ...(note ? [{ weight: 1, arbitrary: annotation(note, fc.oneof(characters, word)) }] : []),
    ),
    { minLength: 1, maxLength: 4 },
  );

/** The content of a line of code: text, expressions and annotations. */
export const codeNodes = (note: fc.Arbitrary<Block[]>): fc.Arbitrary<Node[]> =>
  fc.array(
    fc.oneof(
      { weight: 5, arbitrary: textOf(line) as fc.Arbitrary<Node> },
      { weight: 1, arbitrary: voidInline('expression', fc.record({ expression: line })) },
      { weight: 1, arbitrary: annotation(note, line) },
    ),
    { minLength: 1, maxLength: 2 },
  );
