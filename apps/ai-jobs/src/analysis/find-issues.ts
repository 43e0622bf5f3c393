import { Injectable } from '@nestjs/common';
import { ModelError } from '@bindery/models';
import type { ConversationContent } from '../conversations/conversation.rows';
import { AgentInstructionsRepository } from '../instructions/agent-instructions.repository';
import { BudgetedModels } from '../models/budgeted-models';
import { extractIssue, type FoundIssue } from './extract-issue';
import { featuresOf, type Features } from './features';
import { shortened } from '../text/sentences';

export const extractive = 'extractive';

export interface IssueDraft extends FoundIssue {
  features: Features;
  provider: string;
}

const mostIssues = 5;
const mostCharacters = 20_000;
const task =
  'Name the issues with a product or its documentation that the user of a support conversation has, at most five, each once. ' +
  'Answer {"issues": [{"title": "...", "summary": "..."}]}: a title of at most 12 words and a summary of at most 60 words, ' +
  'without names of people. Answer an empty list where there is none.';

/** Finds the issues of a conversation: a model does where there is one, else they are what the user says. */
@Injectable()
export class FindIssues {
  constructor(
    private readonly models: BudgetedModels,
    private readonly agents: AgentInstructionsRepository,
  ) {}

  async run(conversation: ConversationContent, signal: AbortSignal): Promise<IssueDraft[]> {
    const { model } = this.models;
    const asked = model && (await this.ask(conversation, signal).catch(ifModelFailed));
    const { subject, parts } = conversation;
    if (asked) {
      const provider = model!.name;
      if (asked.length === 1) return [{ ...asked[0]!, features: featuresOf(subject, parts), provider }];
      return asked.map((issue) => ({
        ...issue,
        features: featuresOf(issue.title, [{ type: 'message', role: 'user', body: issue.summary }]),
        provider,
      }));
    }
    const found = extractIssue(subject, parts);
    return found ? [{ ...found, features: featuresOf(subject, parts), provider: extractive }] : [];
  }

  private async ask(conversation: ConversationContent, signal: AbortSignal): Promise<FoundIssue[]> {
    const { organizationId, subject, parts } = conversation;
    let left = mostCharacters;
    const messages = parts.flatMap(({ role, body }) => {
      const text = body.slice(0, Math.max(0, left));
      left -= body.length;
      return text ? [{ role, text }] : [];
    });
    const instructions = await this.agents.text(organizationId);
    const answer = await this.models.ask(
      organizationId,
      { task, data: { subject, messages }, instructions, maxTokens: 1_200 },
      signal,
    );
    const issues = (answer as { issues?: unknown } | null)?.issues;
    if (!Array.isArray(issues)) throw new ModelError('The model returned no list of issues', false);
    return issues.slice(0, mostIssues).flatMap(readIssue);
  }
}

/** Reads an issue of the model's answer and cuts its texts; returns none where the answer has another shape. */
function readIssue(value: unknown): FoundIssue[] {
  const { title, summary } = (value ?? {}) as Record<string, unknown>;
  if (typeof title !== 'string' || typeof summary !== 'string' || !title.trim()) return [];
  const line = (text: string) => text.toWellFormed().replaceAll('\0', '').replace(/\s+/g, ' ').trim();
  return [{ title: shortened(line(title), 120), summary: shortened(line(summary), 600) }];
}

/** To `catch` with where it can be done without the model. */
export function ifModelFailed(error: unknown): undefined {
  if (error instanceof ModelError) return undefined;
  throw error;
}
