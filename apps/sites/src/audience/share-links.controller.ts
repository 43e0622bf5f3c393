import { Controller, Inject } from '@nestjs/common';
import { sitePermissions } from '@bindery/authorization';
import { secretKeysOf, type ServiceConfig } from '@bindery/config';
import { notFound, requires, siteAudience as contract, type RequestOf, type ShareLink } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { newId, paginate, randomText } from '@bindery/persistence';
import { CONFIG } from '@bindery/service';
import { EditSite, type SiteRequest } from '../model/edit-site';
import type { SiteEntity } from '../model/site.entity';
import { SitePresenter } from '../model/site.presenter';
import { SiteRepository } from '../model/site.repository';
import type { ShareLinkEntity } from './audience.entities';
import { ShareLinkRepository } from './share-link.repository';
import { SiteSecrets } from './site-secrets';

/** 24 of 62 characters: 142 bits. */
const keyLength = 24;

@Controller()
export class ShareLinksController {
  private readonly secrets: SiteSecrets;

  constructor(
    private readonly sites: SiteRepository,
    private readonly links: ShareLinkRepository,
    private readonly edit: EditSite,
    private readonly presenter: SitePresenter,
    @Inject(CONFIG) config: ServiceConfig,
  ) {
    this.secrets = new SiteSecrets(secretKeysOf(config));
  }

  @Handles(contract.listSiteShareLinks)
  async list(request: RequestOf<typeof contract.listSiteShareLinks>) {
    const { site } = await this.administered(request);
    const page = await paginate(request.query, {
      scope: ['share links', site.id],
      rows: (after, limit) => this.links.list(site.id, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.links.count(site.id),
    });
    return { ...page, items: page.items.map((link) => this.present(site, link)) };
  }

  @Handles(contract.createSiteShareLink)
  async create(request: RequestOf<typeof contract.createSiteShareLink>) {
    const id = newId();
    return this.edit.run(
      request,
      {
        needs: 'admin',
        work: async ({ site }) => {
          const key = randomText(keyLength);
          await this.links.insert({
            id,
            siteId: site.id,
            name: request.body.name,
            keyHash: this.secrets.hashOf(key),
            sealedKey: this.secrets.seal(key, id),
          });
        },
      },
      async ({ site }) => this.present(site, (await this.links.find(site.id, id))!),
    );
  }

  @Handles(contract.updateSiteShareLinkById)
  async update(request: RequestOf<typeof contract.updateSiteShareLinkById>) {
    const { shareLinkId } = request.params;
    const { name, active } = request.body;
    const load = async (site: SiteEntity) => {
      const link = await this.links.find(site.id, shareLinkId);
      if (!link) throw notFound('Share link');
      return link;
    };
    return this.edit.run(
      request,
      {
        needs: 'admin',
        work: async ({ site }) => {
          const { id } = await load(site);
          await this.links.update(id, {
            ...(name !== undefined && { name }),
            ...(active !== undefined && { active }),
          });
        },
      },
      async ({ site }) => this.present(site, await load(site)),
    );
  }

  @Handles(contract.deleteSiteShareLinkById)
  async delete(request: RequestOf<typeof contract.deleteSiteShareLinkById>) {
    const { shareLinkId } = request.params;
    await this.edit.remove(request, {
      needs: 'admin',
      has: async ({ site }) => (await this.links.find(site.id, shareLinkId)) !== undefined,
      work: () => this.links.delete(shareLinkId),
    });
  }

  private async administered({ principal, params }: SiteRequest) {
    const access = await this.sites.get(principal, params.organizationId, params.siteId);
    requires(sitePermissions(access.level).admin);
    return access;
  }

  private present(site: SiteEntity, { id, name, active, createdAt, sealedKey }: ShareLinkEntity): ShareLink {
    const shareKey = this.secrets.open(sealedKey, id);
    return {
      object: 'share-link',
      id,
      createdAt: createdAt.toISOString(),
      name,
      active,
      urls: { published: this.presenter.addresses.published({ ...site, shareKey }) },
    };
  }
}
