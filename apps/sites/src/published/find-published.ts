import { Inject, Injectable } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import { notFound } from '@bindery/contracts';
import { CONFIG } from '@bindery/service';
import { visibleTo } from '../audience/site-reader';
import { PlatformHosts } from '../model/platform-hosts';
import type { SiteEntity } from '../model/site.entity';
import { SiteRepository } from '../model/site.repository';
import type { Structure } from '../model/structure';
import { StructureRepository } from '../model/structure.repository';
import { Address, locate, type Location } from './address';
import { Admit, type AdmittedReader, type SignInRedirect, type Visitor } from './admit';

/** The published site at an address, for an admitted visitor. */
export interface PublishedSite {
  site: SiteEntity;
  admitted: AdmittedReader;
  /** The parts that the visitor may see. */
  structure: Structure;
  location: Location;
  /** The path segments of the site on its host, with the key of a share link in the path. */
  siteBase: string[];
  /** The path segments after it. */
  below: string[];
}

/** A redirect for a visitor of a site who has to sign in elsewhere first. */
export type SentFrom = SignInRedirect & Pick<PublishedSite, 'site' | 'siteBase'>;

/** Finds published sites by address. */
@Injectable()
export class FindPublished {
  constructor(
    private readonly sites: SiteRepository,
    private readonly structures: StructureRepository,
    private readonly admit: Admit,
    private readonly hosts: PlatformHosts,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  /** The space and page of a published site at an address, for all callers. Throws 404. */
  async place(url: string): Promise<{ space: string; path: string }> {
    const address = new Address(url, this.config.PUBLIC_URL, this.hosts);
    const site = await this.sites.findByAddress(address.lookup);
    if (!site?.published) throw notFound('Site');
    const path = address.segments.slice(address.baseLength(site));
    const hasKey = site.visibility === 'share-link' && path[0] && (await this.admit.linkOf(site, path[0]));
    const below = hasKey ? path.slice(1) : path;
    const location = locate(await this.structures.at(site), below);
    if (!location) throw notFound('Site');
    return { space: location.siteSpace.spaceId, path: below.slice(location.length).join('/') };
  }

  /** Throws 404 when there is nothing for the visitor, 403 when the visitor needs a token and no sign-in address is configured. */
  async run(url: string, visitor: Visitor, redirect: boolean): Promise<PublishedSite | SentFrom> {
    const address = new Address(url, this.config.PUBLIC_URL, this.hosts);
    const site = await this.sites.findByAddress(address.lookup);
    if (!site) throw notFound('Site');
    const base = address.baseLength(site);
    const path = address.segments.slice(base);
    const admitted = await this.admit.run(site, address.url, path, visitor, redirect);
    if ('to' in admitted) return { ...admitted, site, siteBase: address.segments.slice(0, base) };
    const structure = visibleTo(await this.structures.at(site), site, admitted.claims);
    const { shareKey, keyInPath } = admitted;
    const below = keyInPath ? path.slice(1) : path;
    const location = locate(structure, below);
    if (!location) throw notFound('Site');
    const siteBase = [...address.segments.slice(0, base), ...(keyInPath ? [shareKey!] : [])];
    return { site, admitted, structure, location, siteBase, below };
  }
}

/** The path of segments on their host; ends with a slash. */
export const pathOf = (segments: readonly string[]): string =>
  segments.length > 0 ? `/${segments.map(encodeURIComponent).join('/')}/` : '/';
