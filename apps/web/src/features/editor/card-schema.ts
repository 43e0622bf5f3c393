import type { NodeSpec } from 'prosemirror-model';
import { jsonAttribute, readJSON } from './json-attributes';

/** A part of a card that is chosen in a dialog, not typed. */
const chosen = (name: string): NodeSpec => ({
  atom: true,
  selectable: true,
  attrs: { value: {} },
  toDOM: ({ attrs }) => ['div', jsonAttribute(name, attrs.value)],
  parseDOM: [
    {
      tag: `div[data-${name}]`,
      getAttrs: (element) => {
        const value = readJSON(element, name);
        return value ? { value } : false;
      },
    },
  ],
});

/** Cards: tables whose rows are shown as cards, each with the cells of its row. See `card-nodes`. */
export const cardNodes: Record<string, NodeSpec> = {
  cards: {
    content: 'card+',
    isolating: true,
    group: 'block',
    attrs: {
      key: { default: null },
      meta: { default: null },
      /** The ids of the columns that are cells, of the cover and of the target. */
      columns: {},
      frame: {},
    },
    toDOM: ({ attrs }) => [
      'div',
      {
        class: 'card-grid',
        ...jsonAttribute('cards', { columns: attrs.columns as object, frame: attrs.frame as object }),
      },
      0,
    ],
    parseDOM: [{ tag: 'div[data-cards]', getAttrs: (element) => readJSON(element, 'cards') ?? false }],
  },
  card: {
    content: 'card_cover? card_cell+ card_target?',
    isolating: true,
    attrs: { record: { default: null }, rest: { default: null }, values: { default: {} } },
    toDOM: ({ attrs }) => ['div', { class: 'card', ...jsonAttribute('card', attrs) }, 0],
    parseDOM: [
      {
        tag: 'div[data-card]',
        getAttrs: (card) => (card.closest('[data-cards]') && readJSON(card, 'card')) ?? null,
      },
    ],
  },
  card_cell: {
    content: '(block+ | cell_value)',
    isolating: true,
    attrs: { fragment: { default: null } },
    toDOM: () => ['div', { class: 'card-cell', 'data-card-cell': '' }, 0],
    parseDOM: [{ tag: 'div[data-card-cell]' }],
  },
  /** The picture of a card. */
  card_cover: chosen('card-cover'),
  /** Where a card leads. */
  card_target: chosen('card-target'),
};
