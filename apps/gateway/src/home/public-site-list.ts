import { anonymous, ApiError, publicSites, type PublicSites } from '@bindery/contracts';
import type { RpcClient } from '@bindery/messaging';

/** Milliseconds for which the list is cached: the service is queried once in that time. */
const maxAge = 1_000;

/** The public sites. */
export class PublicSiteList {
  private asked?: { at: number; sites: Promise<PublicSites | undefined> };

  constructor(private readonly rpc: RpcClient) {}

  /** Undefined while the sites service does not answer: the page then shows its other links. */
  newest(): Promise<PublicSites | undefined> {
    const now = Date.now();
    if (!this.asked || now - this.asked.at >= maxAge) this.asked = { at: now, sites: this.ask() };
    return this.asked.sites;
  }

  private ask(): Promise<PublicSites | undefined> {
    return this.rpc.call(publicSites.listPublicSites, { principal: anonymous }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code >= 503) return undefined;
      throw error;
    });
  }
}
