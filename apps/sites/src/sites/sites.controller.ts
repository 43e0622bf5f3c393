import { Controller, Inject } from '@nestjs/common';
import { organizationPermissions, sitePermissions } from '@bindery/authorization';
import {
  invalid,
  notFound,
  requires,
  mostPublicSites,
  publicSites,
  sites as contract,
  type Principal,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, Mutations, Outbox } from '@bindery/messaging';
import { Database, newId, paginate } from '@bindery/persistence';
import { LinkedSpaces } from '../structure/linked-spaces';
import { SITES_CONFIG, type SitesConfig } from '../sites.config';
import { AddToStructure } from '../structure/add-to-structure';
import { EditSite, targetOf, type EditedSite } from '../model/edit-site';
import { siteCreated, siteDeleted, sitePublished, siteUnpublished } from '../model/site.events';
import { PlatformHosts } from '../model/platform-hosts';
import { SitePresenter } from '../model/site.presenter';
import { SiteRepository } from '../model/site.repository';
import { Structure } from '../model/structure';
import { changesOf, checkDefaults, checkHosts } from './update-site';

@Controller()
export class SitesController {
  constructor(
    private readonly sites: SiteRepository,
    private readonly edit: EditSite,
    private readonly add: AddToStructure,
    private readonly spaces: LinkedSpaces,
    private readonly presenter: SitePresenter,
    private readonly mutations: Mutations,
    private readonly outbox: Outbox,
    private readonly db: Database,
    private readonly hosts: PlatformHosts,
    @Inject(SITES_CONFIG) private readonly config: SitesConfig,
  ) {}

  @Handles(contract.listSites)
  async list({ params, query, principal }: RequestOf<typeof contract.listSites>) {
    const { organizationId } = params;
    roleIn(principal, organizationId);
    const { space, title, published, type } = query;
    const page = await paginate(query, {
      scope: ['sites', organizationId, principal.user, space, title, published, type],
      rows: (after, limit) => this.sites.list(principal, organizationId, query, after, limit),
      position: ({ site }) => ({ value: site.createdAt.toISOString(), id: site.id }),
      count: () => this.sites.count(principal, organizationId, query),
    });
    return { ...page, items: page.items.map((access) => this.presenter.present(access)) };
  }

  @Handles(publicSites.listPublicSites)
  async listPublic(_: RequestOf<typeof publicSites.listPublicSites>) {
    const found = await this.sites.newestPublic(mostPublicSites + 1);
    const items = found.slice(0, mostPublicSites).map(({ title, ...site }) => ({
      title,
      address: this.presenter.addresses.published(site),
    }));
    return { items, more: found.length > mostPublicSites };
  }

  @Handles(contract.createSite)
  async create({ params, body, principal }: RequestOf<typeof contract.createSite>) {
    const { organizationId } = params;
    requires(organizationPermissions(roleIn(principal, organizationId)).createContent);
    const { title = 'Documentation', visibility = 'public', type = this.config.SITE_TYPE } = body;
    const spaces = await this.spaces.find(principal, organizationId, body.spaces ?? []);
    const id = newId();
    return this.mutations.run({ organization: organizationId, target: { type: 'site', id } }, async () => {
      await this.sites.insert({ id, organizationId, type, title, visibility, createdBy: principal.user });
      await this.add.siteSpaces(id, Structure.empty, spaces, null);
      await this.edit.repair(id);
      await this.outbox.add(siteCreated({ id, organizationId, version: 1 }));
      // The creator of a site has the level create in its organization, and with it on the site.
      return this.presenter.present(await this.sites.get(principal, organizationId, id));
    });
  }

  @Handles(contract.getSiteById)
  async get({ params, principal }: RequestOf<typeof contract.getSiteById>) {
    return this.presenter.present(await this.sites.get(principal, params.organizationId, params.siteId));
  }

  @Handles(contract.deleteSiteById)
  async delete({ params, principal }: RequestOf<typeof contract.deleteSiteById>) {
    const { organizationId, siteId } = params;
    await this.db.transaction(async () => {
      const access = await this.sites.lock(principal, organizationId, siteId);
      if (!access?.level) return;
      requires(sitePermissions(access.level).admin);
      await this.mutations.run(targetOf(access.site), async () => {
        await this.sites.delete(siteId);
        await this.outbox.add(siteDeleted(access.site));
      });
    });
  }

  @Handles(contract.updateSiteById)
  async update(request: RequestOf<typeof contract.updateSiteById>) {
    const { body } = request;
    const ofAudience = [body.visibility, body.proxy, body.hostname].some((value) => value !== undefined);
    const work = async ({ site, structure }: EditedSite) => {
      checkHosts(this.hosts, body);
      const { section, siteSpace } = checkDefaults(structure, body);
      if (section) await this.add.makeDefault(structure, 'section', section);
      if (siteSpace) await this.add.makeDefault(structure, 'site_space', siteSpace);
      if (body.basename && (await this.sites.exists(body.basename)))
        throw invalid('body.basename', 'basename must not be the id of a site');
      await this.sites.update(site.id, changesOf(site, body));
    };
    return this.edit.run(request, { needs: ofAudience ? 'admin' : 'edit', work }, (access) =>
      this.presenter.present(access),
    );
  }

  @Handles(contract.publishSite)
  async publish(request: RequestOf<typeof contract.publishSite>) {
    return this.setPublished(request, true);
  }

  @Handles(contract.unpublishSite)
  async unpublish(request: RequestOf<typeof contract.unpublishSite>) {
    return this.setPublished(request, false);
  }

  private setPublished(request: RequestOf<typeof contract.publishSite>, published: boolean) {
    const work = ({ site }: EditedSite) => this.sites.update(site.id, { published });
    const event = published ? sitePublished : siteUnpublished;
    return this.edit.run(request, { needs: 'publish', work, event }, (access) => this.presenter.present(access));
  }
}

/** The caller's role in an organization, null for a guest. Throws 404 when the caller is not in it. */
function roleIn(principal: Principal, organization: string) {
  const membership = principal.organizations[organization];
  if (!membership) throw notFound('Organization');
  return membership.role;
}
