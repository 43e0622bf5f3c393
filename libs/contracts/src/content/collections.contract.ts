import { contract, del, get, patch, post } from '../core/endpoint';
import { Const, Flag, Id, Nested, OneOf, Text, Url } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';
import { memberRoles, type DefaultLevel } from '../core/roles';
import { MoveContent, TransferContent } from './position.dto';
import { Space, transferTimeout } from './spaces.contract';

class CollectionUrls {
  @Url() location!: string;
  @Url() app!: string;
}

export class CollectionPermissions {
  @Flag() view!: boolean;
  @Flag() admin!: boolean;
  @Flag() viewInviteLinks!: boolean;
  @Flag() create!: boolean;
}

export class Collection {
  @Const('collection') object!: 'collection';
  @Id() id!: string;
  @Text({ max: 50 }) title!: string;
  @Text({ max: 100, optional: true }) description?: string;
  @Id() organization!: string;
  @Id({ optional: true }) parent?: string;
  @OneOf([...memberRoles, 'inherit'], { nullable: true }) defaultLevel!: DefaultLevel;
  @Nested(() => CollectionUrls) urls!: CollectionUrls;
  @Nested(() => CollectionPermissions) permissions!: CollectionPermissions;
}

export class CreateCollection {
  @Text({ max: 50, optional: true }) title?: string;
  @Id({ optional: true }) parent?: string;
}

export class UpdateCollection {
  @Text({ max: 50, optional: true }) title?: string;
  @Text({ max: 100, nullable: true, optional: true }) description?: string | null;
  @OneOf([...memberRoles, 'inherit'], { nullable: true, optional: true }) defaultLevel?: DefaultLevel;
}

export class CollectionListQuery extends PageQuery {
  @Flag({ description: 'Whether to include collections inside other collections.' }) nested: boolean = true;
}

export const collections = contract('content', 'Collections', {
  listCollectionsInOrganizationById: get('/orgs/:organizationId/collections', {
    summary: 'List the collections of an organization that the caller can see',
    query: CollectionListQuery,
    returns: PageOf(Collection),
  }),
  createCollection: post('/orgs/:organizationId/collections', {
    summary: 'Create a collection',
    body: CreateCollection,
    returns: Collection,
    status: 201,
  }),
  getCollectionById: get('/collections/:collectionId', { summary: 'Get a collection', returns: Collection }),
  updateCollectionById: patch('/collections/:collectionId', {
    summary: 'Update a collection',
    body: UpdateCollection,
    returns: Collection,
    errors: [412],
  }),
  deleteCollectionById: del('/collections/:collectionId', {
    summary: 'Delete a collection',
    description: 'The spaces and collections in it move to its parent.',
    errors: [412],
  }),
  listSpacesInCollectionById: get('/collections/:collectionId/spaces', {
    summary: 'List the spaces of a collection in their order',
    query: PageQuery,
    returns: PageOf(Space),
  }),
  moveCollection: post('/collections/:collectionId/move', {
    summary: 'Move a collection',
    body: MoveContent,
    returns: Collection,
    errors: [409, 412],
  }),
  transferCollection: post('/collections/:collectionId/transfer', {
    summary: 'Transfer a collection with everything in it to another organization',
    body: TransferContent,
    returns: Collection,
    errors: [409, 412],
    timeout: transferTimeout,
  }),
});
