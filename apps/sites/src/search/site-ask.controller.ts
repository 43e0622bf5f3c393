import { Controller } from '@nestjs/common';
import { notFound, passageCalls, siteAsking as contract, type RequestOf } from '@bindery/contracts';
import { Handles, RpcClient } from '@bindery/messaging';
import { SiteReader } from '../audience/site-reader';
import { spacesIn } from './search-scope';
import { SiteAnswers } from './site-answers';

/** Answers questions from the content of a site that a reader sees. */
@Controller()
export class SiteAskController {
  constructor(
    private readonly reader: SiteReader,
    private readonly rpc: RpcClient,
    private readonly answers: SiteAnswers,
  ) {}

  @Handles(contract.streamAskInSite)
  async ask(request: RequestOf<typeof contract.streamAskInSite>) {
    const { body, query } = request;
    const { access, structure, as, claims } = await this.reader.read(request);
    const spaces = spacesIn(structure, { query: body.question, ...(body.scope && { scope: body.scope }) });
    const asked = { ...body, spaces, format: query.format };
    const answer = await this.answers.answer({ site: access.site, structure, as, claims }, asked);
    return { events: [{ type: 'answer' as const, answer }] };
  }

  @Handles(contract.streamRecommendedQuestionsInSite)
  async questions(request: RequestOf<typeof contract.streamRecommendedQuestionsInSite>) {
    const { query, params } = request;
    const { structure, as } = await this.reader.read(request);
    const shown = query.siteSpaceId ? [structure.siteSpace(query.siteSpaceId)] : structure.siteSpaces();
    const spaces = shown.map(({ spaceId }) => spaceId).filter((id) => !query.spaceId || id === query.spaceId);
    if (query.spaceId && spaces.length === 0) throw notFound('Space');
    const body = { organization: params.organizationId, spaces: [...new Set(spaces)] };
    const { questions } = await this.rpc.call(passageCalls.findQuestions, { principal: as, body });
    return { events: questions.map((question) => ({ question })) };
  }
}
