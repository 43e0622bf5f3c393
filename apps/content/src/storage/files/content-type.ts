import { fileTypeFromBuffer, supportedMimeTypes } from 'file-type';

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

const unknown = 'application/octet-stream';
/** `type/subtype` by RFC 6838, section 4.2. */
const mediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/**
 * The media type of a file by its content; by its name only where the content is text; and by the declared type where
 * neither determines it.
 */
export async function contentTypeOf(name: string, bytes: Buffer, declared?: string): Promise<string> {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const detected = await fileTypeFromBuffer(bytes);
  // An SVG is also valid XML.
  if (detected && !(detected.mime === 'application/xml' && extension === 'svg')) return detected.mime;
  return byExtension[extension] ?? believable(declared);
}

/** A declared type without its parameters, unless bytes of that type would have been recognized. */
function believable(declared = unknown): string {
  const type = declared.split(';')[0]!.trim().toLowerCase();
  return mediaType.test(type) && !supportedMimeTypes.has(type) ? type : unknown;
}
