import { LRUCache } from 'lru-cache';
import { anonymous, siteNames, siteWeb, type OpenedSite, type OpenSite, type SiteAnswer } from '@bindery/contracts';
import type { RpcClient } from '@bindery/messaging';
import { CompressibleText } from './compression';
import type { VisitAddress } from './visit-address';

/**
 * Milliseconds for which a cached answer is used without a request: together with the time of a request, changes of a merge
 * and a revoked key take effect within a second on every replica.
 */
const maxAge = 800;
const cacheBytes = 64 * 1024 * 1024;
/** The maximum of cached answers to different visitors of one page. */
const mostVariants = 8;

/** An answer in the form in which it is sent. */
export interface KeptAnswer extends Omit<SiteAnswer, 'body'> {
  tag: string;
  base: string;
  text: CompressibleText;
}

export type SiteQuestion = Pick<OpenSite, 'forwardedHost' | 'redirect'> & Pick<VisitAddress, 'url' | 'page'>;

/** Whether the site answers a question at an address. */
export const asksQuestion = (page: string): boolean =>
  [siteNames.ask, siteNames.answer].some((name) => new URL(page).pathname.endsWith(`/${name}`));

/**
 * Caches answers by their tags, which identify the site, its revisions and its audience; and for a moment the tag of each
 * visit. After that moment it queries the site again, which only confirms an unchanged tag.
 */
export class SiteCache {
  private readonly visits = new LRUCache<string, Promise<KeptAnswer>>({ max: 20_000, ttl: maxAge });
  private readonly variants = new LRUCache<string, string[]>({ max: 20_000 });
  private readonly answers = new LRUCache<string, KeptAnswer>({
    maxSize: cacheBytes,
    sizeCalculation: ({ text }) => 512 + text.size,
  });

  constructor(private readonly rpc: RpcClient) {}

  /** The answer to a visit that was just made; undefined when the site must be queried. */
  fresh(question: SiteQuestion): Promise<KeptAnswer> | undefined {
    return this.visits.get(keyOf(question));
  }

  /** Queries the site, once for all concurrent equal visits. Throws the errors of the site. */
  open(question: SiteQuestion): Promise<KeptAnswer> {
    const key = keyOf(question);
    const asked = this.ask(question);
    this.visits.set(key, asked);
    asked.catch(() => this.visits.delete(key));
    return asked;
  }

  private async ask({ page, url, forwardedHost, redirect }: SiteQuestion): Promise<KeptAnswer> {
    const known = (this.variants.get(page) ?? []).filter((tag) => this.answers.has(tag));
    const body = { url, redirect, known, ...(forwardedHost && { forwardedHost }) };
    const operation = asksQuestion(page) ? siteWeb.askSite : siteWeb.openSite;
    const opened = await this.rpc.call(operation, { principal: anonymous, body });
    const kept = opened.answer ? this.keep(page, opened, opened.answer) : this.answers.get(opened.tag);
    // The entry may have been evicted meanwhile.
    return kept ?? this.ask({ page, url, forwardedHost, redirect });
  }

  private keep(page: string, { tag, base }: OpenedSite, { body, ...answer }: SiteAnswer): KeptAnswer {
    const text = new CompressibleText(Buffer.from(body), answer.immutable ? 'best' : 'usual');
    const kept = { ...answer, tag, base, text };
    // An answer without a tag is valid for this visit only.
    if (!tag) return kept;
    this.answers.set(tag, kept);
    const others = (this.variants.get(page) ?? []).filter((other) => other !== tag && this.answers.has(other));
    this.variants.set(page, [tag, ...others].slice(0, mostVariants));
    return kept;
  }
}

const keyOf = ({ url, forwardedHost, redirect }: SiteQuestion): string => `${redirect} ${forwardedHost ?? ''} ${url}`;
