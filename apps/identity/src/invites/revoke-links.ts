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

/**
 * Removes links with their targets, and when a target moves to another organization. Later links stay: a target may be restored,
 * or come back.
 */
@Injectable()
export class RevokeLinks {
  constructor(private readonly links: LinkInviteRepository) {}

  @Consumes(spaceDeleted, 'links-to-deleted-spaces')
  spaceDeleted({ occurredAt, payload }: EventEnvelope<SpaceLifecycle>): Promise<void> {
    return this.links.deleteOf(payload.space, new Date(occurredAt));
  }

  @Consumes(collectionDeleted, 'links-to-deleted-collections')
  collectionDeleted({ occurredAt, payload }: EventEnvelope<CollectionDeleted>): Promise<void> {
    return this.links.deleteOf(payload.collection, new Date(occurredAt));
  }

  @Consumes(spaceTransferred, 'links-to-transferred-spaces')
  spaceTransferred({ occurredAt, payload }: EventEnvelope<ContentTransferred>): Promise<void> {
    return this.links.deleteOfOther(payload.id, payload.to, new Date(occurredAt));
  }

  @Consumes(collectionTransferred, 'links-to-transferred-collections')
  collectionTransferred({ occurredAt, payload }: EventEnvelope<ContentTransferred>): Promise<void> {
    return this.links.deleteOfOther(payload.id, payload.to, new Date(occurredAt));
  }
}
