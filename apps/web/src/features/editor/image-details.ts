import type { Block } from '../../api/contracts';

/** What is said about an image: to those who do not see it, and below it. */
export interface ImageDetails {
  alt: string;
  caption: string;
}

const imageOf = (block: Block): Block | undefined => {
  const [image, ...others] = block.type === 'images' ? (block.nodes ?? []) : [block];
  return others.length === 0 && image?.object === 'block' && image.type === 'image' ? image : undefined;
};
const captionOf = ({ fragments = [] }: Block) => fragments.find(({ fragment }) => fragment === 'caption');

const lineOf = (text: string): Block => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});

function plainText(nodes: readonly unknown[]): string {
  return nodes
    .map((node) => {
      const { text, nodes: inner = [], leaves = [] } = node as { text?: string; nodes?: unknown[]; leaves?: unknown[] };
      return (text ?? '') + plainText(inner) + plainText(leaves);
    })
    .join('');
}

/** The details of a block of one image; undefined for any other block. */
export function imageDetails(block: Block): ImageDetails | undefined {
  const image = imageOf(block);
  if (!image) return undefined;
  const { alt } = image.data;
  return { alt: typeof alt === 'string' ? alt : '', caption: plainText(captionOf(image)?.nodes ?? []) };
}

/** The block with other details. A caption that stays the same keeps its marks and links. */
export function withImageDetails(block: Block, { alt, caption }: ImageDetails): Block {
  const image = imageOf(block)!;
  const { alt: _, source: __, ...rest } = image.data;
  const isSame = caption === plainText(captionOf(image)?.nodes ?? []);
  const fragments = isSame
    ? image.fragments
    : [
        ...(image.fragments ?? []).filter(({ fragment }) => fragment !== 'caption'),
        {
          object: 'fragment' as const,
          fragment: 'caption',
          type: 'caption',
          nodes: caption === '' ? [] : [lineOf(caption)],
        },
      ];
  const changed = { ...image, data: { ...rest, ...(alt !== '' && { alt }) }, fragments };
  return image === block ? changed : { ...block, nodes: [changed] };
}
