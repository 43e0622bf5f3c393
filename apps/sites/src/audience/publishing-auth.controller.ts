import { Controller } from '@nestjs/common';
import { sitePermissions } from '@bindery/authorization';
import {
  invalid,
  requires,
  siteAudience as contract,
  type RequestOf,
  type SitePublishingAuth,
  type UpdateSitePublishingAuth,
} from '@bindery/contracts';
import { Handles, withVersion } from '@bindery/messaging';
import { EditSite, type EditedSite, type PresentEdited } from '../model/edit-site';
import { SiteRepository } from '../model/site.repository';
import { PublishingAuthRepository, type PublishingAuth } from './publishing-auth.repository';

@Controller()
export class PublishingAuthController {
  constructor(
    private readonly sites: SiteRepository,
    private readonly auth: PublishingAuthRepository,
    private readonly edit: EditSite,
  ) {}

  @Handles(contract.getSitePublishingAuthById)
  async get({ params, principal }: RequestOf<typeof contract.getSitePublishingAuthById>) {
    const { site, level } = await this.sites.get(principal, params.organizationId, params.siteId);
    requires(sitePermissions(level).admin);
    return withVersion(present(await this.auth.get(site.id)), site.version);
  }

  @Handles(contract.updateSitePublishingAuthById)
  async update(request: RequestOf<typeof contract.updateSitePublishingAuthById>) {
    const work = async ({ site }: EditedSite) =>
      this.auth.update(site.id, changesOf(await this.auth.get(site.id), request.body));
    return this.edit.run(request, { needs: 'admin', work }, this.present);
  }

  @Handles(contract.regenerateSitePublishingAuthById)
  async regenerate(request: RequestOf<typeof contract.regenerateSitePublishingAuthById>) {
    const work = ({ site }: EditedSite) => this.auth.regenerate(site.id);
    return this.edit.run(request, { needs: 'admin', work }, this.present);
  }

  private readonly present: PresentEdited<void, SitePublishingAuth> = async ({ site }) =>
    present(await this.auth.get(site.id));
}

/** Absent leaves, null clears. Throws 400 for the back end integration without an integration. */
function changesOf(now: PublishingAuth, { backend = now.backend, integration, fallbackURL }: UpdateSitePublishingAuth) {
  const named = integration ?? now.integration;
  if (backend === 'integration' && !named)
    throw invalid('body.integration', 'integration is required for the backend integration');
  return {
    backend,
    integration: backend === 'integration' ? named : null,
    ...(fallbackURL !== undefined && { fallbackUrl: fallbackURL }),
  };
}

function present({ backend, integration, fallbackUrl, privateKey }: PublishingAuth): SitePublishingAuth {
  const settings = { object: 'publishing-auth' as const, privateKey, ...(fallbackUrl && { fallbackURL: fallbackUrl }) };
  return backend === 'custom' ? { ...settings, backend } : { ...settings, backend, integration: integration! };
}
