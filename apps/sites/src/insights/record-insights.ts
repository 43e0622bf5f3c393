import { Inject, Injectable } from '@nestjs/common';
import type { InsightsEvent, ReaderAct } from '@bindery/contracts';
import { Outbox } from '@bindery/messaging';
import { LOGGER, type Logger } from '@bindery/observability';
import { Database, newId } from '@bindery/persistence';
import { CLOCK, type Clock } from '@bindery/service';
import type { Claims } from '../audience/claims';
import type { SiteEntity } from '../model/site.entity';
import { ActAllowance } from './act-allowance';
import type { InsightsEventEntity } from './insights-event.entity';
import { InsightsRepository } from './insights.repository';
import { readersActed } from './insights.events';
import { readerActsOf } from './reader-acts';
import { segmentOf } from './segment';

const day = 24 * 60 * 60 * 1000;
/** The maximum of reader actions in one event: more would not fit a message. */
const actsTogether = 40;

/** Stores the actions of readers of a site, and emits them as events for integrations, as far as the allowance of the site goes. */
@Injectable()
export class RecordInsights {
  private readonly allowance = new ActAllowance();

  constructor(
    private readonly insights: InsightsRepository,
    private readonly db: Database,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(site: SiteEntity, claims: Claims, events: InsightsEvent[]) {
    const now = this.clock();
    const segment = segmentOf(site.adaptiveSchema, claims);
    const acts = this.actsOf(site, events, now);
    await this.db.transaction(async () => {
      await this.insights.add(events.map((event) => ({ ...entityOf(site.id, event, now), segment })));
      for (let at = 0; at < acts.length; at += actsTogether)
        await this.outbox.add(readersActed(site, acts.slice(at, at + actsTogether)));
    });
  }

  private actsOf({ id }: SiteEntity, events: InsightsEvent[], now: Date): ReaderAct[] {
    const acts = readerActsOf(events);
    const allowed = this.allowance.take(id, acts, now);
    if (allowed.length < acts.length)
      this.logger.warn(
        { site: id, left: acts.length - allowed.length },
        'Integrations do not receive some actions of readers: the site has more in a minute than it may send',
      );
    return allowed;
  }
}

/** Clients may report an event up to a day late; one with any other time gets the present time. */
function timeOf({ timestamp }: InsightsEvent, now: Date): Date {
  const reported = timestamp ? new Date(timestamp) : now;
  return reported > now || reported.getTime() < now.getTime() - day ? now : reported;
}

function entityOf(siteId: string, event: InsightsEvent, now: Date): Omit<InsightsEventEntity, 'segment'> {
  const { type, session, location, query, feedback } = event;
  const rating = type === 'ask_rate_response' ? event.rating : feedback?.rating;
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
    rating: rating === undefined ? null : String(rating),
    outcome: null,
  };
}
