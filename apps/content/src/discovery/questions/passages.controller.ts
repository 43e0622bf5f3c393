import { Controller, Inject } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import { passageCalls as contract, type FoundPassage, type Principal, type RequestOf } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { appUrlOf } from '../../catalog/spaces/space.presenter';
import { ComputedRefresh } from '../search/computed-refresh';
import { HiddenPages } from '../search/hidden-pages';
import { SearchEngine, type Passage } from '../search/search-engine';
import { typedWords } from '../search/search-terms';
import { SearchedSpaceRepository, type SearchedSpace } from '../search/searched-space.repository';
import { beginningsOf } from '../search/snippet';
import { QuestionRepository } from './question.repository';
import { questionTerms } from './question-terms';
import { RecommendedQuestions } from './recommended-questions';

/** The minimum coverage of the best passage for an answer. */
const leastCoverage = 0.62;
const mostBeginnings = 100;

/** Finds passages that answer questions, in content that the caller may read. */
@Controller()
export class PassagesController {
  constructor(
    private readonly engine: SearchEngine,
    private readonly searched: SearchedSpaceRepository,
    private readonly hidden: HiddenPages,
    private readonly refresh: ComputedRefresh,
    private readonly questions: QuestionRepository,
    private readonly recommendations: RecommendedQuestions,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.findPassages)
  async passages({ body, principal }: RequestOf<typeof contract.findPassages>) {
    const { question, limit } = body;
    const { spaces, hidden } = await this.readable(principal, body);
    const found = await this.engine.passages({
      spaces: spaces.map(({ id, analyzer, shards }) => ({ space: id, analyzer, shards })),
      terms: questionTerms(question),
      typed: typedWords(question),
      hidden,
      after: undefined,
      limit,
    });
    const revisions = await this.questions.revisions([...new Set(found.passages.map(({ space }) => space))]);
    const byId = new Map(spaces.map((space) => [space.id, space]));
    return {
      passages: found.passages.map((passage) => this.present(passage, byId.get(passage.space)!, revisions)),
      beginnings: beginningsOf(found.terms)
        .map(({ text }) => text)
        .slice(0, mostBeginnings),
      isAnswered: found.passages.some(({ coverage }) => coverage >= leastCoverage),
    };
  }

  @Handles(contract.findQuestions)
  async recommended({ body, principal }: RequestOf<typeof contract.findQuestions>) {
    const { spaces, hidden } = await this.readable(principal, body);
    return { questions: await this.recommendations.of(spaces, hidden) };
  }

  private async readable(
    principal: Principal,
    { organization, spaces: some }: { organization: string; spaces?: string[] },
  ) {
    await this.refresh.look(organization, some);
    const spaces = await this.searched.spaces(principal, organization, some);
    return { spaces, hidden: await this.hidden.of(principal, spaces) };
  }

  private present(
    { page, title, path, section, score, coverage }: Passage,
    space: SearchedSpace,
    revisions: ReadonlyMap<string, string>,
  ): FoundPassage {
    const fragment = section.anchor ? `#${encodeURIComponent(section.anchor)}` : '';
    return {
      ...{ space: space.id, spaceTitle: space.title, page, title, path, score, coverage },
      revision: revisions.get(space.id) ?? '-',
      section: `${page}${fragment}`,
      anchor: section.anchor ?? '',
      heading: section.title,
      body: section.body,
      app: `${appUrlOf(this.config.PUBLIC_URL, space.organizationId, space.id)}/${encodeURI(path)}${fragment}`,
    };
  }
}
