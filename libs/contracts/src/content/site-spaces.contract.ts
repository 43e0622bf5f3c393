import { batch } from '../core/compose';
import { call, internal } from '../core/endpoint';
import { Const, Id, Nested, OneOf, Text } from '../core/fields';
import { PageOf } from '../core/page';
import { memberRoles, type MemberRole } from '../core/roles';
import { SearchQuery, SearchSpaceResult } from './search.contract';
import { Space } from './spaces.contract';

/**
 * Spaces as sites show them. One that the caller may not see has its title alone, and all permissions are
 * false: a user who sees a site sees the names of its parts.
 */
export const spaceCards = batch('content', 'spaceCards', Space, {
  perCaller: true,
  missing: (id): Space => ({
    object: 'space',
    id,
    title: 'Deleted space',
    emoji: '',
    visibility: 'private',
    createdAt: new Date(0).toISOString(),
    updatedAt: new Date(0).toISOString(),
    mergeRules: { type: 'none' },
    urls: { location: 'about:blank', app: 'about:blank' },
    organization: '-',
    revision: '-',
    defaultLevel: null,
    comments: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
    permissions: {
      view: false,
      access: false,
      admin: false,
      viewInviteLinks: false,
      edit: false,
      triggerGitSync: false,
      comment: false,
      merge: false,
      review: false,
      installIntegration: false,
    },
  }),
});

export class FindSpaces {
  @Id() organization!: string;
  @Id({ array: { max: 1000 } }) spaces!: string[];
}

export class FoundSpace {
  @Id() id!: string;
  @Text() title!: string;
  @OneOf(memberRoles, { description: 'The role of the caller in the space.' }) level!: MemberRole;
}

export class FoundSpaces {
  @Nested(() => FoundSpace, { array: true }) spaces!: FoundSpace[];
}

export class SearchSpaces extends SearchQuery {
  @Id() organization!: string;
  @Id({ array: { max: 1000 } }) spaces!: string[];
}

/** A space of a site with what was found in it. */
export class SiteSearchResult extends SearchSpaceResult {
  @Const('space') type!: 'space';
}

/** The calls of sites to content. */
export const siteSpaceCalls = internal('content', {
  /** Searches those of the spaces that the caller may see. */
  searchSpaces: call({ body: SearchSpaces, returns: PageOf(SiteSearchResult) }),
  /** Those of the spaces that exist in the organization, are not deleted and that the caller may see. */
  findSpaces: call({ body: FindSpaces, returns: FoundSpaces }),
});
