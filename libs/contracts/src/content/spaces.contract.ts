import { spaceCounts } from '../change-requests/space-counts.contract';
import { Composes } from '../core/compose';
import { contract, del, get, patch, post } from '../core/endpoint';
import { Const, Flag, Id, Int, Nested, OneOf, Text, Timestamp, Union, Url, type FieldOptions } from '../core/fields';
import { languages, type Language } from '../core/languages';
import { PageOf, PageQuery } from '../core/page';
import { memberRoles, type DefaultLevel, type MemberRole } from '../core/roles';
import { ShareKeyQuery } from '../core/share-key';
import { SpaceGitSync } from './git.contract';
import { ComputedSource } from './pages.dto';
import { MoveContent, TransferContent } from './position.dto';
import { ApplyTemplate } from './templates.dto';
import { spaceMergeRules, type SpaceMergeRules } from '../shared/merge-rules.dto';
import {
  publishedUrls,
  visitorAuthBackends,
  type PublishedUrl,
  type VisitorAuth,
} from '../shared/published-urls.contract';

export const visibilities = ['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private'] as const;
export type Visibility = (typeof visibilities)[number];
export const editModes = ['live', 'locked'] as const;
export type EditMode = (typeof editModes)[number];

const Editing = (options: FieldOptions = {}) =>
  OneOf(editModes, {
    ...options,
    description:
      '`live`: the content can be edited directly as well. `locked`: the content changes only through change requests. Direct edits, imports into the space and synchronisation from Git fail with 409; change requests can be edited and merged.',
  });

class SpaceUrls {
  @Url() location!: string;
  @Url() app!: string;
  @Url({ optional: true, description: 'The URL at which the caller finds the space on a published site.' })
  published?: string;
  @Url({ optional: true, description: 'The URL at which everyone finds the space on a public site.' })
  public?: string;
  @Url({ optional: true }) icon?: string;
}

export class SpacePermissions {
  @Flag() view!: boolean;
  @Flag() access!: boolean;
  @Flag() admin!: boolean;
  @Flag() viewInviteLinks!: boolean;
  @Flag() edit!: boolean;
  @Flag() triggerGitSync!: boolean;
  @Flag() comment!: boolean;
  @Flag() merge!: boolean;
  @Flag() review!: boolean;
  @Flag() installIntegration!: boolean;
}

@Composes(spaceCounts, 'id', {
  comments: 'comments',
  changeRequests: 'changeRequests',
  changeRequestsOpen: 'changeRequestsOpen',
  changeRequestsDraft: 'changeRequestsDraft',
})
@Composes(publishedUrls, 'id', { published: 'urls.published', public: 'urls.public', visitorAuth: 'visitorAuth' })
@Composes(publishedUrls, 'id', { everywhere: 'visibility' })
@Composes(publishedUrls, 'id', { visibility: 'visibility' }, (space) => isOfMembers(space as Space))
export class Space {
  @Const('space') object!: 'space';
  @Id() id!: string;
  @Text({ max: 50 }) title!: string;
  @Text({ max: 50 }) emoji!: string;
  @OneOf(visibilities, {
    description: 'The visibility of the space, or that of a published site with the space if it lets more readers in.',
  })
  visibility!: Visibility;
  @Timestamp() createdAt!: string;
  @Timestamp() updatedAt!: string;
  @Timestamp({ optional: true }) deletedAt?: string;
  @Editing({ optional: true }) editMode?: EditMode;
  @Union('type', spaceMergeRules) mergeRules!: SpaceMergeRules;
  @Nested(() => SpaceUrls) urls!: SpaceUrls;
  @Id() organization!: string;
  @Id({ optional: true }) parent?: string;
  @OneOf(languages, { optional: true }) language?: Language;
  @Nested(() => SpaceGitSync, {
    optional: true,
    description: 'The Git repository of the space. Included once the space has been synchronised.',
  })
  gitSync?: SpaceGitSync;
  @Union('backend', visitorAuthBackends, {
    optional: true,
    description:
      'The authentication of visitors on the published site with the space. Omitted if the site requires none.',
  })
  visitorAuth?: VisitorAuth;
  @Id() revision!: string;
  @OneOf([...memberRoles, 'inherit'], { nullable: true }) defaultLevel!: DefaultLevel;
  @Int() comments!: number;
  @Int() changeRequests!: number;
  @Int() changeRequestsOpen!: number;
  @Int() changeRequestsDraft!: number;
  @Nested(() => SpacePermissions) permissions!: SpacePermissions;
}

/** Whether the space's own visibility opens it to members alone. */
const isOfMembers = ({ visibility }: Pick<Space, 'visibility'>): boolean =>
  visibility === 'private' || visibility === 'in-collection';

