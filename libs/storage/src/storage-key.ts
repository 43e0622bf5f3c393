import { StorageKeyError } from './storage';

const MAX_KEY = 1024;
const SEGMENT = /^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,200}$/;
const PREFIX_TAIL = /^[A-Za-z0-9_.-]{0,200}$/;

/** The key itself. Throws StorageKeyError unless it is a relative path of plain segments. */
export function checkedKey(key: string): string {
  if (key.length > MAX_KEY || !key.split('/').every((segment) => SEGMENT.test(segment))) throw new StorageKeyError(key);
  return key;
}

/** Splits the beginning of a key into its whole segments (joined by `/`, without the last `/`) and the rest. */
export function splitPrefix(prefix: string): { folder: string; tail: string } {
  const end = prefix.lastIndexOf('/');
  const folder = end < 0 ? '' : checkedKey(prefix.slice(0, end));
  const tail = prefix.slice(end + 1);
  if (end === 0 || !PREFIX_TAIL.test(tail)) throw new StorageKeyError(prefix);
  return { folder, tail };
}

/** Whether a media type can be stored: a short line of printable ASCII. */
export const isContentType = (text: string): boolean => /^[\x20-\x7e]{1,200}$/.test(text);

/** The media type itself. Throws a RangeError unless it is one. */
export function checkedContentType(contentType: string): string {
  if (!isContentType(contentType)) throw new RangeError('The content type is not a short printable text');
  return contentType;
}
