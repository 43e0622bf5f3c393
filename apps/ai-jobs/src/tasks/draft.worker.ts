import { Injectable } from '@nestjs/common';
import {
  ApiError,
  branches,
  changeRequestContent,
  edits,
  userProfiles,
  type DocumentPage,
  type Principal,
  type UpdateContent,
} from '@bindery/contracts';
import { plainText } from '@bindery/documents';
import { JobInputError, JobHandler, type JobContext } from '@bindery/jobs';
import { ModelError } from '@bindery/models';
import { RpcClient } from '@bindery/messaging';
import { AgentInstructionsRepository } from '../instructions/agent-instructions.repository';
import { BudgetedModels } from '../models/budgeted-models';
import { AgentTaskRepository, type AgentTaskRow } from './agent-task.repository';
import { draftJob, type DraftInput, type DraftOutcome } from './draft.job';
import { RelatedPages } from './related-pages';

interface Place {
  spaceId: string;
  changeRequestId: string;
}

const longestPage = 60_000;
/** A page that a user edits while the model writes is read once more. */
const readings = 2;
const task =
  'Edit a page of documentation so that it answers what users have asked. Keep what is there, in its language and form; change ' +
  'or add only what the evidence calls for, and claim nothing that neither the page nor the evidence says. Answer ' +
  '{"markdown": "..."} with the whole page in Markdown.';

/**
 * Has a model edit the page that says most about a task, in the task's change request. The user who opened that reviews it like
 * any other; without a draft it has only the evidence in its description.
 */
@Injectable()
export class DraftWorker {
  constructor(
    private readonly tasks: AgentTaskRepository,
    private readonly pages: RelatedPages,
    private readonly models: BudgetedModels,
    private readonly agents: AgentInstructionsRepository,
    private readonly rpc: RpcClient,
  ) {}

  @JobHandler(draftJob)
  async run({ task: id, changeRequest, space, user }: DraftInput, context: JobContext<object>): Promise<DraftOutcome> {
    const { organizationId: organization, signal } = context;
    const found = await this.tasks.find(organization, id);
    const principal = await this.principal(user, organization);
    if (found?.changeRequestId !== changeRequest) throw new JobInputError('The task has another change request');
    const provider = this.models.model?.name ?? '';
    const at = { spaceId: space, changeRequestId: changeRequest };
    try {
      const related = await this.pages.best(principal, organization, found.title, space);
      if (!related) return { provider, failure: 'No page is about it' };
      for (let reading = 1; reading <= readings; reading++)
        if (await this.edit(found, principal, at, related.page, signal)) return { provider, page: related.page };
      return { provider, failure: 'Users edited the page while the model wrote the draft' };
    } catch (error) {
      if (error instanceof ModelError || (error instanceof ApiError && error.code < 500))
        return { provider, failure: error.message };
      throw error;
    }
  }

  /** Answers whether the page has the draft: without it, another user edited the page meanwhile, and that edit stays. */
  private async edit(
    task: AgentTaskRow,
    principal: Principal,
    at: Place,
    page: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    const branch = { space: at.spaceId, changeRequest: at.changeRequestId };
    // Read before the page, so that no edit comes between the revision and the text.
    const { head: base } = await this.rpc.call(branches.getBranch, { principal, body: branch });
    const markdown = await this.write(task, await this.read(principal, at, page), signal);
    const body: UpdateContent = { changes: [{ operation: 'update_page', page, base, document: { markdown } }] };
    try {
      await this.rpc.call(edits.updateChangeRequestContent, { principal, params: at, body });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 412) return false;
      throw error;
    }
  }

  private async read(principal: Principal, params: Place, pageId: string): Promise<string> {
    const request = { principal, params: { ...params, pageId }, query: { format: 'markdown' as const } };
    const page = await this.rpc.call(changeRequestContent.getPageInChangeRequestById, request as never);
    return (page as DocumentPage).markdown ?? '';
  }

  private async write({ organizationId, instructions: evidence }: AgentTaskRow, page: string, signal: AbortSignal) {
    if (page.length > longestPage) throw new ModelError('The page is too long for a draft', false);
    const instructions = await this.agents.text(organizationId);
    const data = { page, evidence: plainText(evidence) };
    const maxTokens = 4_000 + Math.ceil(page.length / 2);
    const answer = await this.models.ask(organizationId, { task, data, instructions, maxTokens }, signal);
    const markdown = (answer as { markdown?: unknown } | null)?.markdown;
    if (typeof markdown !== 'string' || !markdown.trim() || !markdown.isWellFormed() || markdown.includes('\0'))
      throw new ModelError('The model returned no page', false);
    if (markdown.length > 2 * page.length + 20_000) throw new ModelError('The model returned more than a page', false);
    return markdown;
  }

  /** The user with current permissions, which may be fewer than when the change request was opened. */
  private async principal(user: string, organization: string): Promise<Principal> {
    const nobody: Principal = { kind: 'user', user, token: '', organizations: {} };
    const { [user]: profile } = await this.rpc.callBatch(userProfiles, [user], nobody);
    if (!profile?.organizations[organization])
      throw new JobInputError('The user who opened the change request has left the organization');
    return { ...nobody, organizations: profile.organizations };
  }
}
