import { Injectable } from '@nestjs/common';
import { notFound, sitePages, type InsightsEvent, type SendFeedback } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { newId } from '@bindery/persistence';
import { visitorOf } from '../audience/site-reader';
import { customizationOf } from '../model/customization';
import { RecordInsights } from '../insights/record-insights';
import { FindPublished } from '../published/find-published';
import { claimsIn } from './claims-in-address';

/** Stores feedback of readers on pages, without identifying them. */
@Injectable()
export class TakeFeedback {
  constructor(
    private readonly find: FindPublished,
    private readonly insights: RecordInsights,
    private readonly rpc: RpcClient,
  ) {}

  /** Throws 404 where the reader sees no such page, or where the site requests no feedback. */
  async run({ url: asked, rating, comment }: SendFeedback): Promise<void> {
    const url = new URL(asked);
    const found = await this.find.run(asked, { unsignedClaims: claimsIn(url) }, false);
    if ('to' in found) throw notFound('Page');
    const { site, admitted, structure, location, below } = found;
    const { siteSpace } = location;
    if (!customizationOf(site.customization, siteSpace.customization).feedback.enabled) throw notFound('Page');
    const reader = visitorOf(site, structure, admitted.claims);
    const path = below.slice(location.length).join('/');
    const body = { space: siteSpace.spaceId, path, spaces: [siteSpace.spaceId], linked: [] };
    const { page } = await this.rpc.call(sitePages.readSitePage, { principal: reader, body });
    if (!page) throw notFound('Page');
    const event: InsightsEvent = {
      type: comment ? 'page_post_feedback_comment' : 'page_post_feedback',
      session: { visitorId: newId(), sessionId: newId() },
      location: {
        url: (url.origin + url.pathname).slice(0, 2_048),
        ...(siteSpace.sectionId && { siteSection: siteSpace.sectionId }),
        ...{ siteSpace: siteSpace.id, space: siteSpace.spaceId, page: page.id },
      },
      feedback: { rating, ...(comment && { comment }) },
    };
    await this.insights.run(site, admitted.claims, [event]);
  }
}
