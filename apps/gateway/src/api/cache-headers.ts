import type { Endpoint } from '@bindery/contracts';

type Params = Readonly<Record<string, string | undefined>>;

/** The renderer asks again after a second, which is the least that the header can say. */
const fresh = 'max-age=1';
const forGood = 'max-age=31536000, immutable';

/**
 * Tells the public renderer of sites how long it may keep an answer (`x-gitbook-cache-control`), and under which names it is
 * told to forget it (`x-gitbook-cache-tag`). Answers that never change have no names.
 */
export function rendererHeaders({ method }: Endpoint, params: Params, isImmutable: boolean): Record<string, string> {
  if (method !== 'GET') return {};
  if (isImmutable) return { 'x-gitbook-cache-control': forGood };
  const tags = tagsOf(params).join(',');
  return { 'x-gitbook-cache-control': fresh, ...(tags && { 'x-gitbook-cache-tag': tags }) };
}

/** The names of what an operation is about, as the renderer has them. */
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
