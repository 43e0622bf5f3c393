import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  openApiSpecDeleted,
  openApiSpecUpdated,
  revisionCreated,
  sitePublished,
  siteUnpublished,
  siteUpdated,
  spaceVisibilityUpdated,
  type EventEnvelope,
  type OpenApiSpecChanged,
  type RevisionCreated,
  type SiteChanged,
  type SpaceVisibilityUpdated,
} from '@bindery/contracts';
import { Consumes } from '@bindery/messaging';
import { SITES_CONFIG, type SitesConfig } from '../sites.config';

/** Milliseconds that a renderer may take for an invalidation. */
const patience = 5_000;

/**
 * Notifies the renderer that the operator configures of changes, by the tags of answers (`x-gitbook-cache-tag`), so
 * that a merge shows within a second. A renderer that does not answer is notified again, as with every event.
 */
@Injectable()
export class RevalidateRenderer {
  constructor(@Inject(SITES_CONFIG) private readonly config: SitesConfig) {}

  @Consumes(revisionCreated, 'renderers-of-revisions')
  revised({ payload: { space } }: EventEnvelope<RevisionCreated>): Promise<void> {
    return this.notify([`space:${space}`]);
  }

  @Consumes(spaceVisibilityUpdated, 'renderers-of-visibilities')
  shown({ payload: { space } }: EventEnvelope<SpaceVisibilityUpdated>): Promise<void> {
    return this.notify([`space:${space}`]);
  }

  @Consumes(siteUpdated, 'renderers-of-sites')
  updated({ payload: { site } }: EventEnvelope<SiteChanged>): Promise<void> {
    return this.notify([`site:${site}`]);
  }

  @Consumes(sitePublished, 'renderers-of-published-sites')
  published({ payload: { site } }: EventEnvelope<SiteChanged>): Promise<void> {
    return this.notify([`site:${site}`]);
  }

  @Consumes(siteUnpublished, 'renderers-of-unpublished-sites')
  unpublished({ payload: { site } }: EventEnvelope<SiteChanged>): Promise<void> {
    return this.notify([`site:${site}`]);
  }

  @Consumes(openApiSpecUpdated, 'renderers-of-specifications')
  specified({ organization, payload: { slug } }: EventEnvelope<OpenApiSpecChanged>): Promise<void> {
    return this.notify([`organization:${organization}:openapi:${slug}`]);
  }

  @Consumes(openApiSpecDeleted, 'renderers-of-deleted-specifications')
  unspecified({ organization, payload: { slug } }: EventEnvelope<OpenApiSpecChanged>): Promise<void> {
    return this.notify([`organization:${organization}:openapi:${slug}`]);
  }

  private async notify(tags: string[]): Promise<void> {
    const body = JSON.stringify({ tags });
    const signature = createHmac('sha256', this.config.RENDERER_SECRET).update(body).digest('hex');
    const response = await fetch(`${this.config.RENDERER_URL}/~gitbook/revalidate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gitbook-signature': signature },
      body,
      signal: AbortSignal.timeout(patience),
    });
    if (!response.ok) throw new Error(`The renderer at RENDERER_URL answered ${response.status}`);
  }
}
