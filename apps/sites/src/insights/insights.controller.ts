import { Controller, Inject } from '@nestjs/common';
import {
  readersActed,
  siteInsights as contract,
  type InsightsEvent,
  type InsightsRange,
  type RequestOf,
} from '@bindery/contracts';
import { Handles, Outbox } from '@bindery/messaging';
import { Database, newId } from '@bindery/persistence';
import { CLOCK, type Clock } from '@bindery/service';
import { SiteReader } from '../audience/site-reader';
import { SiteRepository } from '../sites/site.repository';
import { selected } from './aggregation';
import type { InsightsEventEntity } from './insights-event.entity';
import { InsightsRepository } from './insights.repository';
import { readerActsOf } from './reader-acts';

const day = 24 * 60 * 60 * 1000;
/** What one event tells of: more would not fit a message. */
const actsTogether = 40;
const days = { lastYear: 365, last3Months: 90, last30Days: 30, last7Days: 7, last24Hours: 1 };

@Controller()
export class InsightsController {
  constructor(
    private readonly sites: SiteRepository,
    private readonly reader: SiteReader,
    private readonly insights: InsightsRepository,
    private readonly db: Database,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Handles(contract.trackEventsInSiteById)
  async track(request: RequestOf<typeof contract.trackEventsInSiteById>) {
    const { params, principal, body } = request;
    const { access } = await this.reader.read({ params, principal, query: { shareKey: shareKeyOf(body.events) } });
    const now = this.clock();
    const { id: site, organizationId: organization } = access.site;
    const acts = readerActsOf(body.events);
    await this.db.transaction(async () => {
      await this.insights.add(body.events.map((event) => entityOf(site, event, now)));
      for (let at = 0; at < acts.length; at += actsTogether) {
        const payload = { site, acts: acts.slice(at, at + actsTogether) };
        await this.outbox.add(readersActed, { organization, aggregate: site, version: 0, payload });
      }
    });
  }

  @Handles(contract.aggregateSiteEvents)
  async aggregate({ params, body, principal }: RequestOf<typeof contract.aggregateSiteEvents>) {
    const { site } = await this.sites.get(principal, params.organizationId, params.siteId);
    const rows = await this.insights.aggregate(site.id, body, rangeOf(body.range, this.clock()));
    const columns = selected(body).map(({ column }, index) => ({ column, values: rows.map((row) => row[index]) }));
    return { columns };
  }
}

/** The events of one call are of one reader. */
const shareKeyOf = (events: InsightsEvent[]): string | undefined =>
  events.map(({ location }) => location.siteShareKey).find(Boolean) ?? undefined;

function rangeOf(range: InsightsRange, now: Date): { from: Date; to: Date } {
  if (typeof range === 'object') return { from: new Date(range.from), to: new Date(range.to) };
  return { from: new Date(now.getTime() - days[range] * day), to: new Date(now.getTime() + 1) };
}

/** An event may be told up to a day late; what claims to be of another time is of now. */
function timeOf({ timestamp }: InsightsEvent, now: Date): Date {
  const told = timestamp ? new Date(timestamp) : now;
  return told > now || told.getTime() < now.getTime() - day ? now : told;
}

function entityOf(siteId: string, event: InsightsEvent, now: Date): InsightsEventEntity {
  const { type, session, location, query, feedback } = event;
  return {
    id: newId(now.getTime()),
    siteId,
    type,
    occurredAt: timeOf(event, now),
    visitorId: session.visitorId,
    sessionId: session.sessionId,
    url: location.url,
    displayContext: location.displayContext ?? 'site',
    language: session.language ?? null,
    referrer: session.referrer || null,
    siteSection: location.siteSection ?? null,
    siteSpace: location.siteSpace ?? null,
    space: location.space ?? null,
    page: location.page ?? null,
    query: query ?? null,
    rating: feedback?.rating === undefined ? null : String(feedback.rating),
  };
}
