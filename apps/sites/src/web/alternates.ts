import type { ReadSitePage } from '@bindery/contracts';
import type { SiteSpaceRow } from '../model/structure';
import { stateOf, type SiteView } from './site-view';

/** A page in one of the languages of the site. */
export interface Alternate {
  language: string;
  href: string;
}

/** A site-space with pages in a language. */
interface LanguageVariant {
  row: SiteSpaceRow;
  language: string;
}

/** The site-spaces beside one, itself first, one for each language. Empty where there is one language. */
export function languageVariants(view: SiteView, own: SiteSpaceRow): LanguageVariant[] {
  const beside = view.structure.siteSpacesIn(own.sectionId);
  const inOrder = [own, ...beside.filter(({ isDefault }) => isDefault), ...beside];
  const byLanguage = new Map<string, SiteSpaceRow>();
  for (const row of inOrder) {
    const language = stateOf(view, row)?.language;
    if (language && !byLanguage.has(language)) byLanguage.set(language, row);
  }
  const found = [...byLanguage].map(([language, row]) => ({ row, language }));
  // A page without its own language is not an alternate.
  return found.length > 1 && found[0]!.row === own ? found : [];
}

/** The spaces in which content looks for the current page. */
export function variantsOf(view: SiteView): Pick<ReadSitePage, 'variants'> {
  const [, ...others] = languageVariants(view, view.siteSpace);
  return others.length > 0 ? { variants: others.map(({ row }) => row.spaceId) } : {};
}

/** The addresses of a page in the languages that have it; `hrefIn` returns undefined for others. */
export function alternatesOf(
  variants: readonly LanguageVariant[],
  hrefIn: (row: SiteSpaceRow) => string | undefined,
): Alternate[] {
  const found = variants.flatMap(({ row, language }) => {
    const href = hrefIn(row);
    return href === undefined ? [] : [{ language, href, isDefault: row.isDefault }];
  });
  if (found.length < 2) return [];
  const others = found.filter(({ isDefault }) => isDefault).map(({ href }) => ({ language: 'x-default', href }));
  return [...found.map(({ language, href }) => ({ language, href })), ...others];
}
