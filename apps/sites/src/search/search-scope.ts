import { invalid, type SearchSite, type SiteSearchScope } from '@bindery/contracts';
import type { Structure } from '../model/structure';

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
    return { mode: 'specific', siteSpaceIds: [siteSpaceId] };
  }
  if (siteSpaceIds) return { mode: 'specific', siteSpaceIds };
  if (mode === 'specific') throw invalid('body.siteSpaceIds', 'siteSpaceIds is required for the mode specific');
  return { mode: 'default' };
}

function siteSpacesIn(structure: Structure, scope: SiteSearchScope) {
  if (scope.mode === 'all') return structure.siteSpaces();
  if (scope.mode === 'specific') return scope.siteSpaceIds.map((id) => structure.siteSpace(id));
  const current = scope.currentSiteSpace ? structure.siteSpace(scope.currentSiteSpace) : undefined;
  const defaults = structure
    .siteSpaces()
    .filter(({ isDefault, sectionId }) => isDefault && (!current || sectionId !== current.sectionId));
  return current ? [current, ...defaults] : defaults;
}
