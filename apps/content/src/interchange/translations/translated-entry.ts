import type { PageEntry } from '../../model/pages/page-entry';
import type { ReusableContentEntry } from '../../model/pages/reusable-content-entry';
import type { Texts } from './translated-texts';

/** The entry of a page in the translated space. It follows its source in all but the texts. */
export function translatedPage(source: PageEntry, texts: Texts | undefined): PageEntry {
  // The file of the source is not that of the translation.
  const { git: _git, ...entry } = source;
  if (!texts) return entry as PageEntry;
  if (entry.type !== 'document') return { ...entry, title: texts.title };
  const { document: _document, linkTitle: _linkTitle, ...rest } = entry;
  return { ...rest, ...texts };
}

/** Like `translatedPage`, for a reusable content. */
export function translatedReusableContent(
  source: ReusableContentEntry,
  texts: Texts | undefined,
): ReusableContentEntry {
  const { title, document } = texts ?? source;
  return { title, ...(document && { document }) };
}
