import { Controller } from '@nestjs/common';
import { sitePermissions } from '@bindery/authorization';
import { emptySchema, invalid, notFound, requires, siteAudience as contract, type RequestOf } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { siteSpacePath } from '../model/site-addresses';
import { SitePresenter } from '../model/site.presenter';
import { SiteRepository } from '../model/site.repository';
import { StructureRepository } from '../model/structure.repository';
import { knownClaims, type Claims } from './claims';
import { Previews } from './previews';
import { parseRison } from './rison';

@Controller()
export class PreviewsController {
  constructor(
    private readonly sites: SiteRepository,
    private readonly structures: StructureRepository,
    private readonly previews: Previews,
    private readonly presenter: SitePresenter,
  ) {}

  @Handles(contract.getSitePublishingPreviewById)
  async get({ params, query, principal }: RequestOf<typeof contract.getSitePublishingPreviewById>) {
    const { site, level } = await this.sites.get(principal, params.organizationId, params.siteId);
    requires(sitePermissions(level).publish);
    const structure = await this.structures.load(site.id);
    const siteSpace = query.siteSpace
      ? structure.siteSpace(query.siteSpace)
      : structure.defaultSiteSpaceIn(structure.defaultSection?.id ?? null);
    if (!siteSpace) throw notFound('Site space');
    const { unsigned = {}, ...signed } = query.claims ? readClaims(query.claims) : {};
    const claims = site.adaptiveContent
      ? knownClaims(site.adaptiveSchema ?? emptySchema, signed, unsigned as Claims)
      : {};
    // The address of the site without its own host, which may not point here yet.
    const target = this.presenter.addresses.target({ ...site, hostname: null });
    return { url: await this.previews.urlOf(site.id, target + encodeURI(siteSpacePath(structure, siteSpace)), claims) };
  }
}

/** Throws 400 for a text that is neither JSON nor Rison, or no object. */
function readClaims(text: string): Claims {
  try {
    const value: unknown = text.startsWith('{') ? JSON.parse(text) : parseRison(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Claims;
  } catch {
    // Reported below, like every value that is no object.
  }
  throw invalid('query.claims', 'claims must be an object in JSON or Rison');
}
