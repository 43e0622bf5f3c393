import type { SiteRedirectDestination } from '@bindery/contracts';
import { sectionPath, siteSpacePath } from '../model/site-addresses';
import type { Structure } from '../model/structure';

/** Throws 404 for a destination outside of the site. */
export function checkDestination(structure: Structure, destination: SiteRedirectDestination): void {
  if (destination.kind === 'site-section') structure.section(destination.siteSectionId);
  else if (destination.kind !== 'url') structure.siteSpace(destination.siteSpaceId);
}

/** The path of a section or site-space below the site. Throws 404 when it is gone, or hidden from the reader. */
export function pathTo(structure: Structure, destination: Exclude<SiteRedirectDestination, { kind: 'url' }>): string {
  return encodeURI(
    destination.kind === 'site-section'
      ? sectionPath(structure, structure.section(destination.siteSectionId).id)
      : siteSpacePath(structure, structure.siteSpace(destination.siteSpaceId)),
  );
}
