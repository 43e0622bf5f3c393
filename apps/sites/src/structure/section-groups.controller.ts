import { Controller } from '@nestjs/common';
import { siteSectionGroups as contract, type RequestOf, type SiteSectionGroup } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { paginate, sortedList } from '@bindery/persistence';
import { EditSite, type EditedSite, type PresentEdited } from '../model/edit-site';
import { SiteRepository } from '../model/site.repository';
import { GroupSections } from './group-sections';
import { placeOfNode } from './place';
import { StructurePresenter } from './structure.presenter';
import { StructureRepository } from '../model/structure.repository';

@Controller()
export class SectionGroupsController {
  constructor(
    private readonly sites: SiteRepository,
    private readonly edit: EditSite,
    private readonly groups: GroupSections,
    private readonly structures: StructureRepository,
    private readonly presenter: StructurePresenter,
  ) {}

  @Handles(contract.listSiteSectionGroups)
  async list({ params, query, principal }: RequestOf<typeof contract.listSiteSectionGroups>) {
    const { site } = await this.sites.get(principal, params.organizationId, params.siteId);
    const structure = await this.structures.load(site.id);
    const sorted = structure.groups().map((row) => ({ row, sortKey: structure.sortKeyOf(row), id: row.id }));
    const page = await paginate(query, { scope: ['section groups', site.id], ...sortedList(sorted) });
    return { ...page, items: page.items.map(({ row }) => this.presenter.group(site, structure, row)) };
  }

  @Handles(contract.addSectionGroupToSite)
  async addGroup(request: RequestOf<typeof contract.addSectionGroupToSite>) {
    const work = ({ site, structure }: EditedSite) => this.groups.add(site.id, structure, request.body);
    return this.edit.run(request, { needs: 'edit', work }, this.present);
  }

  @Handles(contract.deleteSiteSectionGroupById)
  async delete(request: RequestOf<typeof contract.deleteSiteSectionGroupById>) {
    const { siteSectionGroupId } = request.params;
    await this.edit.remove(request, {
      needs: 'edit',
      has: ({ structure }) => structure.rows.groups.some(({ id }) => id === siteSectionGroupId),
      work: ({ structure }) => this.groups.dissolve(structure, structure.group(siteSectionGroupId)),
    });
  }

  @Handles(contract.updateSiteSectionGroupById)
  async update(request: RequestOf<typeof contract.updateSiteSectionGroupById>) {
    const { params, body } = request;
    return this.edit.run(
      request,
      {
        needs: 'edit',
        work: async ({ structure }) => {
          const { id } = structure.group(params.siteSectionGroupId);
          await this.structures.update('section_group', id, {
            ...(body.title !== undefined && { title: body.title }),
            ...(body.icon !== undefined && { icon: body.icon || null }),
          });
          return id;
        },
      },
      this.present,
    );
  }

  @Handles(contract.addSectionToGroup)
  async addSection(request: RequestOf<typeof contract.addSectionToGroup>) {
    const { params, body } = request;
    return this.edit.run(
      request,
      {
        needs: 'edit',
        work: async ({ structure }) => {
          const { id } = structure.group(params.siteSectionGroupId);
          const section = structure.section(body.sectionId);
          if (section.groupId !== id) await this.groups.append(structure, id, [section]);
          return id;
        },
      },
      this.present,
    );
  }

  @Handles(contract.removeSectionFromGroup)
  async removeSection(request: RequestOf<typeof contract.removeSectionFromGroup>) {
    const { siteSectionGroupId: groupId, siteSectionId } = request.params;
    await this.edit.remove(request, {
      needs: 'edit',
      has: ({ structure }) =>
        structure.rows.sections.some((section) => section.id === siteSectionId && section.groupId === groupId),
      work: ({ structure }) => this.groups.takeOut(structure, structure.section(siteSectionId)),
    });
  }

  @Handles(contract.moveSiteSectionGroup)
  async move(request: RequestOf<typeof contract.moveSiteSectionGroup>) {
    return this.edit.run(
      request,
      {
        needs: 'edit',
        work: async ({ structure }) => {
          const group = structure.group(request.params.siteSectionGroupId);
          const place = placeOfNode(structure, { type: 'site-section-group', ...group }, request.body.position ?? {});
          await this.structures.update('section_group', group.id, place);
          return group.id;
        },
      },
      this.present,
    );
  }

  private readonly present: PresentEdited<string, SiteSectionGroup> = ({ site }, structure, id) =>
    this.presenter.group(site, structure, structure.group(id));
}
