import * as contracts from '@bindery/contracts';
import type { CollectionEntity } from './collection.entity';

/** Gets the collection as it was before. */
export const collectionDeleted = ({ id, organizationId, version }: CollectionEntity) =>
  contracts.collectionDeleted({
    organization: organizationId,
    aggregate: id,
    version: version + 1,
    payload: { collection: id },
  });

export const collectionTransferred = (collection: string, from: string, to: string) =>
  contracts.collectionTransferred({
    organization: to,
    aggregate: collection,
    version: 0,
    payload: { id: collection, from, to },
  });
