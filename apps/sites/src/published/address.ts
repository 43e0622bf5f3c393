import type { SiteEntity } from '../model/site.entity';
import type { PlatformHosts } from '../model/platform-hosts';
import { siteSpacePath, sitesPath } from '../model/site-addresses';
import type { SiteAddress } from '../model/site.repository';
import type { SiteSpaceRow, Structure } from '../model/structure';

const most = 64;

/** The decoded segments of a path. */
function segmentsOf(pathname: string): string[] {
  return pathname
    .split('/')
    .filter(Boolean)
    .slice(0, most)
    .map((segment) => {
      try {
        return decodeURIComponent(segment);
      } catch {
        return segment;
      }
    });
}

export const encodePath = (segments: readonly string[]): string => segments.map(encodeURIComponent).join('/');

/** The address of a reader, and its part that may belong to a site. */
export class Address {
  readonly url: URL;
  readonly segments: string[];
  private readonly own: string[];
  private readonly isOwn: boolean;

  constructor(
    url: string,
    publicUrl: string,
    private readonly hosts: PlatformHosts,
  ) {
    this.url = new URL(url);
    this.segments = segmentsOf(this.url.pathname);
    const home = new URL(publicUrl);
    this.own = [...segmentsOf(home.pathname), ...segmentsOf(sitesPath)];
    this.isOwn = home.host === this.url.host && this.own.every((segment, index) => this.segments[index] === segment);
  }

  get lookup(): SiteAddress {
    const hostname = this.url.hostname.toLowerCase();
    const own = this.isOwn && { name: this.segments[this.own.length] };
    // At a host of the platform, a claim of a site would take over the addresses of others.
    if (this.hosts.has(hostname)) return { below: [], ...own };
    const below = this.segments.map((_, index) =>
      [hostname, ...this.segments.slice(0, index + 1)].join('/').toLowerCase(),
    );
    return { hostname, below: below.slice(0, 10), ...own };
  }

  /** The number of segments of the site's base. */
  baseLength(site: SiteEntity): number {
    if (site.proxy && this.lookup.below.includes(site.proxy)) return site.proxy.split('/').length - 1;
    if (site.hostname === this.lookup.hostname && site.hostnameActive) return 0;
    return this.own.length + 1;
  }
}

export interface Location {
  siteSpace: SiteSpaceRow;
  /** The number of segments of the site-space. */
  length: number;
  /** Whether no longer path with this beginning could belong to another site-space. */
  complete: boolean;
}

/**
 * The site-space at a path below a site: sections and site-spaces are found by their paths, defaults also
 * without; the rest is the path of a page. Undefined when the reader sees no site-space.
 */
export function locate(structure: Structure, segments: readonly string[]): Location | undefined {
  const sections = structure.sections();
  const named = sections.find(({ path }) => path === segments[0]);
  const section = named ?? sections.find(({ isDefault }) => isDefault) ?? sections[0];
  const siteSpaces = structure.siteSpacesIn(section?.id ?? null);
  const next = segments[named ? 1 : 0];
  const chosen = siteSpaces.find(({ path }) => path === next);
  const siteSpace = chosen ?? siteSpaces.find(({ isDefault }) => isDefault) ?? siteSpaces[0];
  if (!siteSpace) return undefined;
  const length = Number(Boolean(named)) + Number(Boolean(chosen));
  const isOnly = sections.length <= 1 && siteSpaces.length <= 1;
  return { siteSpace, length, complete: isOnly || Boolean(chosen) || segments.length > length };
}

/** The canonical address of a page: all others are aliases. */
export const canonicalUrl = (
  base: string,
  structure: Structure,
  siteSpace: SiteSpaceRow,
  page: readonly string[],
): string => base + encodeURI(siteSpacePath(structure, siteSpace)) + encodePath(page);
