import { Injectable } from '@nestjs/common';
import type { AnswerFormat, FoundPassages, GivenPassage, SearchAIAnswer } from '@bindery/contracts';
import { currentContext } from '@bindery/observability';
import { ifModelFailed } from '../analysis/find-issues';
import { AgentInstructionsRepository } from '../instructions/agent-instructions.repository';
import { BudgetedModels } from '../models/budgeted-models';
import { answered, quoted, unknown } from './answer.presenter';
import { answerTask, dataFor, readModelAnswer, type ModelAnswer } from './model-answer';

const mostTokens = 1_000;
/** Passages that are given to a model, and that are quoted without one. */
const mostGiven = 8;
const mostQuoted = 5;

export interface Asked extends Pick<FoundPassages, 'beginnings' | 'isAnswered'> {
  question: string;
  passages: readonly GivenPassage[];
  format: AnswerFormat;
}

/** Answers questions from passages and from nothing else. */
@Injectable()
export class Answers {
  constructor(
    private readonly models: BudgetedModels,
    private readonly agents: AgentInstructionsRepository,
  ) {}

  /** By the model, where there is one and the organization has tokens left; else the best passages are quoted. */
  async answer(organization: string, asked: Asked): Promise<SearchAIAnswer> {
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
    if (!this.models.model) return undefined;
    const instructions = await this.agents.text(organization);
    const asked = { task: answerTask, data: dataFor(question, passages), instructions, maxTokens: mostTokens };
    const signal = currentContext()?.signal;
    return this.models
      .ask(organization, asked, signal)
      .then((value) => readModelAnswer(value, passages))
      .catch(ifModelFailed);
  }
}

/** Parts of one long section are one passage to the reader. */
const distinct = (passages: readonly GivenPassage[]): GivenPassage[] =>
  [
    ...new Map(passages.toReversed().map((passage) => [`${passage.space}/${passage.section}`, passage])).values(),
  ].reverse();
