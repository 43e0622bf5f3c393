import { Controller, Inject } from '@nestjs/common';
import {
  invalid,
  siteInsights as contract,
  type InsightsEvent,
  type InsightsRange,
  type RequestOf,
} from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { isInvalidValue } from '@bindery/persistence';
import { CLOCK, type Clock } from '@bindery/service';
import { SiteReader } from '../audience/site-reader';
import { SiteRepository } from '../model/site.repository';
import { selected } from './aggregation';
import { InsightsRepository } from './insights.repository';
import { RecordInsights } from './record-insights';
import { titleOf } from './segment';

const day = 24 * 60 * 60 * 1000;
const mostSegments = 1_000;
const noClaims = 'No claims';
const days = { lastYear: 365, last3Months: 90, last30Days: 30, last7Days: 7, last24Hours: 1 };

@Controller()
export class InsightsController {
  constructor(
    private readonly sites: SiteRepository,
    private readonly reader: SiteReader,
    private readonly insights: InsightsRepository,
    private readonly recorder: RecordInsights,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Handles(contract.trackEventsInSiteById)
  async track(request: RequestOf<typeof contract.trackEventsInSiteById>) {
    const { params, principal, body } = request;
    const { access, claims } = await this.reader.read({
      params,
      principal,
      query: { shareKey: shareKeyOf(body.events) },
    });
    await this.recorder.run(access.site, claims, body.events);
  }

  @Handles(contract.aggregateSiteEvents)
  async aggregate({ params, body, principal }: RequestOf<typeof contract.aggregateSiteEvents>) {
    const { site } = await this.sites.get(principal, params.organizationId, params.siteId);
    const rows = await this.insights
      .aggregate(site.id, body, rangeOf(body.range, this.clock()))
      .catch((error: unknown) => {
        if (!isInvalidValue(error)) throw error;
        const field = body.where ? 'where' : 'range';
        throw invalid(`body.${field}`, `${field} has a value that its column cannot have`);
      });
    const columns = selected(body).map(({ column }, index) => ({ column, values: rows.map((row) => row[index]) }));
    return { columns };
  }

  @Handles(contract.listSiteVisitorSegments)
  async segments({ params, principal }: RequestOf<typeof contract.listSiteVisitorSegments>) {
    const { site } = await this.sites.get(principal, params.organizationId, params.siteId);
    const found = await this.insights.segments(site.id, mostSegments);
    return { items: found.map((segment) => ({ title: titleOf(segment.claims) || noClaims, ...segment })) };
  }
}

/** All events of one call are from one reader. */
const shareKeyOf = (events: InsightsEvent[]): string | undefined =>
  events.map(({ location }) => location.siteShareKey).find(Boolean) ?? undefined;

function rangeOf(range: InsightsRange, now: Date): { from: Date; to: Date } {
  if (typeof range === 'object') return { from: new Date(range.from), to: new Date(range.to) };
  return { from: new Date(now.getTime() - days[range] * day), to: new Date(now.getTime() + 1) };
}
