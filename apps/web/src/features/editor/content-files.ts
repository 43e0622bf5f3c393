import { editContent } from '../pages/edit-content';
import { readFile } from '../pages/read-file';
import type { ContentPlace } from '../pages/use-pages';
import type { TakeFile } from './copied-places';
import type { CopyImage } from './pasted-images';
import type { Upload } from './upload-places';

/** Bytes that one call takes of a file. */
const most = 1_048_576;
/** Longest side in pixels to which a larger image is made smaller. */
const longest = 2_400;

/** Uploads files into the content that is edited. Images that are too large are made smaller; other files are refused. */
export const uploadTo =
  (place: ContentPlace): Upload =>
  async (given, onProgress) => {
    const file = given.size > most ? await smaller(given) : given;
    const contentType = file.type || 'application/octet-stream';
    const sent = { name: file.name || 'file', contentType, base64: await base64Of(file) };
    return insert(place, sent, onProgress);
  };

/** Copies images of the web into the content that is edited. */
export const copyTo =
  (place: ContentPlace): CopyImage =>
  (url) =>
    insert(place, { name: nameIn(url), url });

/** Copies files of other content into the content that is edited, unless they are in it as well. */
export const takeTo =
  (place: ContentPlace): TakeFile =>
  async (id, from) => {
    if (from.spaceId === place.spaceId && (await readFile(place, id).catch(() => undefined))) return id;
    const { name, contentType, downloadURL } = await readFile(from, id);
    // The app is served at the origin of the files.
    const { pathname, search } = new URL(downloadURL);
    const response = await fetch(pathname + search);
    if (!response.ok) throw new Error(`${name} could not be read.`);
    return uploadTo(place)(new File([await response.blob()], name, { type: contentType }), () => undefined);
  };

/** The end of an address as the name of a file. */
const nameIn = (url: string): string => (/[^/?#]+(?=$|[?#])/.exec(url)?.[0] ?? 'image').slice(0, 100);

async function insert(
  place: ContentPlace,
  file: { name: string; url: string } | { name: string; contentType: string; base64: string },
  onProgress?: (part: number) => void,
): Promise<string> {
  const { insertedFiles } = await editContent(place, [{ operation: 'insert_files', files: [file] }], { onProgress });
  const [inserted] = insertedFiles ?? [];
  if (!inserted) throw new Error(`${file.name} could not be uploaded. Try again.`);
  return inserted.id;
}

async function smaller(file: File): Promise<File> {
  const tooLarge = new Error(`${file.name} is larger than 1 MB. Make it smaller, or link to it.`);
  if (!/^image\/(png|jpeg|webp|avif|bmp)$/.test(file.type)) throw tooLarge;
  const image = await createImageBitmap(file).catch(() => {
    throw tooLarge;
  });
  for (let side = longest; side >= 600; side /= 1.5) {
    const scale = Math.min(1, side / Math.max(image.width, image.height));
    const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.86 });
    if (blob.size <= most) return new File([blob], file.name.replace(/\.\w+$/, '.webp'), { type: blob.type });
  }
  throw tooLarge;
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(new Error(`${file.name} could not be read.`));
    reader.readAsDataURL(file);
  });
