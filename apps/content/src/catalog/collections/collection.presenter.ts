import { atLeast, type Level } from '@bindery/authorization';
import type { Collection, CollectionPermissions } from '@bindery/contracts';
import { withVersion } from '@bindery/messaging';
import type { CollectionEntity } from './collection.entity';

/** The permissions of a level in a collection. */
export function collectionPermissions(level: Level): CollectionPermissions {
  const admin = atLeast(level, 'admin');
  return { view: atLeast(level, 'read'), admin, viewInviteLinks: admin, create: atLeast(level, 'create') };
}

export function presentCollection(collection: CollectionEntity, level: Level, publicUrl: string): Collection {
  const { id, organizationId, description, parentId, version } = collection;
  const presented: Collection = {
    object: 'collection',
    id,
    title: collection.title,
    ...(description && { description }),
    organization: organizationId,
    ...(parentId && { parent: parentId }),
    defaultLevel: collection.defaultLevel,
    urls: { location: `${publicUrl}/v1/collections/${id}`, app: `${publicUrl}/app/o/${organizationId}/c/${id}` },
    permissions: collectionPermissions(level),
  };
  return withVersion(presented, version);
}
