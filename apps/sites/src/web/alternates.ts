import type { ReadSitePage } from '@bindery/contracts';
import type { SiteSpaceRow } from '../model/structure';
import { stateOf, type SiteView } from './site-view';

/** A page in one of the languages in which the site has it. */
export interface Alternate {
  language: string;
  href: string;
}

/** A site-space that has its pages in a language. */
interface LanguageVariant {
  row: SiteSpaceRow;
  language: string;
}

/** The site-spaces beside one, itself first, that have their pages in a language: one each. Empty where there is one language. */
export function languageVariants(view: SiteView, own: SiteSpaceRow): LanguageVariant[] {
  const beside = view.structure.siteSpacesIn(own.sectionId);
  const inOrder = [own, ...beside.filter(({ isDefault }) => isDefault), ...beside];
  const byLanguage = new Map<string, SiteSpaceRow>();
  for (const row of inOrder) {
    const language = stateOf(view, row)?.language;
    if (language && !byLanguage.has(language)) byLanguage.set(language, row);
  }
  const found = [...byLanguage].map(([language, row]) => ({ row, language }));
  // Without a language of its own a page is nobody's alternate.
  return found.length > 1 && found[0]!.row === own ? found : [];
}

/** The spaces in which content looks for the page that is read. */
export function variantsOf(view: SiteView): Pick<ReadSitePage, 'variants'> {
  const [, ...others] = languageVariants(view, view.siteSpace);
  return others.length > 0 ? { variants: others.map(({ row }) => row.spaceId) } : {};
}

/** The addresses of a page in the languages that have it; `hrefIn` answers undefined for one that has not. */
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
