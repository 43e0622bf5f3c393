import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import { invalid } from '@bindery/contracts';
import type { Storage } from '@bindery/storage';
import type { StoredImage } from './integration.entity';
import { imageKey } from './integration.presenter';

const accepted = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/x-icon'];

/** Stores an image that was sent in base64, under its hash. Throws 400, naming `field`, for an invalid image. */
export async function storeImage(
  storage: Storage,
  organization: string,
  base64: string,
  field: string,
): Promise<StoredImage> {
  const bytes = Buffer.from(base64, 'base64');
  const contentType = await imageType(bytes);
  if (!contentType) throw invalid(field, `${field.slice('body.'.length)} must be an image`);
  const image = { hash: createHash('sha256').update(bytes).digest('hex'), contentType };
  await storage.put(imageKey(organization, image), bytes, { contentType, size: bytes.length });
  return image;
}

/** By the content only: a declared type is not trusted. */
async function imageType(bytes: Buffer): Promise<string | undefined> {
  const detected = (await fileTypeFromBuffer(bytes))?.mime;
  if (detected && accepted.includes(detected)) return detected;
  // An SVG has no signature; it is served in a sandbox that executes nothing.
  return /^\s*(<\?xml[^>]*>\s*)?(<!--((?!-->)[\s\S])*-->\s*)*<svg[\s>]/.test(bytes.subarray(0, 2000).toString())
    ? 'image/svg+xml'
    : undefined;
}
