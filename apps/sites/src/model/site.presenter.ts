import { Inject, Injectable } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import { siteCustomizationFeatures, type Site, type SiteFeature, type SiteType } from '@bindery/contracts';
import { withVersion } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { customizationOf } from './customization';
import { SITES_CONFIG, type SitesConfig } from '../sites.config';
import { SiteAddresses } from './site-addresses';
import type { SiteAccess } from './site.repository';

@Injectable()
export class SitePresenter {
  readonly addresses: SiteAddresses;

  constructor(
    @Inject(CONFIG) { PUBLIC_URL }: ServiceConfig,
    @Inject(SITES_CONFIG) private readonly config: SitesConfig,
  ) {
    this.addresses = new SiteAddresses(PUBLIC_URL);
  }

  present({ site, siteSpaces }: Pick<SiteAccess, 'site' | 'siteSpaces'>): Site {
    const { id, type, title, hostname, basename, proxy, visibility, published, agentsContext } = site;
    const { favicon } = customizationOf(site.customization);
    const presented: Site = {
      object: 'site',
      id,
      type,
      title,
      ...(Object.keys(favicon).length > 0 && { icon: favicon }),
      ...(hostname && { hostname }),
      ...(basename && { basename }),
      ...(proxy && { proxy: { origin: proxy, target: this.addresses.target(site) } }),
      visibility,
      published,
      siteSpaces,
      createdAt: site.createdAt.toISOString(),
      adaptiveContent: { enabled: site.adaptiveContent },
      ...(this.config.SITE_ADS && { ads: { status: 'pending', submittable: true } }),
      agentsContext,
      features: this.features(type),
      urls: {
        location: this.addresses.location(site),
        app: this.addresses.app(site),
        ...(published && { published: this.addresses.published(site) }),
      },
    };
    return withVersion(presented, site.version);
  }

  private features(plan: SiteType): SiteFeature[] {
    return this.config.SITE_FEATURES.map((id) => ({
      id,
      plan,
      frozen: false,
      ...(id === 'sites-advanced-customization' && { customizations: [...siteCustomizationFeatures] }),
    }));
  }
}
