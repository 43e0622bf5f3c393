import type { TranslatedUnit } from '@bindery/contracts';
import type { DocumentPageEntry, PageEntry } from '../../model/pages/page-entry';
import type { ReusableContentEntry } from '../../model/pages/reusable-content-entry';
import { contentHash } from '../../storage/store/canonical-json';
import type { PlacedText } from './placed-text.repository';

/** The texts of a page or a reusable content. */
export type Texts = Pick<DocumentPageEntry, 'title' | 'linkTitle' | 'document'>;

/** The texts that a translated space shows for a page or a reusable content. */
export interface TranslatedTexts {
  texts: Texts;
  placed: PlacedText;
  /** Whether they are those of a user. */
  isCorrected: boolean;
}

/**
 * Chooses between a translation and `before`, the texts that the translated space has. While the texts of the source are the same,
 * a correction of a user stays, and so does an earlier translation where there is no new one. `last` is what was placed last, if
 * that is known.
 */
export function translatedTexts(
  source: PageEntry | ReusableContentEntry,
  unit: TranslatedUnit,
  before: PageEntry | ReusableContentEntry | undefined,
  last: PlacedText | undefined,
): TranslatedTexts {
  const translation = textsOf(unit);
  const { kind, id } = unit;
  const placed = { kind, id, source: contentHash(textsOf(source)), placed: contentHash(translation) };
  // Content of the release before did not record what it placed; ai-jobs knows which runs were completed.
  const known = last?.source === placed.source ? last : unit.unchanged ? placed : undefined;
  const own = before && textsOf(before);
  const isCorrected = own !== undefined && known !== undefined && known.placed !== contentHash(own);
  return own && known && (isCorrected || unit.failed)
    ? { texts: own, placed: known, isCorrected }
    : { texts: translation, placed, isCorrected };
}

function textsOf(of: PageEntry | ReusableContentEntry | TranslatedUnit): Texts {
  const { title, linkTitle, document }: Texts = of;
  return { title, ...(linkTitle && { linkTitle }), ...(document && { document }) };
}
