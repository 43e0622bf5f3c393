import { siteTexts, type PageOutline, type SpaceOutline } from '@bindery/contracts';
import type { SiteSpaceRow } from '../../model/structure';
import { firstPage, shownPages } from '../outline';
import { pagePath, titleOf, type SiteView } from '../site-view';
import { plain } from './llms';

/** A page or group of a site as its navigation shows it. */
interface ShownPage {
  siteSpace: SiteSpaceRow;
  page: PageOutline;
  /** The number of its parents. */
  depth: number;
  path: string;
  /** The address; absent for a group. */
  href?: string;
}

/** Documents in one part of the text: a model reads some hundred thousand characters at a time. */
const pagesPerPart = 50;
/** Pages that are read at a time. */
const together = 8;

/** The site's navigation below `root`: parents before children. External links are left out. */
export function navigationOf(view: SiteView, spaces: readonly SpaceOutline[], root = view.canonical): ShownPage[] {
  const byId = new Map(spaces.map(({ id, pages }) => [id, pages]));
  return view.structure.siteSpaces().flatMap((siteSpace) => {
    const pages = shownPages(byId.get(siteSpace.spaceId) ?? []);
    const first = firstPage(pages)?.path;
    return [...withDepth(pages, 0)].map(({ page, depth }): ShownPage => {
      const path = page.path ?? '';
      const href = root + pagePath(view, siteSpace, path, first);
      return { siteSpace, page, depth, path, ...(page.type === 'document' && { href }) };
    });
  });
}

function* withDepth(pages: readonly PageOutline[], depth: number): Generator<{ page: PageOutline; depth: number }> {
  for (const page of pages) {
    if (page.type !== 'link') yield { page, depth };
    yield* withDepth(page.pages, depth + 1);
  }
}

/** The documents of the site, in reading order; a space that is twice in the site is listed once. */
export function pagesOf(view: SiteView, spaces: readonly SpaceOutline[]): ShownPage[] {
  const told = new Map<string, SiteSpaceRow>();
  return navigationOf(view, spaces).filter(({ siteSpace, page }) => {
    if (!told.has(siteSpace.spaceId)) told.set(siteSpace.spaceId, siteSpace);
    return page.type === 'document' && told.get(siteSpace.spaceId) === siteSpace;
  });
}

export const partOf = (pages: readonly ShownPage[], part: number): ShownPage[] =>
  pages.slice((part - 1) * pagesPerPart, part * pagesPerPart);

/** The texts of pages with the title of the site, and the address of the next part (llmstxt.org). */
export function llmsFullText(
  view: SiteView,
  texts: readonly (string | undefined)[],
  { part, count }: { part: number; count: number },
): string {
  const parts = Math.max(1, Math.ceil(count / pagesPerPart));
  const next = part < parts ? `; the next part: ${view.canonical}${siteTexts.allPages}?page=${part + 1}` : '';
  const about = parts > 1 ? `\n> Part ${part} of ${parts}${next}\n` : '';
  const told = texts.filter((text) => text !== undefined).map((text) => `${text.trimEnd()}\n`);
  return [`# ${plain(titleOf(view))}\n${about}`, ...told].join('\n---\n\n');
}

/** The results for all items in their order, computed some at a time. */
export async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (let at = 0; at < items.length; at += together)
    answers.push(...(await Promise.all(items.slice(at, at + together).map(work))));
  return answers;
}
