import { siteNames, type SiteCustomizationSettings, type SpaceState } from '@bindery/contracts';
import { siteSpacePath } from '../model/site-addresses';
import type { SiteEntity } from '../model/site.entity';
import type { SiteSpaceRow, Structure } from '../model/structure';

/** A site as a visitor sees it at one of its addresses. */
export interface SiteView {
  site: Pick<SiteEntity, 'id' | 'title' | 'visibility'>;
  /** The parts that the visitor may see. */
  structure: Structure;
  /** The site-space of the visitor's page. */
  siteSpace: SiteSpaceRow;
  spaces: ReadonlyMap<string, SpaceState>;
  look: SiteCustomizationSettings;
  /** The path of the site on the requested host; starts and ends with a slash. */
  base: string;
  /** Whether the visitor has a token, and can sign out. */
  signedIn: boolean;
  /** The canonical address of the site; ends with a slash. */
  canonical: string;
}

/** The path of a page below its site, encoded; the first page of a space has its site-space's. */
export function pagePath({ structure }: SiteView, siteSpace: SiteSpaceRow, path: string, first?: string): string {
  const own = path === first ? '' : path.split('/').map(encodeURIComponent).join('/');
  return encodeURI(siteSpacePath(structure, siteSpace)) + own;
}

export const titleOf = ({ look, site }: SiteView): string => look.title ?? site.title;

export const stateOf = ({ spaces }: SiteView, { spaceId }: SiteSpaceRow): SpaceState | undefined => spaces.get(spaceId);

/** Whether search engines may list what is on the site. */
export const isIndexed = ({ site }: SiteView): boolean => site.visibility === 'public';

/** Whether a visitor without credentials may read the current site-space. */
export const isForEverybody = ({ site, siteSpace }: SiteView): boolean =>
  (site.visibility === 'public' || site.visibility === 'unlisted') && siteSpace.condition === null;

/** The address of the search page for a reader of this site-space. */
export const searchAddress = (view: SiteView, siteSpace = view.siteSpace): string =>
  belowPlace(view, siteSpace, siteNames.search);

/** The address of the search dialog's results for a reader of this site-space. */
export const foundAddress = (view: SiteView): string => belowPlace(view, view.siteSpace, siteNames.found);

/** Whether readers may ask the site questions; without a model it quotes passages. */
export const answersQuestions = ({ look }: SiteView): boolean => look.ai.mode !== 'none';

/** The address of the question page for a reader of this site-space, also used by the search dialog. */
export const askAddress = (view: SiteView): string => belowPlace(view, view.siteSpace, siteNames.ask);
export const answerAddress = (view: SiteView): string => belowPlace(view, view.siteSpace, siteNames.answer);

const belowPlace = (view: SiteView, siteSpace: SiteSpaceRow, name: string): string =>
  view.base + pagePath(view, siteSpace, '', '') + name;
