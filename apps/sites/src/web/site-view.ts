import type { SiteCustomizationSettings, SpaceState } from '@bindery/contracts';
import { siteSpacePath } from '../sites/site-addresses';
import type { SiteEntity } from '../sites/site.entity';
import type { SiteSpaceRow, Structure } from '../structure/structure';

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

/** The gateway ends what the browser keeps of the visitor where this name of a site is opened. */
export const signOutName = '~sign-out';

/** The path of a page below its site, encoded; the first page of a space has its site-space's. */
export function pagePath({ structure }: SiteView, siteSpace: SiteSpaceRow, path: string, first?: string): string {
  const own = path === first ? '' : path.split('/').map(encodeURIComponent).join('/');
  return encodeURI(siteSpacePath(structure, siteSpace)) + own;
}

export const titleOf = ({ look, site }: SiteView): string => look.title ?? site.title;

export const stateOf = ({ spaces }: SiteView, { spaceId }: SiteSpaceRow): SpaceState | undefined => spaces.get(spaceId);

/** Whether search engines may list what is on the site. */
export const isIndexed = ({ site }: SiteView): boolean => site.visibility === 'public';

/** The name of the page of results, below each place where a reader may be. */
export const searchName = '~search';
/** The name of what is found as the dialog of searches shows it. */
export const foundName = '~found';

/** Where a reader of this place searches; ends with the name of the page of results. */
export const searchAddress = (view: SiteView, siteSpace = view.siteSpace): string =>
  view.base + pagePath(view, siteSpace, '', '') + searchName;

/** Where readers say what they think of a page, below its address; the gateway takes it there. */
export const feedbackName = '~feedback';
