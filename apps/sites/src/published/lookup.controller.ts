import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import {
  publishedAddresses,
  publishedLookup as contract,
  visitsByToken,
  type PublishedSiteContentLookup,
  type RequestOf,
  type VisitPrincipal,
} from '@bindery/contracts';
import { HandlesBatch, Handles, type BatchRequest } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import type { Admission } from '../audience/content-token.repository';
import { ContentTokens } from '../audience/content-tokens';
import { claimsIn, visibleTo } from '../audience/site-reader';
import { SiteAddresses } from '../model/site-addresses';
import type { Structure } from '../model/structure';
import { StructureRepository } from '../model/structure.repository';
import { canonicalUrl, encodePath } from './address';
import type { Visitor } from './admit';
import { FindPublished, pathOf } from './find-published';

@Controller()
export class LookupController {
  constructor(
    private readonly find: FindPublished,
    private readonly structures: StructureRepository,
    private readonly tokens: ContentTokens,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.resolvePublishedContentByUrl)
  async resolve({ body }: RequestOf<typeof contract.resolvePublishedContentByUrl>) {
    return this.lookUp(body.url, body.visitor ?? {}, body.redirectOnError ?? false);
  }

  @Handles(contract.getPublishedContentByUrl)
  async get({ query }: RequestOf<typeof contract.getPublishedContentByUrl>) {
    return this.lookUp(query.url, { jwtToken: query.visitorAuthToken }, query.redirectOnError ?? false);
  }

  @Handles(publishedAddresses.findPublishedPlace)
  place({ body }: RequestOf<typeof publishedAddresses.findPublishedPlace>) {
    return this.find.place(body.url);
  }

  private async lookUp(url: string, visitor: Visitor, redirect: boolean): Promise<PublishedSiteContentLookup> {
    const found = await this.find.run(url, visitor, redirect);
    if ('to' in found) return { target: 'external', redirect: found.to };
    const { site, admitted, structure, location, siteBase, below } = found;
    const { siteSpace, length, complete } = location;
    const page = below.slice(length);
    return {
      organization: site.organizationId,
      site: site.id,
      ...(siteSpace.sectionId && { siteSection: siteSpace.sectionId }),
      siteSpace: siteSpace.id,
      space: siteSpace.spaceId,
      pathname: `/${encodePath(page)}`,
      basePath: pathOf([...siteBase, ...below.slice(0, length)]),
      siteBasePath: pathOf(siteBase),
      apiToken: await this.tokens.issue(site.id, admitted.admittedBy, admitted.claims),
      ...(admitted.shareKey && { shareKey: admitted.shareKey }),
      complete,
      canonicalUrl: canonicalUrl(new SiteAddresses(this.config.PUBLIC_URL).published(site), structure, siteSpace, page),
    };
  }

  @HandlesBatch(visitsByToken)
  async visits({ ids }: BatchRequest): Promise<Record<string, VisitPrincipal>> {
    const visits: Record<string, VisitPrincipal> = {};
    const structures = new Map<string, Structure>();
    for (const [token, admission] of await this.tokens.admissions(ids)) {
      const { id } = admission.site;
      if (!structures.has(id)) structures.set(id, await this.structures.load(id));
      visits[token] = visitOf(admission, structures.get(id)!);
    }
    return visits;
  }
}

function visitOf({ id, site, claims, issuedAt }: Admission, structure: Structure): VisitPrincipal {
  const spaces = visibleTo(structure, site, claims)
    .siteSpaces()
    .map(({ spaceId }) => spaceId);
  return {
    kind: 'visitor',
    user: '',
    token: id,
    organizations: {},
    visit: {
      organization: site.organizationId,
      site: site.id,
      spaces: [...new Set(spaces)],
      claims: claimsIn(site, claims),
      issuedAt: issuedAt.toISOString(),
    },
  };
}
