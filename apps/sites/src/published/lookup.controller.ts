import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import {
  notFound,
  publishedLookup as contract,
  visitsByToken,
  type PublishedSiteContentLookup,
  type RequestOf,
  type VisitPrincipal,
} from '@bindery/contracts';
import { Answers, Handles, type BatchRequest } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import type { Admission } from '../audience/content-token.repository';
import { ContentTokens } from '../audience/content-tokens';
import { claimsIn, visibleTo } from '../audience/site-reader';
import { SiteAddresses } from '../sites/site-addresses';
import { SiteRepository } from '../sites/site.repository';
import type { Structure } from '../structure/structure';
import { StructureRepository } from '../structure/structure.repository';
import { Address, canonicalUrl, encodePath, locate } from './address';
import { Admit, type Visitor } from './admit';

@Controller()
export class LookupController {
  constructor(
    private readonly sites: SiteRepository,
    private readonly structures: StructureRepository,
    private readonly admit: Admit,
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

  private async lookUp(url: string, visitor: Visitor, redirect: boolean): Promise<PublishedSiteContentLookup> {
    const address = new Address(url, this.config.PUBLIC_URL);
    const site = await this.sites.findByAddress(address.lookup);
    if (!site) throw notFound('Site');
    const base = address.baseLength(site);
    const path = address.segments.slice(base);
    const admitted = await this.admit.run(site, address.url, path, visitor, redirect);
    if ('to' in admitted) return { target: 'external', redirect: admitted.to };
    const structure = visibleTo(await this.structures.load(site.id), site, admitted.claims);
    const { shareKey, keyInPath } = admitted;
    const below = keyInPath ? path.slice(1) : path;
    const location = locate(structure, below);
    if (!location) throw notFound('Site');
    const { siteSpace, length, complete } = location;
    const siteBase = [...address.segments.slice(0, base), ...(keyInPath ? [shareKey!] : [])];
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
      ...(shareKey && { shareKey }),
      complete,
      canonicalUrl: canonicalUrl(new SiteAddresses(this.config.PUBLIC_URL).published(site), structure, siteSpace, page),
    };
  }

  @Answers(visitsByToken)
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

const pathOf = (segments: readonly string[]): string => (segments.length > 0 ? `/${encodePath(segments)}/` : '/');

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
