import { posix } from 'node:path';

/** A path from the root, without `./`, doubled slashes or a slash at the end; undefined when it leads out of the root. */
export function cleanPath(path: string): string | undefined {
  const clean = posix
    .normalize(`/${path.replaceAll('\\', '/')}`)
    .slice(1)
    .replace(/\/$/, '');
  const depth = path
    .split('/')
    .reduce<number>((at, part) => (at < 0 || part === '.' || part === '' ? at : at + (part === '..' ? -1 : 1)), 0);
  return depth < 0 ? undefined : clean;
}

export function joinPath(folder: string, path: string): string | undefined {
  return cleanPath(folder === '' ? path : `${folder}/${path}`);
}

export const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');

/** A URL in a file as a path from the root and an anchor; undefined for what is no path (another scheme, an anchor alone). */
export function resolveUrl(file: string, url: string): { path: string; anchor?: string } | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^\/\/|^#|^$/i.test(url)) return undefined;
  const [address = '', anchor] = url.split('#', 2);
  const plain = decode(address.split('?', 1)[0] ?? '');
  const path = plain.startsWith('/') ? cleanPath(plain) : joinPath(folderOf(file), plain);
  return path === undefined ? undefined : { path, ...(anchor ? { anchor } : {}) };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
