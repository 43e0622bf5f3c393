import { posix } from 'node:path';

/** A path below a directory, without leading or trailing dots and slashes; undefined when it leads out of the top. */
export function resolvePath(directory: string, path: string): string | undefined {
  const resolved = posix.normalize(posix.join(directory || '.', path)).replace(/\/$/, '');
  if (resolved === '.' || resolved === '') return '';
  return resolved.startsWith('../') || resolved === '..' || resolved.startsWith('/') ? undefined : resolved;
}

export const directoryOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');

export const isMarkdown = (path: string): boolean => /\.(md|markdown)$/i.test(path);

/** Folders that hold the platform's own things rather than pages, and what a repository holds besides documentation. */
export const isHidden = (path: string): boolean =>
  path.split('/').some((part) => part.startsWith('.') || part === 'node_modules');
