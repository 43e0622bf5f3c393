import { Controller, Inject } from '@nestjs/common';
import { secretKeysOf, type ServiceConfig } from '@bindery/config';
import {
  anonymous,
  ApiError,
  publishedUrls,
  variantSpaces,
  type VariantSpaces,
  sites as contract,
  siteScripts,
  type PublishedContentSite,
  type PublishedUrl,
  type RequestOf,
  type SiteCustomizationSettings,
  type SiteIntegrationScript,
  type VisitorAuth,
} from '@bindery/contracts';
import { HandlesBatch, Handles, RpcClient, withVersion, type BatchRequest } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { SiteReader } from '../audience/site-reader';
import { SiteSecrets } from '../audience/site-secrets';
import { customizationOf, type Customization } from '../model/customization';
import { SitePresenter } from '../model/site.presenter';
import { SiteRepository, type PublishedSpace } from '../model/site.repository';
import { StructurePresenter } from '../structure/structure.presenter';

@Controller()
export class PublishedController {
  private readonly secrets: SiteSecrets;

  constructor(
    private readonly reader: SiteReader,
    private readonly sites: SiteRepository,
    private readonly site: SitePresenter,
    private readonly structure: StructurePresenter,
    private readonly rpc: RpcClient,
    @Inject(CONFIG) config: ServiceConfig,
  ) {
    this.secrets = new SiteSecrets(secretKeysOf(config));
  }

  @Handles(contract.getPublishedContentSite)
  async published(request: RequestOf<typeof contract.getPublishedContentSite>) {
    const { access, structure, sees } = await this.reader.read(request);
    const { customization, version } = access.site;
    const lookOf = (...layers: Customization[]): SiteCustomizationSettings => {
      const look = customizationOf(...layers);
      const links = look.header.links.filter(({ condition }) => sees(condition));
      return { ...look, header: { ...look.header, links } };
    };
    const siteSpaces = structure.siteSpaces().map((row) => [row.id, lookOf(customization, row.customization)]);
    const answer: PublishedContentSite = {
      object: 'published-content-site',
      site: this.site.present({ ...access, siteSpaces: siteSpaces.length }),
      structure: this.structure.structure(access.site, structure),
      customizations: { site: lookOf(customization), siteSpaces: Object.fromEntries(siteSpaces) },
      scripts: await this.scriptsOf(access.site.id),
    };
    return withVersion(answer, version);
  }

  /** Readers get their pages also while the integrations service does not answer. */
  private async scriptsOf(site: string): Promise<SiteIntegrationScript[]> {
    const found = await this.rpc.callBatch(siteScripts, [site], anonymous).catch((error: unknown) => {
      if (error instanceof ApiError && error.code >= 503) return undefined;
      throw error;
    });
    return found?.[site]?.scripts ?? [];
  }

  @HandlesBatch(variantSpaces)
  async variants({ ids }: BatchRequest): Promise<Record<string, VariantSpaces>> {
    const found = await this.sites.variantsOf(ids);
    return Object.fromEntries(found.map(({ space, spaces }) => [space, { spaces: [...new Set(spaces)] }]));
  }

  @HandlesBatch(publishedUrls)
  async urls({ ids, principal }: BatchRequest): Promise<Record<string, PublishedUrl>> {
    const { shareKey } = principal;
    const found = await this.sites.publishedWith(principal, ids, shareKey ? this.secrets.hashesOf(shareKey) : []);
    const urls: Record<string, PublishedUrl> = {};
    for (const place of found) {
      const site = place.opened ? { ...place, shareKey } : place;
      const published = this.site.addresses.published(site) + encodeURI(place.path);
      const known = (urls[place.spaceId] ??= {
        published,
        // A site-space with conditions is visible to some of the site's readers only.
        ...(place.isForAll && { visibility: place.visibility }),
        ...visitorAuthOf(place),
      });
      if (place.isPublic) Object.assign(known, { public: published, everywhere: 'public' } satisfies PublishedUrl);
    }
    return urls;
  }
}

function visitorAuthOf({ backend, integration }: PublishedSpace): { visitorAuth?: VisitorAuth } {
  if (backend === null) return {};
  return { visitorAuth: backend === 'custom' ? { backend } : { backend, integration: integration! } };
}