/** A space with what its sites say of it, as the gateway composes it. */
export function withPublishedUrls(space: Space, urls: PublishedUrl): Space {
  const { published, public: open, visitorAuth, everywhere, visibility } = urls;
  return {
    ...space,
    visibility: everywhere ?? (isOfMembers(space) ? (visibility ?? space.visibility) : space.visibility),
    urls: { ...space.urls, ...(published && { published }), ...(open && { public: open }) },
    ...(visitorAuth && { visitorAuth }),
  };
}

/** A space before the gateway has filled what other services know of it. */
export type OwnSpace = Omit<
  Space,
  'comments' | 'changeRequests' | 'changeRequestsOpen' | 'changeRequestsDraft' | 'visitorAuth'
>;

export class CreateSpace {
  @Text({ max: 50, optional: true }) title?: string;
  @Text({ max: 50, optional: true }) emoji?: string;
  @Id({ optional: true, description: 'The parent collection. Omit it for a space at the top level.' }) parent?: string;
  @OneOf(languages, { optional: true }) language?: Language;
  @Editing({ optional: true }) editMode?: EditMode;
  @OneOf(visibilities, {
    optional: true,
    description: 'Defaults to `in-collection` with a parent, and to `private` without.',
  })
  visibility?: Visibility;
  @Flag({ optional: true, description: 'Whether to start without content. This is also the default.' })
  empty?: boolean;
  @Nested(() => ApplyTemplate, { optional: true, description: 'The template whose pages the space starts with.' })
  template?: ApplyTemplate;
  @Nested(() => ComputedSource, {
    optional: true,
    description: 'The source of computed pages that the space starts with.',
  })
  computedSource?: ComputedSource;
}

export class UpdateSpace {
  @Text({ max: 50, optional: true }) title?: string;
  @Editing({ optional: true }) editMode?: EditMode;
  @OneOf([...memberRoles, 'inherit'], { nullable: true, optional: true }) defaultLevel?: DefaultLevel;
  @OneOf(languages, { optional: true }) language?: Language;
  @Union('type', spaceMergeRules, { optional: true }) mergeRules?: SpaceMergeRules;
  @Text({ max: 50, nullable: true, optional: true }) emoji?: string | null;
  @Url({
    nullable: true,
    optional: true,
    description: 'The URL of an icon, shown instead of the emoji. null removes the icon.',
  })
  icon?: string | null;
  @OneOf(visibilities, { optional: true }) visibility?: Visibility;
}

/** A space of a member, with the role that the member has there. */
export class MemberContentPermission {
  @OneOf(memberRoles) permission!: MemberRole;
  @Nested(() => Space) space!: Space;
}

export class ListMemberSpacesQuery extends PageQuery {
  @OneOf(['asc', 'desc'], { optional: true, description: 'The order of the spaces by creation time.' }) order:
    'asc' | 'desc' = 'desc';
}

/** Transferring copies content from one organization to the other. */
export const transferTimeout = 120_000;

export const spaces = contract('content', 'Spaces', {
  listSpacesInOrganizationById: get('/orgs/:organizationId/spaces', {
    summary: 'List the spaces of an organization that the caller can see',
    query: PageQuery,
    returns: PageOf(Space),
  }),
  createSpace: post('/orgs/:organizationId/spaces', {
    summary: 'Create a space',
    body: CreateSpace,
    returns: Space,
    status: 201,
  }),
  getSpaceById: get('/spaces/:spaceId', {
    summary: 'Get a space',
    query: ShareKeyQuery,
    returns: Space,
    anonymous: true,
  }),
  updateSpaceById: patch('/spaces/:spaceId', {
    summary: 'Update a space',
    body: UpdateSpace,
    returns: Space,
    errors: [412],
  }),
  deleteSpaceById: del('/spaces/:spaceId', {
    summary: 'Delete a space',
    description: 'The space is deleted permanently after 7 days.',
    errors: [412],
  }),
  restoreSpace: post('/spaces/:spaceId/restore', {
    summary: 'Restore a space that was deleted in the last 7 days',
    returns: Space,
  }),
  duplicateSpace: post('/spaces/:spaceId/duplicate', {
    summary: 'Duplicate a space with its current content',
    returns: Space,
    status: 201,
  }),
  moveSpace: post('/spaces/:spaceId/move', {
    summary: 'Move a space',
    body: MoveContent,
    returns: Space,
    errors: [409, 412],
  }),
  transferSpace: post('/spaces/:spaceId/transfer', {
    summary: 'Transfer a space to another organization',
    body: TransferContent,
    returns: Space,
    errors: [409, 412],
    timeout: transferTimeout,
  }),
  listSpacesForOrganizationMember: get('/orgs/:organizationId/members/:userId/spaces', {
    summary: 'List the spaces that a member can see, with the role in each',
    query: ListMemberSpacesQuery,
    returns: PageOf(MemberContentPermission),
  }),
});
