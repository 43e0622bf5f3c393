import type { Document } from '@bindery/documents';
import { branchRevisions } from '../shared/branch-revisions.contract';
import { Tree } from '../core/document-tree';
import { batch, composed, Composes, Foreign } from '../core/compose';
import { contract, get, patch, post } from '../core/endpoint';
import { Const, Flag, Id, Int, Nested, OneOf, Text, Timestamp, Url } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';
import { User, userCards } from '../identity/users.contract';
import { changeRequestStatuses, type ChangeRequestStatus } from './change-request-refs.contract';

class ChangeRequestUrls {
  @Url() app!: string;
  @Url() location!: string;
}

@Composes(branchRevisions, 'revision', {
  revisionInitial: 'revisionInitial',
  revisionMergedAncestor: 'revisionMergedAncestor',
  revisionMerged: 'revisionMerged',
  outdated: 'outdated',
  revision: 'revision',
})
export class ChangeRequest {
  @Const('change-request') object!: 'change-request';
  @Id() id!: string;
  @Int({ min: 1, description: 'The number of the change request, counted within the space.' }) number!: number;
  @OneOf(changeRequestStatuses) status!: ChangeRequestStatus;
  @Text({ max: 100 }) subject!: string;
  @Tree({ optional: true }) description?: Document;
  @Foreign(userCards) createdBy!: User;
  @Timestamp() createdAt!: string;
  @Timestamp() updatedAt!: string;
  @Id() space!: string;
  @Id() revision!: string;
  @Id() revisionInitial!: string;
  @Id({ optional: true }) revisionMergedAncestor?: string;
  @Id({ optional: true }) revisionMerged?: string;
  @Int({ description: 'The number of open comments.' }) comments!: number;
  @Flag() outdated!: boolean;
  @Id({ optional: true }) conversationsIssuesCluster?: string;
  @Nested(() => ChangeRequestUrls) urls!: ChangeRequestUrls;
}

/** A change request before the gateway adds the fields of its branch from content. */
export type OwnChangeRequest = Omit<
  ChangeRequest,
  'revisionInitial' | 'revisionMergedAncestor' | 'revisionMerged' | 'outdated'
>;

/** The ids by which other services refer to a change request. */
interface ChangeRequestName {
  organization: string;
  space: string;
  changeRequest: string;
}

export const changeRequestKey = ({ organization, space, changeRequest }: ChangeRequestName): string =>
  `${organization}/${space}/${changeRequest}`;

export function readChangeRequestKey(key: string): ChangeRequestName {
  const [organization = '', space = '', changeRequest = ''] = key.split('/');
  return { organization, space, changeRequest };
}

/** By `changeRequestKey`, for services that have checked that the caller may see the space. */
export const changeRequestCards = batch('change-requests', 'changeRequestCards', ChangeRequest, {
  missing: (key): ChangeRequest => {
    const { space, changeRequest: id } = readChangeRequestKey(key);
    const times = { createdAt: new Date(0).toISOString(), updatedAt: new Date(0).toISOString() };
    return {
      object: 'change-request',
      id,
      number: 1,
      status: 'archived',
      subject: '',
      createdBy: composed<User>('none'),
      ...times,
      space,
      revision: 'none',
      revisionInitial: 'none',
      comments: 0,
      outdated: false,
      urls: { app: '', location: '' },
    };
  },
});

export class ChangeRequestsQuery extends PageQuery {
  @OneOf(changeRequestStatuses, { optional: true }) status: ChangeRequestStatus = 'open';
  @Id({ optional: true, description: 'Only change requests that this user created.' }) creator?: string;
  @Id({ optional: true, description: 'Only change requests that this user edited or commented on.' })
  contributor?: string;
  @Id({ optional: true, description: 'Only change requests that this user was asked to review.' })
  requestedReviewer?: string;
  @Id({ optional: true, description: 'Only change requests that were created for this issue cluster.' })
  conversationsIssuesCluster?: string;
}

export class CreateChangeRequest {
  @Text({ max: 100, optional: true }) subject?: string;
  @Id({ optional: true, description: 'The agent task that the change request implements.' }) agentTaskId?: string;
}

const settableStatuses = ['draft', 'open', 'archived'] as const;

export class UpdateChangeRequest {
  @Text({ max: 100, optional: true }) subject?: string;
  @Tree({ nullable: true, optional: true }) description?: Document | null;
  @OneOf(settableStatuses, { optional: true }) status?: (typeof settableStatuses)[number];
}

export const changeRequests = contract('change-requests', 'Change requests', {
  listChangeRequestsForSpace: get('/spaces/:spaceId/change-requests', {
    summary: 'List the change requests of a space, newest first',
    query: ChangeRequestsQuery,
    returns: PageOf(ChangeRequest),
  }),
  createChangeRequest: post('/spaces/:spaceId/change-requests', {
    summary: 'Create a change request from the current content of a space',
    body: CreateChangeRequest,
    returns: ChangeRequest,
    status: 201,
  }),
  getChangeRequestById: get('/spaces/:spaceId/change-requests/:changeRequestId', {
    summary: 'Get a change request by its id or number',
    returns: ChangeRequest,
  }),
  updateChangeRequestById: patch('/spaces/:spaceId/change-requests/:changeRequestId', {
    summary: 'Update the subject, description or status of a change request',
    body: UpdateChangeRequest,
    returns: ChangeRequest,
    errors: [409, 412],
  }),
  listChangeRequestsForOrganization: get('/orgs/:organizationId/change-requests', {
    summary: 'List the change requests in all spaces that the caller can see, newest first',
    query: ChangeRequestsQuery,
    returns: PageOf(ChangeRequest),
  }),
});
