import { Controller } from '@nestjs/common';
import {
  conflict,
  invalid,
  notFound,
  siteRedirects as contract,
  type Principal,
  type RequestOf,
  type SiteRedirect,
  type SiteRedirectDestination,
} from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { newId, paginate } from '@bindery/persistence';
import { SiteReader } from '../audience/site-reader';
import { EditSite, type EditedSite, type PresentEdited } from '../model/edit-site';
import { SitePresenter } from '../model/site.presenter';
import { SiteRepository } from '../model/site.repository';
import type { Structure } from '../model/structure';
import { checkDestination, pathTo } from './destination';
import { PagePaths } from './page-paths';
import type { RedirectEntity } from './redirect.entity';
import { RedirectRepository } from './redirect.repository';

const most = 10_000;

@Controller()
export class RedirectsController {
  constructor(
    private readonly sites: SiteRepository,
    private readonly redirects: RedirectRepository,
    private readonly edit: EditSite,
    private readonly reader: SiteReader,
    private readonly pages: PagePaths,
    private readonly presenter: SitePresenter,
  ) {}

  @Handles(contract.listSiteRedirects)
  async list({ params, query, principal }: RequestOf<typeof contract.listSiteRedirects>) {
    const { site } = await this.sites.get(principal, params.organizationId, params.siteId);
    const page = await paginate(query, {
      scope: ['redirects', site.id, query.search],
      rows: (after, limit) => this.redirects.list(site.id, query.search, after, limit),
      position: ({ source, id }) => ({ value: source, id }),
      count: () => this.redirects.count(site.id, query.search),
    });
    return { ...page, items: page.items.map(present) };
  }

  @Handles(contract.createSiteRedirect)
  async create(request: RequestOf<typeof contract.createSiteRedirect>) {
    const { source, destination } = request.body;
    const work = async ({ site, structure }: EditedSite) => {
      checkDestination(structure, destination);
      if ((await this.redirects.count(site.id)) >= most) throw conflict(`A site can have at most ${most} redirects`);
      const id = newId();
      await this.redirects.insert({ id, siteId: site.id, source, destination: { ...destination } });
      return id;
    };
    return this.edit.run(request, { needs: 'edit', work }, this.present);
  }

  @Handles(contract.changeSiteRedirects)
  async change(request: RequestOf<typeof contract.changeSiteRedirects>) {
    const { set = [], remove = [] } = request.body;
    const work = async ({ site, structure }: EditedSite) => {
      for (const { destination } of set) checkDestination(structure, destination);
      await this.redirects.delete(site.id, remove);
      await this.redirects.set(site.id, set);
      // Counted afterwards, because some of them replace others.
      if ((await this.redirects.count(site.id)) > most)
        throw invalid('body.set', `set would give the site more than ${most} redirects`);
    };
    await this.edit.run(request, { needs: 'edit', work }, () => ({}));
  }

  @Handles(contract.updateSiteRedirectById)
  async update(request: RequestOf<typeof contract.updateSiteRedirectById>) {
    const { source, destination } = request.body;
    const work = async ({ site, structure }: EditedSite) => {
      const { id } = await this.load(site.id, request.params.siteRedirectId);
      if (destination) checkDestination(structure, destination);
      await this.redirects.update(id, {
        ...(source && { source }),
        ...(destination && { destination: { ...destination } }),
      });
      return id;
    };
    return this.edit.run(request, { needs: 'edit', work }, this.present);
  }

  @Handles(contract.deleteSiteRedirectById)
  async delete(request: RequestOf<typeof contract.deleteSiteRedirectById>) {
    const { siteRedirectId } = request.params;
    await this.edit.remove(request, {
      needs: 'edit',
      has: async ({ site }) => (await this.redirects.find(site.id, siteRedirectId)) !== undefined,
      work: ({ site }) => this.redirects.delete(site.id, [siteRedirectId]),
    });
  }

  @Handles(contract.getSiteRedirectBySource)
  async match(request: RequestOf<typeof contract.getSiteRedirectBySource>) {
    const { access, structure, as } = await this.reader.read(request);
    const redirect = await this.redirects.findBySource(access.site.id, request.query.source);
    if (!redirect) throw notFound('Site redirect');
    const { destination } = redirect;
    if (destination.kind === 'url') return { redirect: present(redirect), target: destination.url };
    const page = await this.pagePath(structure, destination, as);
    const base = this.presenter.addresses.published(access.site);
    return { redirect: present(redirect), target: base + pathTo(structure, destination) + page };
  }

  private async pagePath(
    structure: Structure,
    destination: SiteRedirectDestination,
    principal: Principal,
  ): Promise<string> {
    if (destination.kind !== 'site-page') return '';
    const { spaceId } = structure.siteSpace(destination.siteSpaceId);
    return this.pages.find(principal, spaceId, destination.pageId);
  }

  /** Throws 404. */
  private async load(site: string, id: string): Promise<RedirectEntity> {
    const redirect = await this.redirects.find(site, id);
    if (!redirect) throw notFound('Site redirect');
    return redirect;
  }

  private readonly present: PresentEdited<string, SiteRedirect> = async ({ site }, _, id) =>
    present(await this.load(site.id, id));
}

const present = ({ id, source, destination }: RedirectEntity): SiteRedirect => ({
  object: 'site-redirect',
  id,
  source,
  destination,
});
