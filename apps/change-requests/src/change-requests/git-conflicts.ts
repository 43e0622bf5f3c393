import { Injectable } from '@nestjs/common';
import {
  spaceGitConflicted,
  spaceGitSynced,
  type EventEnvelope,
  type SpaceGitConflicted,
  type SpaceGitSynced,
} from '@bindery/contracts';
import { parseMarkdown } from '@bindery/documents';
import { Consumes, Outbox } from '@bindery/messaging';
import { changeRequestCreated, changeRequestUpdated } from './change-request.events';
import { ChangeRequestRepository } from './change-request.repository';
import { isActive, StatusChanges } from './status-changes';

const maxSubject = 100;

/**
 * Makes the change requests in which people decide what becomes of changes that a space and its Git repository have both
 * seen. Content has made the draft; the change request follows by its event, also after a crash of either.
 */
@Injectable()
export class GitConflicts {
  constructor(
    private readonly requests: ChangeRequestRepository,
    private readonly statuses: StatusChanges,
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
      createdBy: actor,
      description: parseMarkdown(explanation(payload)),
      conversationsIssuesCluster: null,
    });
    await this.outbox.add(changeRequestCreated(request, { organization, actor }));
  }

  /** Archives a change request that a later commit has left nothing to merge in; users can reopen it. */
  @Consumes(spaceGitSynced, 'git-voided')
  async close({ organization, actor, payload }: EventEnvelope<SpaceGitSynced>): Promise<void> {
    const { space, voided, commit } = payload;
    if (!voided) return;
    const request = await this.requests.lock({ id: voided, spaceId: space });
    // The event that has it made is still under way.
    if (!request) throw new Error(`The change request ${voided} is not there yet`);
    if (!isActive(request)) return;
    await this.statuses.check(request, 'archived');
    const { nodes, ...description } = request.description ?? parseMarkdown('');
    const reason = parseMarkdown(`Closed: since the commit \`${commit}\` it holds nothing that is left to merge.`);
    const explained = { ...description, nodes: [...nodes, ...reason.nodes] };
    await this.requests.update(request.id, { status: 'archived', description: explained });
    const closed = (await this.requests.resolve(space, voided))!;
    await this.outbox.add(changeRequestUpdated(closed, { organization, actor }));
  }
}

/** The first line of the commit's message. */
function subjectOf({ message, commit }: SpaceGitConflicted): string {
  const [line = ''] = message.trim().split('\n');
  return [...`Git: ${line.trim() || commit}`].slice(0, maxSubject).join('');
}

const explanation = ({ commit, ref, warnings = [] }: SpaceGitConflicted): string =>
  `The space and the branch \`${ref.replaceAll('`', '')}\` of its Git repository have both changed since they were synchronised last.

This change request holds what the repository had at the commit \`${commit}\`. Once it is merged, the space can be exported.
${warnings.length > 0 ? `\nBefore you merge it:\n\n${warnings.map((warning) => `* ${escaped(warning)}\n`).join('')}` : ''}`;

/** Names of files and what is quoted of them are text. */
const escaped = (text: string): string => text.replace(/[\\`*_{}[\]<>#|~&:]/g, '\\$&').replace(/\s+/g, ' ');
