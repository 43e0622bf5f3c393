import { Injectable } from '@nestjs/common';
import type { SiteStructurePosition } from '@bindery/contracts';
import type { Structure } from '../model/structure';
import { StructureRepository } from '../model/structure.repository';
import { placeOfSiteSpace } from './place';

/** Moves a site-space within its section or into another one. Runs in the transaction of an edit. */
@Injectable()
export class MoveSiteSpace {
  constructor(private readonly structures: StructureRepository) {}

  /** Throws 400 for a position that does not exist, 409 where the path of the site-space is taken. */
  async to(structure: Structure, id: string, position: SiteStructurePosition): Promise<void> {
    const { place, reordered } = placeOfSiteSpace(structure, id, position);
    await this.structures.reorder(reordered);
    await this.structures.update('site_space', id, place);
  }
}
