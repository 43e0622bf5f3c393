import { Controller } from '@nestjs/common';
import {
  conflict,
  siteSections as contract,
  type RequestOf,
  type SiteSection,
  type SiteStructurePosition,
} from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { paginate, sortedList } from '@bindery/persistence';
import { SiteReader } from '../audience/site-reader';
import { EditSite, type PresentEdited } from '../model/edit-site';
import { SiteRepository } from '../model/site.repository';
import { AddToStructure } from './add-to-structure';
import { checkCondition } from './condition';
import { LinkedSpaces } from './linked-spaces';
import { placeOfNode } from './place';
import { changesOfSection, defaultOf } from './update-section';
import { StructurePresenter } from './structure.presenter';
import { StructureRepository } from '../model/structure.repository';

@Controller()
export class SectionsController {
  constructor(
    private readonly reader: SiteReader,
    private readonly sites: SiteRepository,
    private readonly edit: EditSite,
    private readonly add: AddToStructure,
    private readonly spaces: LinkedSpaces,
    private readonly structures: StructureRepository,
    private readonly presenter: StructurePresenter,
  ) {}

  @Handles(contract.listSiteSections)
  async list(request: RequestOf<typeof contract.listSiteSections>) {
    const { access, structure, reader } = await this.reader.read(request);
    const sorted = structure.sections().map((row) => ({ row, sortKey: structure.sortKeyOf(row), id: row.id }));
    const page = await paginate(request.query, {
      scope: ['sections', access.site.id, reader],
      ...sortedList(sorted),
    });
    return { ...page, items: page.items.map(({ row }) => this.presenter.section(access.site, structure, row)) };
  }

  @Handles(contract.addSectionToSite)
  async addSection(request: RequestOf<typeof contract.addSectionToSite>) {
    const { params, body, principal } = request;
    await this.sites.get(principal, params.organizationId, params.siteId);
    const space = await this.spaces.one(principal, params.organizationId, body.spaceId);
    const title = body.title ?? ([...space.title].length >= 2 ? space.title : 'Untitled');
    return this.edit.run(
      request,
      {
        needs: 'edit',
        work: ({ site, structure }) => this.add.section(site, structure, space, { title, icon: body.icon || null }),
      },
      this.present,
    );
  }

  @Handles(contract.deleteSiteSectionById)
  async delete(request: RequestOf<typeof contract.deleteSiteSectionById>) {
    const { siteSectionId } = request.params;
    await this.edit.remove(request, {
      needs: 'edit',
      has: ({ structure }) => structure.rows.sections.some(({ id }) => id === siteSectionId),
      work: () => this.structures.delete('section', siteSectionId),
    });
  }

  @Handles(contract.updateSiteSectionById)
  async update(request: RequestOf<typeof contract.updateSiteSectionById>) {
    const { params, body } = request;
    checkCondition(body.condition);
    return this.edit.run(
      request,
      {
        needs: 'edit',
        work: async ({ structure }) => {
          const { id } = structure.section(params.siteSectionId);
          if (body.path && structure.takenPaths('sections', id).has(body.path))
            throw conflict('Another section has this path; choose another one');
          const siteSpace = defaultOf(structure, id, body);
          if (siteSpace) await this.add.makeDefault(structure, 'site_space', siteSpace);
          await this.structures.update('section', id, changesOfSection(body));
          return id;
        },
      },
      this.present,
    );
  }

  @Handles(contract.moveSiteSection)
  async move(request: RequestOf<typeof contract.moveSiteSection>) {
    const { before, after } = request.body.position ?? {};
    const position: SiteStructurePosition = {
      ...(before && { before: { type: before.type, id: before.siteSection } }),
      ...(after && { after: { type: after.type, id: after.siteSection } }),
    };
    return this.edit.run(
      request,
      {
        needs: 'edit',
        work: async ({ structure }) => {
          const section = structure.section(request.params.siteSectionId);
          const place = placeOfNode(structure, { type: 'site-section', ...section }, position);
          await this.structures.update('section', section.id, place);
          return section.id;
        },
      },
      this.present,
    );
  }

  private readonly present: PresentEdited<string, SiteSection> = ({ site }, structure, id) =>
    this.presenter.section(site, structure, structure.section(id));
}
