import type { Structure, SiteSpaceRow } from './structure';
import type { SiteEntity } from './site.entity';

export type SiteLocation = Pick<
  SiteEntity,
  'id' | 'organizationId' | 'basename' | 'hostname' | 'hostnameActive' | 'proxy'
> & {
  /** The key of a share link that opens the site: it is part of addresses for its readers. */
  shareKey?: string;
};

/** The path of sites without their own host, below the platform's address. */
export const sitesPath = '/sites/';

/** The addresses of a site and its parts. */
export class SiteAddresses {
  constructor(private readonly publicUrl: string) {}

  location = ({ id, organizationId }: SiteLocation): string =>
    `${this.publicUrl}/v1/orgs/${organizationId}/sites/${id}`;

  app = ({ id, organizationId }: SiteLocation): string => `${this.publicUrl}/app/o/${organizationId}/site/${id}`;

  /** The address of the site without its owner's proxy; ends with a slash. */
  target({ id, basename, hostname, hostnameActive }: SiteLocation): string {
    return hostname && hostnameActive ? `https://${hostname}/` : `${this.publicUrl}${sitesPath}${basename ?? id}/`;
  }

  /** The address of the site for readers; ends with a slash. */
  published(site: SiteLocation): string {
    const address = site.proxy ? `https://${site.proxy}/` : this.target(site);
    return site.shareKey ? `${address}${site.shareKey}/` : address;
  }
}

/** The path of a section below its site, with a slash at its end; empty for the default section. */
export function sectionPath(structure: Structure, section: string | null): string {
  const row = structure.rows.sections.find(({ id }) => id === section);
  return !row || row.isDefault ? '' : `${row.path}/`;
}

/** The path of a site-space below its site, with a slash at its end. Defaults have paths without their names. */
export function siteSpacePath(structure: Structure, { sectionId, path, isDefault }: SiteSpaceRow): string {
  if (isDefault) return sectionPath(structure, sectionId);
  const section = structure.rows.sections.find(({ id }) => id === sectionId);
  // In the default section, the same path as another section's would hide that section.
  const hiding = section?.isDefault && structure.takenPaths('sections').has(path);
  return `${hiding ? `${section.path}/` : sectionPath(structure, sectionId)}${path}/`;
}
