import { Injectable } from '@nestjs/common';
import {
  collectionDeleted,
  collectionTransferred,
  spaceDeleted,
  spaceTransferred,
  type CollectionDeleted,
  type ContentTransferred,
  type EventEnvelope,
  type SpaceLifecycle,
} from '@bindery/contracts';
import { Consumes } from '@bindery/messaging';
import { LinkInviteRepository } from './link-invite.repository';

/** Removes links with their targets, and when a target moves to another organization. */
@Injectable()
export class RevokeLinks {
  constructor(private readonly links: LinkInviteRepository) {}

  @Consumes(spaceDeleted, 'links-to-deleted-spaces')
  spaceDeleted({ payload }: EventEnvelope<SpaceLifecycle>): Promise<void> {
    return this.links.deleteOf(payload.space);
  }

  @Consumes(collectionDeleted, 'links-to-deleted-collections')
  collectionDeleted({ payload }: EventEnvelope<CollectionDeleted>): Promise<void> {
    return this.links.deleteOf(payload.collection);
  }

  @Consumes(spaceTransferred, 'links-to-transferred-spaces')
  spaceTransferred({ payload }: EventEnvelope<ContentTransferred>): Promise<void> {
    return this.links.deleteOfOther(payload.id, payload.to);
  }

  @Consumes(collectionTransferred, 'links-to-transferred-collections')
  collectionTransferred({ payload }: EventEnvelope<ContentTransferred>): Promise<void> {
    return this.links.deleteOfOther(payload.id, payload.to);
  }
}
