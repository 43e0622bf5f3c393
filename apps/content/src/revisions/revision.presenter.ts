import { changeRequestKey, composed, type ChangeRequest, type Revision } from '@bindery/contracts';
import { appUrlOf } from '../spaces/space.presenter';
import type { RevisionAccess } from './revision.repository';

type Held = Pick<Revision, 'pages' | 'files' | 'reusableContents'>;

/** Whether the reader is shown the change request that came in with the revision: drafts are not for readers of a site. */
export const showsMergedFrom = ({ mergedFrom, claims }: RevisionAccess): boolean =>
  mergedFrom !== null && claims === undefined;

/** A revision with what it holds; the gateway puts the change request that it was merged from. */
export function presentRevision(revision: RevisionAccess, held: Held, metadata: boolean, publicUrl: string): Revision {
  const { organizationId: organization, space, id, type, parents, variables, git, mergedFrom } = revision;
  return {
    object: 'revision',
    id,
    type,
    parents,
    ...(mergedFrom &&
      showsMergedFrom(revision) && {
        mergedFrom: composed<ChangeRequest>(changeRequestKey({ organization, space, changeRequest: mergedFrom })),
      }),
    ...held,
    variables,
    createdAt: revision.createdAt.toISOString(),
    ...(metadata && git && { git }),
    urls: { app: `${appUrlOf(publicUrl, organization, space)}/~/revisions/${id}` },
  };
}
