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
 * Opens a change request when a space and its Git repository have both changed, so that users decide between the changes.
 * Content has made the draft before: its event, which survives a crash of either service, opens the change request.
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
    // A later commit was added to the draft of an existing change request.
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

  /** Archives a change request that has nothing left to merge after a later commit. Users can reopen it. */
  @Consumes(spaceGitSynced, 'git-voided')
  async close({ organization, actor, payload }: EventEnvelope<SpaceGitSynced>): Promise<void> {
    const { space, voided, commit } = payload;
    if (!voided) return;
    const request = await this.requests.lock({ id: voided, spaceId: space });
    // The event that opens it has not arrived yet. This one is delivered again after the error.
    if (!request) throw new Error(`The change request ${voided} does not exist yet`);
    if (!isActive(request)) return;
    await this.statuses.check(request, 'archived');
    const { nodes, ...description } = request.description ?? parseMarkdown('');
    const reason = parseMarkdown(`Closed: after the commit \`${commit}\` nothing is left to merge.`);
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
  `The space and the branch \`${ref.replaceAll('`', '')}\` of its Git repository have both changed since the last synchronisation.

This change request has the content of the repository at the commit \`${commit}\`. Once it is merged, the space can be exported.
${warnings.length > 0 ? `\nBefore you merge it:\n\n${warnings.map((warning) => `* ${escaped(warning)}\n`).join('')}` : ''}`;

/** Names and quotations of files are plain text, not Markdown. */
const escaped = (text: string): string => text.replace(/[\\`*_{}[\]<>#|~&:]/g, '\\$&').replace(/\s+/g, ' ');
