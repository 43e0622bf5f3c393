import type { Endpoint } from '@bindery/contracts';

type Params = Readonly<Record<string, string | undefined>>;

/** The renderer requests again after a second, the minimum of the header. */
const fresh = 'max-age=1';
const forGood = 'max-age=31536000, immutable';

/**
 * Headers for the public renderer of sites: how long it may cache an answer (`x-gitbook-cache-control`), and the tags for
 * its invalidation (`x-gitbook-cache-tag`). Answers that never change have no tags.
 */
export function rendererHeaders({ method }: Endpoint, params: Params, isImmutable: boolean): Record<string, string> {
  if (method !== 'GET') return {};
  if (isImmutable) return { 'x-gitbook-cache-control': forGood };
  const tags = tagsOf(params).join(',');
  return { 'x-gitbook-cache-control': fresh, ...(tags && { 'x-gitbook-cache-tag': tags }) };
}

/** The renderer's tags of an operation's object. */
function tagsOf({
  organizationId,
  spaceId,
  changeRequestId,
  siteId,
  specSlug,
  integrationName,
  userId,
  translationId,
}: Params): string[] {
  return [
    spaceId && `space:${spaceId}`,
    spaceId && changeRequestId && `space:${spaceId}:change-request:${changeRequestId}`,
    siteId && `site:${siteId}`,
    specSlug && `organization:${organizationId}:openapi:${specSlug}`,
    translationId && `organization:${organizationId}:translation:${translationId}`,
    integrationName && `integration:${integrationName}`,
    userId && `user:${userId}`,
  ].filter((tag): tag is string => Boolean(tag));
}
