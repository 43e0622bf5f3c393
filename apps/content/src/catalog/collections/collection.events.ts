import * as contracts from '@bindery/contracts';
import type { CollectionEntity } from './collection.entity';

/** Gets the collection as it was before; the deletion raises its version. */
export const collectionDeleted = (collection: Pick<CollectionEntity, 'id' | 'organizationId' | 'version'>) => {
  const { id, organizationId, version } = contracts.raiseVersion(collection);
  return contracts.collectionDeleted({
    organization: organizationId,
    aggregate: id,
    version,
    payload: { collection: id },
  });
};

export const collectionTransferred = (collection: string, from: string, to: string) =>
  contracts.collectionTransferred({
    organization: to,
    aggregate: collection,
    version: 0,
    payload: { id: collection, from, to },
  });
