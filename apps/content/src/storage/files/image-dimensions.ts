import { imageSize } from 'image-size';

/** Of a JPEG that is shown turned by a quarter (Exif 2.3, tag 274), width and height change places. */
const firstTurned = 5;

/** How large a picture is shown, in pixels; undefined for what is no picture, is damaged, or has no size of its own. */
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
