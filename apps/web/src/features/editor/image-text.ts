import { NodeSelection, type EditorState } from 'prosemirror-state';
import type { Block } from '../../api/contracts';
import { documentOf, plainText } from '../documents/plain-text';

type Image = Block & { data: { alt?: string } };

/** The texts of an image. */
export interface ImageText {
  alt: string;
  caption: string;
  /** A caption with marks or links is not plain text: the editor keeps it as it is. */
  isPlain: boolean;
}

/** The block of images that is selected, with its position in the document of the editor. */
export function selectedImages({ selection }: EditorState): { block: Block; position: number } | undefined {
  const block = selection instanceof NodeSelection ? (selection.node.attrs.block as Block | undefined) : undefined;
  return block?.type === 'images' ? { block, position: selection.from } : undefined;
}

export const imageTexts = (block: Block): ImageText[] => imagesOf(block).map(textOf);

/** The block with other texts, one for each image. A text that is the same leaves its image as it is. */
export function withImageTexts(block: Block, texts: readonly ImageText[]): Block {
  const nodes = imagesOf(block).map((image, index) => {
    const before = textOf(image);
    const { alt, caption } = texts[index] ?? before;
    const described = alt === before.alt ? image : withAlt(image, alt);
    return caption === before.caption ? described : withCaption(described, caption);
  });
  return { ...block, nodes } as Block;
}

const imagesOf = (block: Block): Image[] =>
  ((block as { nodes?: Image[] }).nodes ?? []).filter(({ type }) => type === 'image');

function textOf(image: Image): ImageText {
  const nodes = captionOf(image);
  return {
    alt: image.data.alt ?? '',
    caption: plainText({ object: 'document', data: {}, nodes }),
    isPlain: isPlain(nodes),
  };
}

const captionOf = ({ fragments = [] }: Image): Block[] =>
  (fragments.find(({ fragment }) => fragment === 'caption')?.nodes ?? []) as Block[];

const withAlt = ({ data: { alt: _before, ...data }, ...image }: Image, alt: string): Image =>
  ({ ...image, data: { ...data, ...(alt && { alt }) } }) as Image;

function withCaption(image: Image, caption: string): Image {
  const others = (image.fragments ?? []).filter(({ fragment }) => fragment !== 'caption');
  const nodes = caption.trim() === '' ? [] : (documentOf(caption).nodes as Block[]);
  return { ...image, fragments: [...others, { object: 'fragment', fragment: 'caption', nodes }] } as Image;
}

/** Paragraphs of text without marks. */
const isPlain = (nodes: readonly Block[]): boolean =>
  nodes.every((block) => {
    const texts = (block as { nodes?: { object: string; leaves?: { marks?: unknown[] }[] }[] }).nodes ?? [];
    return (
      block.type === 'paragraph' &&
      texts.every(
        ({ object, leaves = [] }) => object === 'text' && leaves.every(({ marks = [] }) => marks.length === 0),
      )
    );
  });
