import { Injectable } from '@nestjs/common';
import {
  spaceDeleted,
  spacePurged,
  spaceRestored,
  spaceTransferred,
  type ContentTransferred,
  type EventEnvelope,
  type SpaceLifecycle,
} from '@bindery/contracts';
import { Consumes } from '@bindery/messaging';
import { EditSite } from '../model/edit-site';
import { SiteRepository } from '../model/site.repository';
import { StructureRepository } from '../model/structure.repository';

/** Updates sites when their spaces are deleted, restored or transferred. */
@Injectable()
export class SpacesConsumer {
  constructor(
    private readonly structures: StructureRepository,
    private readonly edit: EditSite,
    private readonly sites: SiteRepository,
  ) {}

  @Consumes(spaceDeleted, 'site-spaces-of-deleted-spaces')
  async deleted({ payload, version }: EventEnvelope<SpaceLifecycle>): Promise<void> {
    await this.settle(payload.space, () => this.structures.hide(payload.space, true, version));
  }

  @Consumes(spaceRestored, 'site-spaces-of-restored-spaces')
  async restored({ payload, version }: EventEnvelope<SpaceLifecycle>): Promise<void> {
    await this.settle(payload.space, () => this.structures.hide(payload.space, false, version));
  }

  @Consumes(spacePurged, 'site-spaces-of-purged-spaces')
  async purged({ payload }: EventEnvelope<SpaceLifecycle>): Promise<void> {
    await this.settle(payload.space, () => this.structures.removeSpace(payload.space));
  }

  /** A site belongs to one organization, and so do its spaces. */
  @Consumes(spaceTransferred, 'site-spaces-of-transferred-spaces')
  async transferred({ payload }: EventEnvelope<ContentTransferred>): Promise<void> {
    await this.settle(payload.id, () => this.structures.removeSpace(payload.id, payload.to));
  }

  /** Runs in the transaction in which the event's receipt is recorded. */
  private async settle(space: string, change: () => Promise<string[]>): Promise<void> {
    await this.structures.lockSitesOf(space);
    for (const site of await change()) {
      await this.edit.repair(site);
      await this.sites.touch(site);
    }
  }
}
