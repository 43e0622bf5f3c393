import { Controller } from '@nestjs/common';
import {
  notFound,
  siteStructure as contract,
  type RequestOf,
  type SiteStructureItem,
  type SiteStructurePointer,
} from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { SiteReader } from '../audience/site-reader';
import { EditSite, type EditedSite, type PresentEdited } from '../model/edit-site';
import { MoveSiteSpace } from './move-site-space';
import { placeOfNode } from './place';
import type { Node, Structure } from '../model/structure';
import { StructurePresenter } from './structure.presenter';
import { StructureRepository, tableOf } from '../model/structure.repository';

const names = {
  'site-section': 'Site section',
  'site-section-group': 'Site section group',
  'site-external-link': 'External link',
  'site-space': 'Site space',
} as const;

@Controller()
export class StructureController {
  constructor(
    private readonly reader: SiteReader,
    private readonly edit: EditSite,
    private readonly structures: StructureRepository,
    private readonly presenter: StructurePresenter,
    private readonly moveSiteSpace: MoveSiteSpace,
  ) {}

  @Handles(contract.getSiteStructure)
  async get(request: RequestOf<typeof contract.getSiteStructure>) {
    const { access, structure } = await this.reader.read(request);
    return this.presenter.structure(access.site, structure);
  }

  @Handles(contract.sortSiteStructure)
  async sort(request: RequestOf<typeof contract.sortSiteStructure>) {
    const { item, position } = request.body;
    const work = async ({ structure }: EditedSite): Promise<SiteStructurePointer> => {
      if (item.type === 'site-space') await this.moveSiteSpace.to(structure, item.id, position);
      else
        await this.structures.update(
          tableOf[item.type],
          item.id,
          placeOfNode(structure, nodeOf(structure, item), position),
        );
      return item;
    };
    return this.edit.run(request, { needs: 'edit', work }, this.present);
  }

  private readonly present: PresentEdited<SiteStructurePointer, SiteStructureItem> = ({ site }, structure, item) =>
    item.type === 'site-space'
      ? this.presenter.siteSpace(site, structure, structure.siteSpace(item.id))
      : this.presenter.node(site, structure, nodeOf(structure, item));
}

/** Throws 404. */
function nodeOf(structure: Structure, { type, id }: SiteStructurePointer): Node {
  const node = structure.node(type, id);
  if (!node) throw notFound(names[type]);
  return node;
}
