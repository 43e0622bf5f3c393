import { imageSize } from 'image-size';

/** From this orientation on, a JPEG is rotated by a quarter (Exif 2.3, tag 274), so width and height are swapped. */
const firstTurned = 5;

/** The displayed size of an image, in pixels; undefined for a file that is no image, is damaged, or has no size of its own. */
export function imageDimensions(bytes: Buffer, contentType: string): { width: number; height: number } | undefined {
  if (!contentType.startsWith('image/')) return undefined;
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    const [across, down] = [Math.round(width), Math.round(height)];
    if (!(across > 0 && down > 0)) return undefined;
    return orientation < firstTurned ? { width: across, height: down } : { width: down, height: across };
  } catch {
    return undefined;
  }
}
