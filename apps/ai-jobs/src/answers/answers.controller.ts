import { Controller } from '@nestjs/common';
import {
  answerCalls,
  answerPassages,
  asking as contract,
  passageCalls,
  type AnswerFormat,
  type AskedAnswer,
  type Principal,
  type RequestOf,
  type SearchAIAnswer,
} from '@bindery/contracts';
import { Handles, RpcClient } from '@bindery/messaging';
import { roleIn } from '../organization-access';
import { Answers } from './answers';

/** Answers questions about what the caller may see. */
@Controller()
export class AnswersController {
  constructor(
    private readonly answers: Answers,
    private readonly rpc: RpcClient,
  ) {}

  @Handles(contract.askInOrganization)
  async ask({ params, query, body, principal }: RequestOf<typeof contract.askInOrganization>): Promise<AskedAnswer> {
    return { answer: await this.answer(principal, params.organizationId, body.query, query.format) };
  }

  @Handles(contract.streamAskInOrganization)
  async stream({ params, query, principal }: RequestOf<typeof contract.streamAskInOrganization>) {
    const answer = await this.answer(principal, params.organizationId, query.query, query.format);
    return { events: [{ type: 'answer' as const, answer }] };
  }

  @Handles(contract.getRecommendedQuestionsInOrganization)
  async questions({ params, principal }: RequestOf<typeof contract.getRecommendedQuestionsInOrganization>) {
    return { questions: await this.recommended(principal, params.organizationId) };
  }

  @Handles(contract.streamRecommendedQuestionsInOrganization)
  async streamQuestions({ params, principal }: RequestOf<typeof contract.streamRecommendedQuestionsInOrganization>) {
    const questions = await this.recommended(principal, params.organizationId);
    return { events: questions.map((question) => ({ question })) };
  }

  @Handles(answerCalls.answerFromPassages)
  async answerFrom({ body }: RequestOf<typeof answerCalls.answerFromPassages>) {
    return this.answers.answer(body.organization, body);
  }

  private async answer(
    principal: Principal,
    organization: string,
    question: string,
    format: AnswerFormat,
  ): Promise<SearchAIAnswer> {
    roleIn(principal, organization);
    const body = { organization, question, limit: answerPassages };
    const { passages, ...found } = await this.rpc.call(passageCalls.findPassages, { principal, body });
    const given = passages.map((passage) => ({ ...passage, url: passage.app }));
    return this.answers.answer(organization, { ...found, question, format, passages: given });
  }

  private async recommended(principal: Principal, organization: string): Promise<string[]> {
    roleIn(principal, organization);
    return (await this.rpc.call(passageCalls.findQuestions, { principal, body: { organization } })).questions;
  }
}
