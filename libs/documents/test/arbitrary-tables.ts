import fc from 'fast-check';
import type { Block, Data, Fragment, Node } from '../src';
import { contentRef, data, fileRef, inlineNodes, line, optional, word } from './arbitrary-inlines';

const options = fc.uniqueArray(fc.record({ value: word, label: line, color: fc.constantFrom('blue', 'red', '') }), {
  maxLength: 3,
  selector: ({ value }) => value,
});

const column: fc.Arbitrary<Data> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('text'),
      textAlignment: fc.constantFrom('left', 'center', 'right'),
      verticalAlignment: optional(fc.constantFrom('top', 'middle', 'bottom')),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom('number', 'checkbox', 'files', 'content-ref', 'image').map((type): Data => ({ type })),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('users'), multiple: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('rating'), max: fc.integer({ min: 1, max: 10 }) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('select'), multiple: fc.boolean(), options }) },
);

const ids = fc.array(fc.stringMatching(/^[A-Za-z0-9]{5,9}$/), { minLength: 1, maxLength: 2 });
const image = fc.oneof(
  fileRef,
  fc
    .record({
      ref: fileRef,
      objectFit: optional(fc.constantFrom('contain', 'cover')),
      alt: optional(line.filter(Boolean)),
    })
    .map(data),
);

function valueOf({ type }: Data): fc.Arbitrary<unknown> {
  const values: Record<string, fc.Arbitrary<unknown>> = {
    number: fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    ),
    checkbox: fc.boolean(),
    files: ids,
    users: ids,
    rating: fc.integer({ min: 0, max: 10 }),
    select: fc.array(word, { minLength: 1, maxLength: 2 }),
    'content-ref': contentRef,
    image,
  };
  return optional(values[String(type)] ?? fc.constant(undefined));
}

/** Whether a view of cards names its special columns, and which. */
const view = (names: string[]): fc.Arbitrary<Data> => {
  const oneOf = optional(fc.constantFrom(...names));
  const columns = fc.shuffledSubarray(names, { minLength: 1 });
  return fc.oneof(
    fc.record({ type: fc.constant('grid'), columns: fc.constant(names), hideHeader: fc.constant(false) }),
    fc.record({
      type: fc.constant('grid'),
      columns,
      columnWidths: optional(fc.constantFrom(...names).map((name) => ({ [name]: 120.5 }))),
      hideHeader: fc.boolean(),
      useNewSizing: optional(fc.boolean()),
    }),
    fc.record({
      type: fc.constant('cards'),
      columns,
      cardSize: fc.constantFrom('medium', 'large'),
      targetDefinition: oneOf,
      coverDefinition: oneOf,
      coverDefinitionDark: oneOf,
      hideColumnTitle: optional(fc.boolean()),
    }),
  );
};

const plainColumns = fc.array(
  fc.record({ type: fc.constant('text'), textAlignment: fc.constantFrom('left', 'center', 'right') }),
  { minLength: 1, maxLength: 3 },
);

const titleText = (nodes: Node[]): string =>
  nodes
    .map((node): string =>
      node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : titleText(node.nodes ?? []),
    )
    .join('')
    .replace(/\s*\n\s*/g, ' ')
    .trim();

export const table = (content: fc.Arbitrary<Block[]>): fc.Arbitrary<Block> =>
  fc.oneof(fc.array(column, { minLength: 1, maxLength: 4 }), plainColumns).chain((columns) => {
    const names = columns.map((_, index) => `column${index}`);
    const row = fc.tuple(fc.tuple(...columns.map(valueOf)), fc.tuple(...columns.map(() => content)));
    return fc
      .tuple(
        fc.array(row, { maxLength: 3 }),
        view(names),
        fc.tuple(...columns.map(() => line)),
        fc.tuple(...columns.map(() => optional(inlineNodes(undefined)))),
        fc.record({ fullWidth: optional(fc.boolean()), search: optional(fc.boolean()) }),
      )
      .map(([rows, chosen, titles, headers, more]): Block => {
        const fragments: Fragment[] = [];
        const records = rows.map(([values, cells], at) => {
          const entries = columns.map((definition, index): [string, unknown] => {
            if (definition.type !== 'text') return [names[index] ?? '', values[index]];
            fragments.push({ object: 'fragment', fragment: `cell-${at}-${index}`, nodes: cells[index] ?? [] });
            return [names[index] ?? '', `cell-${at}-${index}`];
          });
          return [`record-${at}`, { orderIndex: `a${at}`, values: data(Object.fromEntries(entries)) }] as const;
        });
        const definition = columns.map((value, index) => {
          const nodes = headers[index];
          const header = nodes && `header-${index}`;
          if (nodes)
            fragments.push({
              object: 'fragment',
              fragment: `header-${index}`,
              nodes: [{ object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes }],
            });
          const title = nodes ? titleText(nodes) : titles[index];
          return [names[index], data({ ...value, id: names[index], title, header })] as const;
        });
        return {
          object: 'block',
          type: 'table',
          isVoid: true,
          data: data({
            view: data(chosen),
            records: Object.fromEntries(records),
            definition: Object.fromEntries(definition),
            ...more,
          }),
          fragments,
        };
      });
  });
