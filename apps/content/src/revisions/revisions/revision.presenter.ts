import {
  changeRequestKey,
  composed,
  type ChangeRequest,
  type Revision,
  type RevisionSummary,
  type User,
} from '@bindery/contracts';
import { appUrlOf } from '../../catalog/spaces/space.presenter';
import type { ListedRevision, RevisionAccess } from './revision.repository';

type ContentLists = Pick<Revision, 'pages' | 'files' | 'reusableContents'>;

/** Whether the reader sees the change request that was merged with the revision: drafts are hidden from readers of a site. */
export const showsMergedFrom = ({ mergedFrom, claims }: RevisionAccess): boolean =>
  mergedFrom !== null && claims === undefined;

/** The change request that was merged with the revision, which the gateway fills in, for callers who may see it. */
export function mergedFromOf(revision: RevisionAccess): Pick<Revision, 'mergedFrom'> {
  const { organizationId: organization, space, mergedFrom } = revision;
  if (!mergedFrom || !showsMergedFrom(revision)) return {};
  return { mergedFrom: composed<ChangeRequest>(changeRequestKey({ organization, space, changeRequest: mergedFrom })) };
}

/** A merge names its change request; to readers who may not see that, it is shown as an edit. */
const typeOf = (revision: RevisionAccess): Revision['type'] =>
  revision.type === 'merge' && !showsMergedFrom(revision) ? 'edits' : revision.type;

/** A revision with its content. */
export function presentRevision(
  revision: RevisionAccess,
  held: ContentLists,
  metadata: boolean,
  publicUrl: string,
): Revision {
  const { organizationId: organization, space, id, parents, variables, git } = revision;
  return {
    object: 'revision',
    id,
    type: typeOf(revision),
    parents,
    ...mergedFromOf(revision),
    ...held,
    variables,
    createdAt: revision.createdAt.toISOString(),
    ...(metadata && git && { git }),
    urls: { app: `${appUrlOf(publicUrl, organization, space)}/~/revisions/${id}` },
  };
}

/** A revision of main in the list of those of its space. */
export function presentListed(
  { organizationId: organization, space }: Pick<RevisionAccess, 'organizationId' | 'space'>,
  { id, type, parents, mergedFrom, createdBy, createdAt, git }: ListedRevision,
  publicUrl: string,
): RevisionSummary {
  return {
    object: 'revision',
    id,
    type,
    parents,
    ...(mergedFrom && {
      mergedFrom: composed<ChangeRequest>(changeRequestKey({ organization, space, changeRequest: mergedFrom })),
    }),
    createdBy: composed<User>(createdBy),
    createdAt: createdAt.toISOString(),
    ...(git && { git }),
    urls: { app: `${appUrlOf(publicUrl, organization, space)}/~/revisions/${id}` },
  };
}
