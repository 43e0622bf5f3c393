import {
  branchKey,
  composed,
  type ChangeRequest,
  type OwnChangeRequest,
  type AllProperties,
  type User,
} from '@bindery/contracts';
import { withVersion } from '@bindery/messaging';
import type { ChangeRequestRow } from './change-request.repository';

/** The address in the app of a space, or of the change request in it that has this number. */
export const appUrlOf = (publicUrl: string, organization: string, space: string, number?: number): string =>
  `${publicUrl}/app/o/${organization}/s/${space}${number === undefined ? '' : `/~/change-requests/${number}`}`;

/** A change request without the fields of its branch, which the gateway adds from content. */
export function presentChangeRequest(row: ChangeRequestRow, organization: string, publicUrl: string): ChangeRequest {
  const { id, spaceId: space, number, status, subject, description, conversationsIssuesCluster, version } = row;
  const presented: AllProperties<OwnChangeRequest> = {
    object: 'change-request',
    id,
    number,
    status,
    subject,
    description: description || undefined,
    createdBy: composed<User>(row.createdBy),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    space,
    revision: composed<string>(branchKey({ space, changeRequest: id })),
    comments: row.comments,
    conversationsIssuesCluster: conversationsIssuesCluster ?? undefined,
    urls: {
      app: appUrlOf(publicUrl, organization, space, number),
      location: `${publicUrl}/v1/spaces/${space}/change-requests/${id}`,
    },
  };
  return withVersion(presented, version) as ChangeRequest;
}
