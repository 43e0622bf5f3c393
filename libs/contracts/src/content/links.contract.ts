import { contract, get } from '../core/endpoint';
import { Int, Nested, OneOf, Union } from '../core/fields';
import { NextPage, PageOf, PageQuery, type Page } from '../core/page';
import { contentLocations, type ContentLocation } from './content-locations.dto';

const referenceStatuses = ['ok', 'broken', 'in-app'] as const;
export type ReferenceStatus = (typeof referenceStatuses)[number];
const referenceRelations = ['reference', 'dependsOn'] as const;
export type ReferenceRelation = (typeof referenceRelations)[number];

const brokenContexts = ['change-request', 'space'] as const;
export type BrokenContext = (typeof brokenContexts)[number];

/** The most locations of one link in an answer; all locations of a page or file are its backlinks. */
export const maxLocations = 20;

export class ContentReferenceUsage {
  @OneOf(referenceStatuses) status!: ReferenceStatus;
  @OneOf(referenceRelations) relation!: ReferenceRelation;
  @Union('kind', contentLocations, {
    optional: true,
    description: 'The target of the reference. Omitted if the target does not exist.',
  })
  targetReference?: ContentLocation;
  @Union('kind', contentLocations, { array: { max: maxLocations } })
  locationReferences!: ContentLocation[];
}

class BrokenReferences {
  @Int() total!: number;
  @Int({
    optional: true,
    description:
      'Only for a change request. The number of its broken references that are not broken in the current revision of the space.',
  })
  changeRequest?: number;
}

class ContentReferencesStats {
  @Int() total!: number;
  @Nested(() => BrokenReferences) broken!: BrokenReferences;
}

export class ContentReferences extends PageOf(ContentReferenceUsage) {
  @Nested(() => ContentReferencesStats) stats!: ContentReferencesStats;
}

export class LinksQuery extends PageQuery {
  @OneOf(referenceStatuses, { optional: true }) status?: ReferenceStatus;
}

export class ChangeRequestLinksQuery extends LinksQuery {
  @OneOf(brokenContexts, {
    optional: true,
    description:
      'Only broken references: those broken by the change request, or those already broken in the current revision of the space.',
  })
  brokenContext?: BrokenContext;
}

export class ContentLocations implements Page<ContentLocation> {
  @Union('kind', contentLocations, { array: true }) items!: ContentLocation[];
  @Int({ optional: true }) count?: number;
  @Nested(() => NextPage, { optional: true }) next?: NextPage;
}

export const links = contract('content', 'Links', {
  listSpaceLinks: get('/spaces/:spaceId/links', {
    summary: 'List the references in the content of a space, with their locations',
    query: LinksQuery,
    returns: ContentReferences,
  }),
  listPageLinksInSpace: get('/spaces/:spaceId/content/page/:pageId/links', {
    summary: 'List the references in a page',
    query: LinksQuery,
    returns: ContentReferences,
  }),
  listSpacePageBacklinks: get('/spaces/:spaceId/content/page/:pageId/backlinks', {
    summary: 'List the places that refer to a page',
    query: PageQuery,
    returns: ContentLocations,
  }),
  listSpaceFileBacklinks: get('/spaces/:spaceId/content/files/:fileId/backlinks', {
    summary: 'List the places that refer to a file',
    query: PageQuery,
    returns: ContentLocations,
  }),
});

const changeRequest = '/spaces/:spaceId/change-requests/:changeRequestId' as const;
const draft = `${changeRequest}/content` as const;

/** The same in the content that a change request shows. */
export const changeRequestLinks = contract('content', 'Change request content', {
  listChangeRequestLinks: get(`${changeRequest}/links`, {
    summary: 'List the references in the content of a change request, with their locations',
    query: ChangeRequestLinksQuery,
    returns: ContentReferences,
  }),
  listPageLinksInChangeRequest: get(`${draft}/page/:pageId/links`, {
    summary: 'List the references in a page of a change request',
    query: LinksQuery,
    returns: ContentReferences,
  }),
  listChangeRequestPageBacklinks: get(`${draft}/page/:pageId/backlinks`, {
    summary: 'List the places that refer to a page of a change request',
    query: PageQuery,
    returns: ContentLocations,
  }),
  listChangeRequestFileBacklinks: get(`${draft}/files/:fileId/backlinks`, {
    summary: 'List the places that refer to a file of a change request',
    query: PageQuery,
    returns: ContentLocations,
  }),
});
