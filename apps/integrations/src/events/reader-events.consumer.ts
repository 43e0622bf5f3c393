import { Injectable } from '@nestjs/common';
import { readersActed, type EventEnvelope, type ReaderAct, type ReadersActed } from '@bindery/contracts';
import { Consumes } from '@bindery/messaging';
import { ListenersRepository } from './listeners.repository';
import { RecordEvent } from '../queue/record-event';

const ratings = ['bad', 'ok', 'good'];

/** Turns actions of readers of sites into events of the integrations that may receive them. */
@Injectable()
export class ReaderEventsConsumer {
  constructor(
    private readonly listeners: ListenersRepository,
    private readonly events: RecordEvent,
  ) {}

  @Consumes(readersActed, 'readers_acted')
  async readersActed(event: EventEnvelope<ReadersActed>): Promise<void> {
    const { acts } = event.payload;
    await this.emit(event, 'site:views:read', 'site_view', acts.filter(isView).map(viewOf));
    await this.emit(event, 'page:feedback:read', 'page_feedback', acts.filter(isFeedback).map(feedbackOf));
  }

  private async emit(
    { organization, occurredAt, payload: { site: siteId } }: EventEnvelope<ReadersActed>,
    scope: 'site:views:read' | 'page:feedback:read',
    type: string,
    payloads: object[],
  ): Promise<void> {
    if (!organization || payloads.length === 0) return;
    const installations = await this.listeners.of({ organization, occurredAt, kind: 'site', content: siteId, scope });
    await this.events.addAll(
      installations,
      type,
      payloads.map((fields) => ({ siteId, ...fields })),
    );
  }
}

const isView = ({ type }: ReaderAct): boolean => type === 'page_view';
const isFeedback = ({ type, rating }: ReaderAct): boolean => type === 'page_feedback' && ratings.includes(rating ?? '');

/** Data about a reader that is not stored is not sent either. */
const visitorOf = ({ visitor, language }: ReaderAct) => ({
  ...{ anonymousId: visitor, cookies: {}, userAgent: '', ip: '' },
  ...(language && { language }),
});

const viewOf = (act: ReaderAct) => ({
  ...(act.space && { spaceId: act.space }),
  ...(act.siteSpace && { siteSpaceId: act.siteSpace }),
  ...(act.page && { pageId: act.page }),
  ...{ visitor: visitorOf(act), url: act.url, referrer: act.referrer },
});

const feedbackOf = (act: ReaderAct) => ({
  ...(act.page && { pageId: act.page }),
  feedback: { rating: act.rating, ...(act.comment && { comment: act.comment }) },
  ...{ visitor: visitorOf(act), url: act.url, referrer: act.referrer },
});
