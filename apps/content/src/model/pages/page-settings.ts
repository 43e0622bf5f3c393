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

/** The fields of a page in its Markdown file besides the document: when one changes, the file is outdated. */
export const saidBySource = (entry: Partial<PageEntry>): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = (entry as Record<string, unknown>)[name];
      // The file of an unlisted page does not say that it is hidden.
      if (name === 'hidden' && isUnlisted(entry)) return [];
      return value === undefined || value === false ? [] : [[name, value]];
    }),
  );
