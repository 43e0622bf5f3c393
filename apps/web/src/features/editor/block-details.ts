import type { Node } from 'prosemirror-model';
import { NodeSelection, type EditorState } from 'prosemirror-state';
import type { Block } from '../../api/contracts';
import { capitalized } from '../../ui/capitalized';
import type { FieldOfBlock } from './fields-dialog';
import { imageDetails, withImageDetails, type ImageDetails } from './image-details';
import { isSameText } from './same-text';

type Values = Record<string, string>;

/** The details of the block at the cursor besides its text. */
export interface BlockDetails {
  label: string;
  fields: readonly FieldOfBlock[];
  position: number;
  /** The key of the block; absent in one that is new. */
  key?: string;
  values: Values;
  /** The attributes of the node with other values. */
  withValues(values: Values): object;
}

interface TextFields {
  label: string;
  fields: readonly FieldOfBlock[];
}

/** Fields of `data`, by the name of the node. */
const textFields: Record<string, TextFields> = {
  code_block: {
    label: 'Language and title',
    fields: [
      { name: 'syntax', label: 'Language', hint: 'Such as typescript, bash or mermaid.' },
      { name: 'title', label: 'Title' },
    ],
  },
  hint: {
    label: 'Style of the hint',
    fields: [
      {
        name: 'style',
        label: 'Style',
        options: ['info', 'success', 'warning', 'danger'].map((style) => ({
          value: style,
          label: capitalized(style),
        })),
      },
    ],
  },
  tabs_item: { label: 'Title of the tab', fields: [{ name: 'title', label: 'Title' }] },
};

/** The fields of each image of a block, by its place. */
const imageFields = (count: number): FieldOfBlock[] =>
  Array.from({ length: count }, (_, index) => {
    const of = count > 1 ? ` of image ${index + 1}` : '';
    return [
      {
        name: `alt${index}`,
        label: `Description${of}`,
        hint: index === 0 ? 'Describes the image for readers who cannot see it.' : undefined,
      },
      {
        name: `caption${index}`,
        label: `Caption${of}`,
        hint: index === 0 ? 'Shown below the image.' : undefined,
      },
    ];
  }).flat();

/** The details of the selected block, or of the innermost one around the cursor that has some. */
export function detailsAt({ selection }: EditorState): BlockDetails | undefined {
  if (selection instanceof NodeSelection) return detailsOfOpaque(selection.node, selection.from);
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth);
    const found = textFields[node.type.name];
    if (found) return detailsOfText(node, $from.before(depth), found);
  }
  return undefined;
}

/** The details of the block at the cursor if it is still the one of before, which may stand elsewhere or have its key since. */
export function detailsAgain(state: EditorState, before: BlockDetails): BlockDetails | undefined {
  const now = detailsAt(state);
  if (now?.label !== before.label) return undefined;
  const isSame = before.key === undefined ? isSameText(now.values, before.values) : now.key === before.key;
  return isSame ? now : undefined;
}

function detailsOfText({ attrs }: Node, position: number, { label, fields }: TextFields): BlockDetails {
  const data = attrs.data as Record<string, unknown>;
  const values = Object.fromEntries(fields.map(({ name }) => [name, typeof data[name] === 'string' ? data[name] : '']));
  const withValues = (next: Values) => {
    const given = fields.filter(({ name }) => next[name]).map(({ name }) => [name, next[name]]);
    const others = Object.entries(data).filter(([name]) => !fields.some((field) => field.name === name));
    return { ...attrs, data: Object.fromEntries([...others, ...given]) as object };
  };
  return { label, fields, position, key: (attrs.key as string | null) ?? undefined, values, withValues };
}

function detailsOfOpaque({ type, attrs }: Node, position: number): BlockDetails | undefined {
  if (type.name !== 'opaque') return undefined;
  const block = attrs.block as Block;
  const images = imageDetails(block);
  return images ? detailsOfImages(block, position, images) : detailsOfFormula(block, position);
}

function detailsOfFormula(block: Block, position: number): BlockDetails | undefined {
  if (block.type !== 'math') return undefined;
  const { formula } = block.data;
  return {
    key: block.key,
    label: 'Formula',
    fields: [{ name: 'formula', label: 'Formula', hint: 'In the language of TeX.' }],
    position,
    values: { formula: typeof formula === 'string' ? formula : '' },
    withValues: (next) => ({ block: { ...block, data: { formula: next.formula } } }),
  };
}

function detailsOfImages(block: Block, position: number, images: readonly ImageDetails[]): BlockDetails {
  return {
    key: block.key,
    label: images.length > 1 ? 'Descriptions and captions' : 'Description and caption',
    fields: imageFields(images.length),
    position,
    values: Object.fromEntries(
      images.flatMap(({ alt, caption }, index) => [
        [`alt${index}`, alt],
        [`caption${index}`, caption],
      ]),
    ),
    withValues: (next) => ({
      block: withImageDetails(
        block,
        images.map((_, index) => ({ alt: next[`alt${index}`] ?? '', caption: next[`caption${index}`] ?? '' })),
      ),
    }),
  };
}
