import type { Block } from '../../api/contracts';
import { paragraphOf, textOf } from '../documents/plain-text';
import { imageBlock } from './media-blocks';

/** The texts of an image: its description for readers who do not see it, and its caption. */
export interface ImageDetails {
  alt: string;
  caption: string;
}

/** The images of a block, which may be one image or several; undefined for any other block. */
function imagesIn(block: Block): Block[] | undefined {
  const images = block.type === 'images' ? (block.nodes ?? []) : [block];
  const isAll = images.every((image): image is Block => image.object === 'block' && image.type === 'image');
  return isAll && images.length > 0 ? images : undefined;
}
const captionOf = ({ fragments = [] }: Block) => fragments.find(({ fragment }) => fragment === 'caption');

/** The details of each image of a block; undefined for a block without images. */
export const imageDetails = (block: Block): ImageDetails[] | undefined =>
  imagesIn(block)?.map((image) => ({
    alt: typeof image.data.alt === 'string' ? image.data.alt : '',
    caption: textOf(captionOf(image)?.nodes),
  }));

/** The block with other details of its images. A caption that stays the same keeps its marks and links. */
export function withImageDetails(block: Block, details: readonly ImageDetails[]): Block {
  const images = imagesIn(block)!.map((image, index) => changed(image, details[index]!));
  return block.type === 'images' ? { ...block, nodes: images } : images[0]!;
}

/** The block with an uploaded image behind its images. */
export function withImage(block: Block, file: string, alt: string): Block {
  return { ...block, nodes: [...(block.nodes ?? []), ...imageBlock({ kind: 'file', file }, alt).nodes!] };
}

function changed(image: Block, { alt, caption }: ImageDetails): Block {
  const { alt: before, source: _, ...rest } = image.data;
  const isSame = caption === textOf(captionOf(image)?.nodes);
  if (isSame && alt === (before ?? '')) return image;
  const fragments = isSame
    ? image.fragments
    : [
        ...(image.fragments ?? []).filter(({ fragment }) => fragment !== 'caption'),
        {
          object: 'fragment' as const,
          fragment: 'caption',
          type: 'caption',
          nodes: caption === '' ? [] : [paragraphOf(caption)],
        },
      ];
  return { ...image, data: { ...rest, ...(alt !== '' && { alt }) }, fragments };
}
