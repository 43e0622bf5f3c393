import { Controller } from '@nestjs/common';
import { conflict, siteExternalLinks as contract, type RequestOf, type SiteExternalLink } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { newId } from '@bindery/persistence';
import { EditSite, type EditedSite, type PresentEdited } from '../model/edit-site';
import { lastKey } from './place';
import { StructurePresenter } from './structure.presenter';
import { StructureRepository } from '../model/structure.repository';

const maxLinks = 200;

@Controller()
export class ExternalLinksController {
  constructor(
    private readonly edit: EditSite,
    private readonly structures: StructureRepository,
    private readonly presenter: StructurePresenter,
  ) {}

  @Handles(contract.addExternalLinkToSite)
  async add(request: RequestOf<typeof contract.addExternalLinkToSite>) {
    const { title, url, icon, parent } = request.body;
    const work = async ({ site, structure }: EditedSite) => {
      if (structure.rows.links.length >= maxLinks) throw conflict(`A site can have at most ${maxLinks} external links`);
      const groupId = parent ? structure.group(parent).id : null;
      const id = newId();
      const orderKey = lastKey(structure.nodesIn(groupId));
      await this.structures.insert('external_link', {
        id,
        siteId: site.id,
        groupId,
        title,
        url,
        icon: icon || null,
        orderKey,
      });
      return id;
    };
    return this.edit.run(request, { needs: 'edit', work }, this.present);
  }

  @Handles(contract.updateSiteExternalLinkById)
  async update(request: RequestOf<typeof contract.updateSiteExternalLinkById>) {
    const { title, url, icon } = request.body;
    const work = async ({ structure }: EditedSite) => {
      const { id } = structure.link(request.params.siteExternalLinkId);
      await this.structures.update('external_link', id, {
        ...(title !== undefined && { title }),
        ...(url !== undefined && { url }),
        ...(icon !== undefined && { icon: icon || null }),
      });
      return id;
    };
    return this.edit.run(request, { needs: 'edit', work }, this.present);
  }

  @Handles(contract.deleteSiteExternalLinkById)
  async delete(request: RequestOf<typeof contract.deleteSiteExternalLinkById>) {
    const { siteExternalLinkId } = request.params;
    await this.edit.remove(request, {
      needs: 'edit',
      has: ({ structure }) => structure.rows.links.some(({ id }) => id === siteExternalLinkId),
      work: () => this.structures.delete('external_link', siteExternalLinkId),
    });
  }

  private readonly present: PresentEdited<string, SiteExternalLink> = (_, structure, id) =>
    this.presenter.link(structure.link(id));
}
