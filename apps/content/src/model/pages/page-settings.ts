import { isUnlisted, type PageEntry } from './page-entry';

const names = [
  'title',
  'description',
  'emoji',
  'icon',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'layout',
  'cover',
  'variables',
] as const;

/** What of a page its Markdown file says besides the document: when it changes, the file is no longer the page. */
export const saidBySource = (entry: Partial<PageEntry>): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = (entry as Record<string, unknown>)[name];
      // The file of a page that nothing lists does not say that it is hidden.
      if (name === 'hidden' && isUnlisted(entry)) return [];
      return value === undefined || value === false ? [] : [[name, value]];
    }),
  );
