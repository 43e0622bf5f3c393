import { invalid, type UpdateSection } from '@bindery/contracts';
import type { SectionRow, SiteSpaceRow, Structure } from '../model/structure';

/** The site-space to become the section's default. Throws 404 for one outside of the site, 400 for one of another section. */
export function defaultOf(
  structure: Structure,
  section: string,
  { defaultSiteSpace }: UpdateSection,
): SiteSpaceRow | undefined {
  if (!defaultSiteSpace) return undefined;
  const siteSpace = structure.siteSpace(defaultSiteSpace);
  if (siteSpace.sectionId !== section)
    throw invalid('body.defaultSiteSpace', 'defaultSiteSpace must be in the section');
  return siteSpace;
}

/** Only the settings that the caller sent: absent leaves, null clears. */
export function changesOfSection({ title, path, condition, icon, description }: UpdateSection): Partial<SectionRow> {
  const settings = {
    title,
    path,
    condition: cleared(condition),
    icon: cleared(icon),
    description: cleared(description),
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** An empty text counts as none. */
const cleared = (value: string | null | undefined): string | null | undefined => (value === '' ? null : value);
