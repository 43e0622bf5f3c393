import * as contracts from '@bindery/contracts';
import { mainBranch } from '../../catalog/spaces/branch.entity';

/** The new head of the main branch of a space. */
interface NewHead {
  space: string;
  organization: string;
  revision: string;
  /** The head before; null for the first. */
  previous: string | null;
  /** Of the space, after the change. */
  version: number;
  /** The user, where that is not the caller. */
  user?: string;
}

export const revisionCreated = ({ space, organization, revision, previous, version, user }: NewHead) =>
  contracts.revisionCreated({
    organization,
    aggregate: space,
    version,
    actor: user,
    payload: { space, branch: mainBranch, revision, previous },
  });
