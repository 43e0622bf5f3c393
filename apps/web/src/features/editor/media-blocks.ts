import type { Block } from '../../api/contracts';
import { isWebAddress } from './addresses';

type Reference = { kind: 'file'; file: string } | { kind: 'url'; url: string };

/** A block with one image. */
export const imageBlock = (ref: Reference, alt = ''): Block => ({
  object: 'block',
  type: 'images',
  isVoid: false,
  data: {},
  nodes: [
    {
      object: 'block',
      type: 'image',
      isVoid: true,
      data: { ref, ...(alt && { alt }) },
      fragments: [{ object: 'fragment', fragment: 'caption', nodes: [] }],
    } as Block,
  ],
});

/** A block that offers a file. */
export const fileBlock = (ref: Reference): Block => ({ object: 'block', type: 'file', isVoid: true, data: { ref } });

/** A block that shows another page of the web. */
export const embedBlock = (url: string): Block => ({ object: 'block', type: 'embed', isVoid: true, data: { url } });

/** The block for an image of pasted HTML; undefined for one whose address only its own program knows. */
export function blockFromImage(image: HTMLElement): Block | undefined {
  const url = image.getAttribute('src') ?? '';
  return isWebAddress(url) ? imageBlock({ kind: 'url', url }, image.getAttribute('alt') ?? '') : undefined;
}
