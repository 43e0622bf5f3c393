import type { TranslatedUnit } from '@bindery/contracts';
import type { DocumentPageEntry, PageEntry } from '../../model/pages/page-entry';
import type { ReusableContentEntry } from '../../model/pages/reusable-content-entry';

/**
 * The entry of a page in the translated space. It follows its source in all but the texts; while the source's texts
 * are unchanged, those of the translation stay, with all manual edits.
 */
export function translatedPage(
  source: PageEntry,
  unit: TranslatedUnit | undefined,
  before: PageEntry | undefined,
): PageEntry {
  // The file of the source is not that of the translation.
  const { git: _git, ...entry } = source;
  if (!unit || entry.type === 'computed') return entry as PageEntry;
  if (entry.type !== 'document') {
    const stays = unit.unchanged && before?.type === entry.type;
    return { ...entry, title: stays ? before.title : unit.title };
  }
  const { document: _document, linkTitle: _linkTitle, ...rest } = entry;
  const texts = unit.unchanged && before?.type === 'document' ? before : unit;
  return { ...rest, ...textsOf(texts) };
}

/** Like `translatedPage`, for a reusable content. */
export function translatedReusableContent(
  source: ReusableContentEntry,
  unit: TranslatedUnit | undefined,
  before: ReusableContentEntry | undefined,
): ReusableContentEntry {
  const { title, document } = (unit?.unchanged && before) || unit || source;
  return { title, ...(document && { document }) };
}

function textsOf({
  title,
  linkTitle,
  document,
}: Pick<DocumentPageEntry, 'title' | 'linkTitle' | 'document'>): Pick<DocumentPageEntry, 'title'> {
  return { title, ...(linkTitle && { linkTitle }), ...(document && { document }) };
}
