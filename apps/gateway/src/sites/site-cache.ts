import { hash } from 'node:crypto';
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

/** A visit that was just made: the pending answer, or else the key of the cached answer. */
type RecentVisit = { pending: Promise<KeptAnswer> } | { pending?: undefined; answer: string };

/**
 * Caches answers by their tags, which identify the site, its revisions and its audience; and for a moment the tag of each
 * visit. After that moment it queries the site again, which only confirms an unchanged tag. Keys that visitors make as long
 * as they like are hashed, and only `answers` holds answers, whose bytes it counts.
 */
export class SiteCache {
  private readonly visits = new LRUCache<string, RecentVisit>({ max: 20_000, ttl: maxAge });
  private readonly variants = new LRUCache<string, string[]>({ max: 20_000 });
  private readonly answers = new LRUCache<string, KeptAnswer>({
    maxSize: cacheBytes,
    sizeCalculation: ({ text, location = '' }) => 512 + text.size + location.length,
  });

  constructor(private readonly rpc: RpcClient) {}

  /** The answer to a visit that was just made; undefined when the site must be queried. */
  fresh(question: SiteQuestion): Promise<KeptAnswer> | KeptAnswer | undefined {
    const visit = this.visits.get(keyOf(question));
    return visit && (visit.pending ?? this.answers.get(visit.answer));
  }

  /** Queries the site, once for all concurrent equal visits. Throws the errors of the site. */
  open(question: SiteQuestion): Promise<KeptAnswer> {
    const key = keyOf(question);
    const start = performance.now();
    const pending = this.ask(question);
    const visit = { pending };
    this.visits.set(key, visit, { start });
    const isLatest = () => this.visits.peek(key, { allowStale: true }) === visit;
    pending.then(
      (kept) => {
        // An answer without a tag is the answer to this visit only.
        if (!kept.tag) this.answers.set(key, kept);
        if (isLatest()) this.visits.set(key, { answer: kept.tag || key }, { start });
      },
      () => isLatest() && this.visits.delete(key),
    );
    return pending;
  }

  private async ask({ page, url, forwardedHost, redirect }: SiteQuestion): Promise<KeptAnswer> {
    const known = (this.variants.get(digest(page)) ?? []).filter((tag) => this.answers.has(tag));
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
    const key = digest(page);
    const others = (this.variants.get(key) ?? []).filter((other) => other !== tag && this.answers.has(other));
    this.variants.set(key, [tag, ...others].slice(0, mostVariants));
    return kept;
  }
}

const digest = (text: string): string => hash('sha256', text, 'base64url');

const keyOf = ({ url, forwardedHost, redirect }: SiteQuestion): string =>
  digest(`${redirect} ${forwardedHost ?? ''} ${url}`);
