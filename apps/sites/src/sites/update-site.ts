import { invalid, type UpdateSite } from '@bindery/contracts';
import type { PlatformHosts } from '../model/platform-hosts';
import type { SectionRow, SiteSpaceRow, Structure } from '../model/structure';
import type { SiteEntity } from '../model/site.entity';

/** The new defaults. Throws 404 for an element outside of the site, 400 for a site-space of another section. */
export function checkDefaults(
  structure: Structure,
  { defaultSiteSection, defaultSiteSpace }: UpdateSite,
): { section?: SectionRow; siteSpace?: SiteSpaceRow } {
  const section = defaultSiteSection ? structure.section(defaultSiteSection) : undefined;
  const siteSpace = defaultSiteSpace ? structure.siteSpace(defaultSiteSpace) : undefined;
  const within = (section ?? structure.defaultSection)?.id ?? null;
  if (siteSpace && siteSpace.sectionId !== within)
    throw invalid('body.defaultSiteSpace', 'defaultSiteSpace must be at the root or in the default section');
  return { section, siteSpace };
}

/** Throws 400 for an address at a host of the platform. */
export function checkHosts(hosts: PlatformHosts, { hostname, proxy }: UpdateSite): void {
  if (hostname && hosts.has(hostname))
    throw invalid('body.hostname', 'hostname must not be a host of the platform; choose a host name of yours');
  if (proxy && hosts.has(proxy.split('/')[0]!.toLowerCase()))
    throw invalid('body.proxy', 'proxy must not be at a host of the platform; choose the host of your own web server');
}

/** Only the settings that the caller sent: absent leaves, null clears. */
export function changesOf(site: SiteEntity, body: UpdateSite): Partial<SiteEntity> {
  const { title, visibility, basename, agentsContext, proxy, hostname } = body;
  const settings = {
    title,
    visibility,
    basename,
    agentsContext,
    proxy: proxy?.toLowerCase() ?? proxy,
    adaptiveContent: body.adaptiveContent?.enabled,
    // DNS must confirm that the name points to this platform before a site is served there.
    ...(hostname !== undefined &&
      hostname !== site.hostname && { hostname, hostnameActive: false, hostnameStatus: null }),
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
