import { Controller } from '@nestjs/common';
import {
  emptySchema,
  readAdaptiveSchema,
  sites as contract,
  type RequestOf,
  type SiteAdaptiveSchema,
} from '@bindery/contracts';
import { Handles, withVersion } from '@bindery/messaging';
import { EditSite } from '../model/edit-site';
import type { SiteEntity } from '../model/site.entity';
import { SiteRepository } from '../model/site.repository';
import { templateConditions } from './template-conditions';

@Controller()
export class AdaptiveSchemaController {
  constructor(
    private readonly sites: SiteRepository,
    private readonly edit: EditSite,
  ) {}

  @Handles(contract.getSiteAdaptiveSchema)
  async get({ params, principal }: RequestOf<typeof contract.getSiteAdaptiveSchema>) {
    const { site } = await this.sites.get(principal, params.organizationId, params.siteId);
    return withVersion(present(site), site.version);
  }

  @Handles(contract.updateSiteAdaptiveSchema)
  async update(request: RequestOf<typeof contract.updateSiteAdaptiveSchema>) {
    const adaptiveSchema = readAdaptiveSchema(request.body.jsonSchema);
    return this.edit.run(
      request,
      {
        needs: 'edit',
        work: ({ site }) => this.sites.update(site.id, { adaptiveSchema, adaptiveSchemaUpdatedAt: new Date() }),
      },
      ({ site }) => present(site),
    );
  }

  @Handles(contract.listSiteAdaptiveTemplateConditions)
  async conditions({ params, principal }: RequestOf<typeof contract.listSiteAdaptiveTemplateConditions>) {
    const { site } = await this.sites.get(principal, params.organizationId, params.siteId);
    return { items: templateConditions(site.adaptiveSchema ?? emptySchema) };
  }
}

const present = ({ adaptiveSchema, adaptiveSchemaUpdatedAt, createdAt }: SiteEntity): SiteAdaptiveSchema => ({
  object: 'site-adaptive-schema',
  jsonSchema: readAdaptiveSchema(adaptiveSchema ?? emptySchema),
  updatedAt: (adaptiveSchemaUpdatedAt ?? createdAt).toISOString(),
});
