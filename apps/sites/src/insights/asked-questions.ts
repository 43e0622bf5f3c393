import { Inject, Injectable } from '@nestjs/common';
import type { AskSite, SearchAIAnswer } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { CLOCK, type Clock } from '@bindery/service';
import type { Claims } from '../audience/claims';
import type { SiteEntity } from '../model/site.entity';
import type { Structure } from '../model/structure';
import { InsightsRepository } from './insights.repository';
import { segmentOf } from './segment';

/** Lists the questions of readers, for writers: their outcomes, and their most frequent page. */
@Injectable()
export class AskedQuestions {
  constructor(
    private readonly insights: InsightsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async note(
    { site, structure, claims }: { site: SiteEntity; structure: Structure; claims: Claims },
    { question, session, context }: AskSite,
    { outcome, sources: [source] }: SearchAIAnswer,
  ): Promise<void> {
    const now = this.clock();
    const siteSpaces = structure.siteSpaces();
    const siteSpace = source
      ? siteSpaces.find(({ spaceId }) => spaceId === source.space)
      : siteSpaces.find(({ id }) => id === context?.siteSpaceId);
    await this.insights.add([
      {
        ...{ id: newId(now.getTime()), siteId: site.id, type: 'ask_answer', occurredAt: now, query: question, outcome },
        visitorId: session?.visitorId ?? '',
        sessionId: session?.sessionId ?? '',
        url: source?.url ?? '',
        displayContext: 'site',
        siteSection: siteSpace?.sectionId ?? null,
        siteSpace: siteSpace?.id ?? null,
        space: source?.space ?? null,
        page: source?.page ?? null,
        ...{ language: null, referrer: null, rating: null },
        segment: segmentOf(site.adaptiveSchema, claims),
      },
    ]);
  }
}
