import { Injectable } from '@nestjs/common';
import {
  changeRequestCreated,
  spaceGitConflicted,
  type EventEnvelope,
  type SpaceGitConflicted,
} from '@bindery/contracts';
import { parseMarkdown } from '@bindery/documents';
import { Consumes, Outbox } from '@bindery/messaging';
import { changedIn } from './change-request.presenter';
import { ChangeRequestRepository } from './change-request.repository';

const maxSubject = 100;

/**
 * Makes the change requests in which people decide what becomes of changes that a space and its Git repository have both
 * seen. Content has made the draft; the change request follows by its event, also after a crash of either.
 */
@Injectable()
export class GitConflicts {
  constructor(
    private readonly requests: ChangeRequestRepository,
    private readonly outbox: Outbox,
  ) {}

  @Consumes(spaceGitConflicted, 'git-conflicts')
  async open({ organization, actor, payload }: EventEnvelope<SpaceGitConflicted>): Promise<void> {
    const { space, changeRequest: id } = payload;
    // A later commit came into the draft of one that is there.
    if (await this.requests.resolve(space, id)) return;
    const request = await this.requests.insert({
      id,
      spaceId: space,
      status: 'open',
      subject: subjectOf(payload),
      createdBy: actor!,
      description: parseMarkdown(explanation(payload)),
      conversationsIssuesCluster: null,
    });
    await this.outbox.add(changeRequestCreated, {
      organization,
      aggregate: id,
      version: request.version,
      actor: actor!,
      payload: changedIn(request),
    });
  }
}

/** The first line of the commit's message. */
function subjectOf({ message, commit }: SpaceGitConflicted): string {
  const [line = ''] = message.trim().split('\n');
  return [...`Git: ${line.trim() || commit}`].slice(0, maxSubject).join('');
}

const explanation = ({ commit, ref }: SpaceGitConflicted): string =>
  `The space and the branch \`${ref.replaceAll('`', '')}\` of its Git repository have both changed since they were synchronised last.

This change request holds what the repository had at the commit \`${commit}\`. Once it is merged, the space can be exported.
`;
