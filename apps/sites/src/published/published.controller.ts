import { Controller } from '@nestjs/common';
import {
  publishedUrls,
  sites as contract,
  type PublishedContentSite,
  type PublishedUrl,
  type RequestOf,
  type SiteCustomizationSettings,
} from '@bindery/contracts';
import { Answers, Handles, withVersion, type BatchRequest } from '@bindery/messaging';
import { SiteReader } from '../audience/site-reader';
import { customizationOf, type Customization } from '../customization/customization';
import { SitePresenter } from '../sites/site.presenter';
import { SiteRepository } from '../sites/site.repository';
import { StructurePresenter } from '../structure/structure.presenter';

@Controller()
export class PublishedController {
  constructor(
    private readonly reader: SiteReader,
    private readonly sites: SiteRepository,
    private readonly site: SitePresenter,
    private readonly structure: StructurePresenter,
  ) {}

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
      scripts: [],
    };
    return withVersion(answer, version);
  }

  @Answers(publishedUrls)
  async urls({ ids, principal }: BatchRequest): Promise<Record<string, PublishedUrl>> {
    const found = await this.sites.publishedWith(principal, ids);
    return Object.fromEntries(
      found.map(({ spaceId, path, ...site }) => [
        spaceId,
        { published: this.site.addresses.published(site) + encodeURI(path) },
      ]),
    );
  }
}
