import { Controller } from '@nestjs/common';
import { sitePermissions } from '@bindery/authorization';
import {
  conflict,
  requires,
  siteSpaces as contract,
  type RequestOf,
  type SiteSpace,
  type SiteStructurePosition,
} from '@bindery/contracts';
import { currentCall, Handles } from '@bindery/messaging';
import { newId, paginate, sortedList } from '@bindery/persistence';
import { SiteReader } from '../audience/site-reader';
import { EditSite, type EditedSite, type PresentEdited } from '../model/edit-site';
import { SiteRepository } from '../model/site.repository';
import { AddToStructure } from './add-to-structure';
import { checkCondition } from './condition';
import { DuplicateSpace } from './duplicate-space';
import { DuplicationRepository } from './duplication.repository';
import { LinkedSpaces } from './linked-spaces';
import { MoveSiteSpace } from './move-site-space';
import { StructurePresenter } from './structure.presenter';
import { StructureRepository } from '../model/structure.repository';

@Controller()
export class SiteSpacesController {
  constructor(
    private readonly reader: SiteReader,
    private readonly sites: SiteRepository,
    private readonly edit: EditSite,
    private readonly add: AddToStructure,
    private readonly spaces: LinkedSpaces,
    private readonly structures: StructureRepository,
    private readonly presenter: StructurePresenter,
    private readonly duplications: DuplicationRepository,
    private readonly duplicate: DuplicateSpace,
    private readonly moveSiteSpace: MoveSiteSpace,
  ) {}

  @Handles(contract.listSiteSpaces)
  async list(request: RequestOf<typeof contract.listSiteSpaces>) {
    const { query } = request;
    const { access, structure, reader } = await this.reader.read(request);
    const all = structure.siteSpaces().filter(({ isDefault }) => isDefault === (query.default ?? isDefault));
    const sorted = all.map((row) => {
      const section = structure.rows.sections.find(({ id }) => id === row.sectionId);
      return { row, sortKey: `${section ? structure.sortKeyOf(section) : ''} ${row.orderKey}`, id: row.id };
    });
    const page = await paginate(query, {
      scope: ['site-spaces', access.site.id, reader, query.default],
      ...sortedList(sorted),
    });
    const items = page.items.map(({ row }) => this.presenter.siteSpace(access.site, structure, row));
    return { ...page, items };
  }

  @Handles(contract.addSpaceToSite)
  async addSpace(request: RequestOf<typeof contract.addSpaceToSite>) {
    const { params, body, principal } = request;
    await this.sites.get(principal, params.organizationId, params.siteId);
    const space = await this.spaces.one(principal, params.organizationId, body.spaceId);
    return this.edit.run(
      request,
      {
        needs: 'edit',
        work: async ({ site, structure }) => {
          const section = body.sectionId ? structure.section(body.sectionId) : structure.defaultSection;
          const [id] = await this.add.siteSpaces(site.id, structure, [space], section?.id ?? null);
          return id!;
        },
      },
      this.present,
    );
  }

  @Handles(contract.deleteSiteSpaceById)
  async delete(request: RequestOf<typeof contract.deleteSiteSpaceById>) {
    const { siteSpaceId } = request.params;
    await this.edit.remove(request, {
      needs: 'edit',
      has: ({ structure }) => structure.siteSpaces().some(({ id }) => id === siteSpaceId),
      work: () => this.structures.delete('site_space', siteSpaceId),
    });
  }

  @Handles(contract.updateSiteSpaceById)
  async update(request: RequestOf<typeof contract.updateSiteSpaceById>) {
    const { params, body, principal } = request;
    const { path, condition, spaceId } = body;
    checkCondition(condition);
    await this.sites.get(principal, params.organizationId, params.siteId);
    if (spaceId) await this.spaces.one(principal, params.organizationId, spaceId);
    return this.edit.run(
      request,
      {
        needs: 'edit',
        work: async ({ structure }) => {
          const { id, sectionId } = structure.siteSpace(params.siteSpaceId);
          if (path && structure.takenPaths({ section: sectionId }, id).has(path))
            throw conflict('Another site space has this path; choose another one');
          await this.structures.update('site_space', id, {
            ...(path && { path }),
            ...(condition !== undefined && { condition: condition || null }),
            ...(spaceId && { spaceId, contentVersion: 0 }),
          });
          return id;
        },
      },
      this.present,
    );
  }

  @Handles(contract.duplicateSiteSpace)
  async duplicateSpace(request: RequestOf<typeof contract.duplicateSiteSpace>) {
    const { params, principal } = request;
    const { site, level } = await this.sites.get(principal, params.organizationId, params.siteId);
    requires(sitePermissions(level).edit);
    const { spaceId } = (await this.structures.load(site.id)).siteSpace(params.siteSpaceId);
    const begun = await this.duplications.begin({
      siteId: site.id,
      siteSpaceId: params.siteSpaceId,
      spaceId,
      userId: principal.user!,
      idempotencyKey: currentCall()?.envelope.idempotencyKey ?? newId(),
    });
    const copy = await this.duplicate.copy(principal, begun);
    const work = async ({ structure }: EditedSite) => {
      if (!(await this.duplications.finish(begun.id))) throw conflict('Another request has already done this');
      return this.add.beside(structure, params.siteSpaceId, copy);
    };
    try {
      return await this.edit.run(request, { needs: 'edit', work }, this.present);
    } catch (error) {
      await this.duplicate.undoAfter(error, principal, begun);
      throw error;
    }
  }

  @Handles(contract.moveSiteSpace)
  async move(request: RequestOf<typeof contract.moveSiteSpace>) {
    const { before, after } = request.body.position ?? {};
    const position: SiteStructurePosition = {
      ...(before && { before: { type: before.type, id: before.siteSpace } }),
      ...(after && { after: { type: after.type, id: after.siteSpace } }),
    };
    return this.edit.run(
      request,
      {
        needs: 'edit',
        work: async ({ structure }) => {
          const { siteSpaceId: id } = request.params;
          await this.moveSiteSpace.to(structure, id, position);
          return id;
        },
      },
      this.present,
    );
  }

  private readonly present: PresentEdited<string, SiteSpace> = ({ site }, structure, id) =>
    this.presenter.siteSpace(site, structure, structure.siteSpace(id));
}
