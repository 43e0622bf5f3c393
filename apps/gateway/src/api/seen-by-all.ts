import { ApiError, sites, spaces, type Endpoint, type Principal } from '@bindery/contracts';
import type { RpcClient } from '@bindery/messaging';

interface Call {
  principal: Principal;
  params: Record<string, string>;
  query: unknown;
}

const missingToken = (): ApiError => new ApiError(401, 'Send a token in the header Authorization: Bearer <token>');

/**
 * The error for a caller without a token where a public operation failed: 401 when its space or
 * site is not public, so that the caller does not learn whether it exists, and else the error itself.
 */
export async function failureSeenByAll(
  rpc: RpcClient,
  endpoint: Endpoint,
  call: Call,
  failure: unknown,
): Promise<unknown> {
  const { principal, params } = call;
  if (principal.kind !== 'anonymous' || !endpoint.anonymous || !(failure instanceof ApiError)) return failure;
  const hides = hiding(endpoint);
  if (!hides || (failure.code !== 404 && failure.code !== 400)) return failure;
  if (hides.subject === endpoint.subject) return failure.code === 404 ? missingToken() : failure;
  const { shareKey } = call.query as { shareKey?: string };
  try {
    await rpc.callRaw(hides.subject, { principal, params, query: { ...(shareKey && { shareKey }) } });
    return failure;
  } catch (error) {
    return error instanceof ApiError && error.code === 404 ? missingToken() : error;
  }
}

/** The operation that shows whether the object of another one is public: a space, a site, or itself. */
function hiding(endpoint: Endpoint): Endpoint | undefined {
  if (endpoint.path.startsWith('/spaces/:spaceId')) return spaces.getSpaceById;
  if (endpoint.path.startsWith('/orgs/:organizationId/sites/:siteId')) return sites.getPublishedContentSite;
  return endpoint.path.includes(':') ? endpoint : undefined;
}
