import { invalid, type SearchSite, type SiteSearchScope } from '@bindery/contracts';
import type { SiteSpaceRow, Structure } from '../model/structure';

/** The spaces of a search. Throws 404 for site-spaces that the reader does not see. */
export function spacesIn(structure: Structure, body: SearchSite): string[] {
  const siteSpaces = siteSpacesIn(structure, scopeOf(body));
  return [...new Set(siteSpaces.map(({ spaceId }) => spaceId))];
}

function scopeOf({ scope, mode, siteSpaceId, siteSpaceIds }: SearchSite): SiteSearchScope {
  if (scope) return scope;
  if (mode === 'all') return { mode };
  if (mode === 'current') {
    if (!siteSpaceId) throw invalid('body.siteSpaceId', 'siteSpaceId is required for the mode current');
    return { mode: 'default', currentSiteSpace: siteSpaceId };
  }
  if (siteSpaceIds) return { mode: 'specific', siteSpaceIds };
  if (mode === 'specific') throw invalid('body.siteSpaceIds', 'siteSpaceIds is required for the mode specific');
  return { mode: 'default' };
}

function siteSpacesIn(structure: Structure, scope: SiteSearchScope): SiteSpaceRow[] {
  if (scope.mode === 'all') return structure.siteSpaces();
  if (scope.mode === 'specific') return scope.siteSpaceIds.map((id) => structure.siteSpace(id));
  const { currentSiteSpace, restrictTo } = scope;
  const defaults = structure.siteSpaces().filter(({ isDefault }) => isDefault);
  if (!currentSiteSpace) {
    if (restrictTo) throw invalid('body.scope.currentSiteSpace', 'currentSiteSpace is required with restrictTo');
    return defaults;
  }
  const current = structure.siteSpace(currentSiteSpace);
  if (restrictTo === 'currentSiteSpace') return [current];
  // A space can be in several sections: clients that ask for both parts must not get it twice.
  const others = defaults.filter(
    ({ sectionId, spaceId }) => sectionId !== current.sectionId && spaceId !== current.spaceId,
  );
  return restrictTo === 'otherSiteSpaces' ? others : [current, ...others];
}
