import type { InsightsEvent, ReaderAct } from '@bindery/contracts';

const types: Partial<Record<InsightsEvent['type'], ReaderAct['type']>> = {
  page_view: 'page_view',
  page_post_feedback: 'page_feedback',
  page_post_feedback_comment: 'page_feedback',
};

/** The insights events that integrations may receive. */
export const readerActsOf = (events: InsightsEvent[]): ReaderAct[] =>
  events.flatMap(({ type: eventType, session, location, feedback }) => {
    const type = types[eventType];
    if (!type) return [];
    const { siteSpace, space, page } = location;
    return [
      {
        ...{ type, url: location.url, referrer: session.referrer ?? '', visitor: session.visitorId },
        ...(session.language && { language: session.language }),
        ...(siteSpace && { siteSpace }),
        ...(space && { space }),
        ...(page && { page }),
        ...(feedback?.rating !== undefined && { rating: String(feedback.rating) }),
        ...(feedback?.comment && { comment: feedback.comment }),
      },
    ];
  });
