import { fileTypeFromBuffer } from 'file-type';

/** Types of text, which has no signature to recognise it by. */
const byExtension: Record<string, string> = {
  svg: 'image/svg+xml',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
};

/** The media type of a file by its content; by its name only where the content is text. */
export async function contentTypeOf(name: string, bytes: Buffer): Promise<string> {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const detected = await fileTypeFromBuffer(bytes);
  // An SVG is XML to who looks at the bytes alone.
  if (detected && !(detected.mime === 'application/xml' && extension === 'svg')) return detected.mime;
  return byExtension[extension] ?? 'application/octet-stream';
}
