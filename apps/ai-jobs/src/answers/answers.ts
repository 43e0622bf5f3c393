import { Injectable } from '@nestjs/common';
import type { AnswerFormat, FoundPassages, GivenPassage, SearchAIAnswer } from '@bindery/contracts';
import { ModelError, type Question } from '@bindery/models';
import { currentContext } from '@bindery/observability';
import { ifModelFailed } from '../analysis/find-issues';
import { AgentInstructionsRepository } from '../instructions/agent-instructions.repository';
import { BudgetedModels } from '../models/budgeted-models';
import { answered, quoted, unknown } from './answer.presenter';
import { answerTask, dataFor, readModelAnswer, type ModelAnswer } from './model-answer';

const mostTokens = 1_000;
/** Answers of the model at a time: each holds one of the requests that the process, and those before it, work on at a time. */
const mostByModel = 8;
/** Milliseconds after which passages are the answer, as a reader waits for it. */
const longestWait = 20_000;
/** Passages that are given to a model, and that are quoted without one. */
const mostGiven = 8;
const mostQuoted = 5;

interface AnswerRequest extends Pick<FoundPassages, 'beginnings' | 'isAnswered'> {
  question: string;
  passages: readonly GivenPassage[];
  format: AnswerFormat;
}

/** Answers questions from passages and from nothing else. */
@Injectable()
export class Answers {
  private byModelNow = 0;

  constructor(
    private readonly models: BudgetedModels,
    private readonly agents: AgentInstructionsRepository,
  ) {}

  /**
   * By the model, where there is one that answers in time, a place for one more answer, and the organization has tokens left;
   * else the best passages are quoted.
   */
  async answer(organization: string, asked: AnswerRequest): Promise<SearchAIAnswer> {
    const passages = distinct(asked.passages);
    if (passages.length === 0) return unknown(asked.format);
    const given = passages.slice(0, mostGiven);
    const told = await this.byModel(organization, asked.question, given);
    if (told) return told.statements.length > 0 ? answered(told, given, asked.format) : unknown(asked.format);
    return asked.isAnswered
      ? quoted(passages.slice(0, mostQuoted), asked.beginnings, asked.format)
      : unknown(asked.format);
  }

  private async byModel(
    organization: string,
    question: string,
    passages: readonly GivenPassage[],
  ): Promise<ModelAnswer | undefined> {
    if (!this.models.model || this.byModelNow === mostByModel) return undefined;
    this.byModelNow++;
    try {
      const instructions = await this.agents.text(organization);
      const asked = { task: answerTask, data: dataFor(question, passages), instructions, maxTokens: mostTokens };
      return readModelAnswer(await this.inTime(organization, asked), passages);
    } catch (error) {
      return ifModelFailed(error);
    } finally {
      this.byModelNow--;
    }
  }

  /** The answer of the model. Throws `ModelError` when it takes too long, and the reason of the caller's signal when that aborts. */
  private async inTime(organization: string, asked: Question): Promise<unknown> {
    const deadline = AbortSignal.timeout(longestWait);
    const left = currentContext()?.signal;
    try {
      return await this.models.ask(organization, asked, left ? AbortSignal.any([left, deadline]) : deadline);
    } catch (error) {
      if (error === deadline.reason) throw new ModelError('The model took too long to answer', true);
      throw error;
    }
  }
}

/** Parts of one long section are one passage to the reader: the best of them, in its place. */
function distinct(passages: readonly GivenPassage[]): GivenPassage[] {
  const seen = new Set<string>();
  return passages.filter(({ space, section }) => {
    const key = `${space}/${section}`;
    return !seen.has(key) && seen.add(key);
  });
}
