import { siteNames, type SiteCustomizationSettings, type SpaceState } from '@bindery/contracts';
import { siteSpacePath } from '../model/site-addresses';
import type { SiteEntity } from '../model/site.entity';
import type { SiteSpaceRow, Structure } from '../model/structure';

/** A site as a visitor finds it under one of its addresses. */
export interface SiteView {
  site: Pick<SiteEntity, 'id' | 'title' | 'visibility'>;
  /** What of it the visitor may see. */
  structure: Structure;
  /** Where the visitor is. */
  siteSpace: SiteSpaceRow;
  spaces: ReadonlyMap<string, SpaceState>;
  look: SiteCustomizationSettings;
  /** The path of the site on the host that was asked; starts and ends with a slash. */
  base: string;
  /** Whether the visitor brought a token, and can sign out. */
  signedIn: boolean;
  /** The address under which the site wants to be known; ends with a slash. */
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

/** Whether a visitor may read what is in this place who brings nothing. */
export const isForEverybody = ({ site, siteSpace }: SiteView): boolean =>
  (site.visibility === 'public' || site.visibility === 'unlisted') && siteSpace.condition === null;

/** Where a reader of this place searches. */
export const searchAddress = (view: SiteView, siteSpace = view.siteSpace): string =>
  belowPlace(view, siteSpace, siteNames.search);

/** Where the dialog of searches finds what a reader of this place types. */
export const foundAddress = (view: SiteView): string => belowPlace(view, view.siteSpace, siteNames.found);

/** Whether readers may ask the site; who has no model quotes passages. */
export const answersQuestions = ({ look }: SiteView): boolean => look.ai.mode !== 'none';

/** Where a reader of this place asks, and where the dialog of searches finds the answer. */
export const askAddress = (view: SiteView): string => belowPlace(view, view.siteSpace, siteNames.ask);
export const answerAddress = (view: SiteView): string => belowPlace(view, view.siteSpace, siteNames.answer);

const belowPlace = (view: SiteView, siteSpace: SiteSpaceRow, name: string): string =>
  view.base + pagePath(view, siteSpace, '', '') + name;
