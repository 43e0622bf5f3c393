import { Injectable } from '@nestjs/common';
import { spaceTransferred, type ContentTransferred, type EventEnvelope } from '@bindery/contracts';
import { JobQueue, JobHandler, type JobContext, type JobKind } from '@bindery/jobs';
import { Consumes } from '@bindery/messaging';
import { Audience } from '../change-requests/audience';
import { RequestedReviewerRepository } from './requested-reviewer.repository';

const dropReviewers: JobKind<{ space: string }, null, null> = { name: 'drop-reviewers', attempts: 400 };

/** Removes the requested reviewers of a transferred space who cannot see it in its new organization. */
@Injectable()
export class TransferredReviewers {
  constructor(
    private readonly jobs: JobQueue,
    private readonly audience: Audience,
    private readonly requested: RequestedReviewerRepository,
  ) {}

  @Consumes(spaceTransferred, 'reviewers-of-transferred-spaces')
  async transferred({ payload: { id, to } }: EventEnvelope<ContentTransferred>): Promise<void> {
    await this.jobs.add(dropReviewers, { organizationId: to, input: { space: id } });
  }

  @JobHandler(dropReviewers)
  async drop({ space }: { space: string }, _: JobContext<null>): Promise<null> {
    const asked = await this.requested.ofSpace(space);
    const profiles = asked.length > 0 ? await this.audience.find(asked) : {};
    const gone: string[] = [];
    for (const user of asked) {
      const profile = profiles[user];
      if (!profile || (await this.audience.accessOf(profile, space)) === null) gone.push(user);
    }
    if (gone.length > 0) await this.requested.removeFrom(space, gone);
    return null;
  }
}
