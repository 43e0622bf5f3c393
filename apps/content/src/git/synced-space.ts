import { Injectable } from '@nestjs/common';
import { spaceGitSynced } from '@bindery/contracts';
import { Outbox } from '@bindery/messaging';
import type { Head } from '../revisions/revision.repository';
import type { GitSyncInput } from './git-sync.job';
import { GitSyncRepository, type SyncedState } from './git-sync.repository';

type Agreed = Pick<SyncedState, 'pages' | 'files' | 'reusableContents' | 'paths' | 'commit'> & { revision: string };

/** Notes, in the transaction that made it so, that a space and a branch agree. */
@Injectable()
export class SyncedSpace {
  constructor(
    private readonly states: GitSyncRepository,
    private readonly outbox: Outbox,
  ) {}

  async record(
    { url, ref, directory, info, timestamp, user }: GitSyncInput,
    { spaceId: space, organizationId: organization }: Pick<Head, 'spaceId' | 'organizationId'>,
    { revision, commit, pages, files, reusableContents, paths }: Agreed,
  ): Promise<void> {
    const eventAt = timestamp ? new Date(timestamp) : null;
    await this.states.put(space, {
      url,
      ref,
      directory,
      commit,
      revision,
      pages,
      files,
      reusableContents,
      paths,
      info,
      eventAt,
    });
    await this.outbox.add(spaceGitSynced, {
      organization,
      aggregate: space,
      version: 1,
      actor: user,
      payload: { space, revision, commit },
    });
  }
}
