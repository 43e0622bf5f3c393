import { Controller, Inject } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { ServiceConfig } from '@bindery/config';
import {
  invalid,
  notFound,
  search as contract,
  siteSpaceCalls,
  type Page,
  type Principal,
  type RequestOf,
  type SearchPageResult,
  type SearchQuery,
  type SearchSpaceResult,
  type SiteSearchResult,
} from '@bindery/contracts';
import { Handles, rawAnswer } from '@bindery/messaging';
import { paginate, type KeysetPosition } from '@bindery/persistence';
import { SingleFlight } from '@bindery/loading';
import { CONFIG } from '@bindery/service';
import { scopeOf } from '../../catalog/access/scope';
import { ComputedRefresh } from './computed-refresh';
import { HiddenPages } from './hidden-pages';
import { SearchEngine, type PageOfSpace, type Question } from './search-engine';
import { parseQuery, typedWords } from './search-terms';
import { bySpace, presentHit } from './search.presenter';
import { SearchedSpaceRepository, type SearchedSpace } from './searched-space.repository';
import { beginningsOf } from './snippet';

const cacheBytes = 16 * 1024 * 1024;

/** The searched spaces: all of an organization, or those of a site. */
interface SearchScope {
  organization: string;
  spaces?: readonly string[];
  /** The key of the result list that a cursor belongs to. */
  scope: readonly string[];
}

@Controller()
export class SearchController {
  /** Answers as JSON, by query and version of the index, because many callers send the same query. */
  private readonly answers = new LRUCache<string, Buffer>({
    maxSize: cacheBytes,
    sizeCalculation: (json, asked) => json.length + 2 * asked.length + 64,
  });

  /** Concurrent searches of the same spaces share one fingerprint. */
  private readonly fingerprints = new SingleFlight<string>();

  constructor(
    private readonly engine: SearchEngine,
    private readonly searched: SearchedSpaceRepository,
    private readonly hidden: HiddenPages,
    private readonly refresh: ComputedRefresh,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.searchSpaceContent)
  async space({ params, query, principal }: RequestOf<typeof contract.searchSpaceContent>) {
    const space = await this.searched.space(principal, params.spaceId);
    await this.refresh.look(space.organizationId, [space.id]);
    const hidden = await this.hidden.of(principal, [space]);
    const scope = ['space', space.organizationId, space.id, space.version, ...hidden.map(({ page }) => page)];
    return this.answered(scope, query, () => this.pagesOf(space, hidden, query));
  }

  /**
   * The cached answer to the same query. `scope` holds all other inputs of an answer; `isCurrent` checks after the answer
   * was computed whether they still apply.
   */
  private async answered<T extends object>(
    scope: readonly unknown[],
    { query, page, limit }: SearchQuery,
    answer: () => Promise<T>,
    isCurrent: () => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<T> {
    const asked = JSON.stringify([scope, query, page, limit]);
    const known = this.answers.get(asked);
    if (known) return rawAnswer<T>(known);
    const json = Buffer.from(JSON.stringify(await answer()));
    if (await isCurrent()) this.answers.set(asked, json);
    return rawAnswer<T>(json);
  }

  private async pagesOf(
    space: SearchedSpace,
    hidden: readonly PageOfSpace[],
    query: SearchQuery,
  ): Promise<Page<SearchPageResult>> {
    const question = questionOf([space], hidden, query);
    let found: readonly HitWithTotal[] = [];
    const page = await paginate(query, {
      scope: ['search', space.id, query.query],
      rows: async (after, limit) => {
        const { hits, terms } = await this.engine.pages({ ...question, after: afterScore(after), limit });
        question.terms = terms;
        found = hits;
        return hits;
      },
      position: ({ page: id, score }) => ({ value: String(score), id }),
    });
    const context = { publicUrl: this.config.PUBLIC_URL, beginnings: beginningsOf(question.terms) };
    return { ...page, ...countOf(found), items: page.items.map((hit) => presentHit(space, hit, context)) };
  }

  @Handles(contract.searchOrganizationContent)
  async organization({ params, query, principal }: RequestOf<typeof contract.searchOrganizationContent>) {
    const { organizationId } = params;
    if (!principal.organizations[organizationId]) throw notFound('Organization');
    return this.spaces(principal, query, { organization: organizationId, scope: [organizationId, principal.user] });
  }

  @Handles(siteSpaceCalls.searchSpaces)
  async some({ body, principal }: RequestOf<typeof siteSpaceCalls.searchSpaces>) {
    const { organization, spaces } = body;
    const found = { organization, spaces, scope: [organization, ...[...spaces].sort()] };
    return this.spaces(principal, body, found) as Promise<Page<SiteSearchResult>>;
  }

  /** The spaces are loaded only when no caller with the same access has had the answer before. */
  private async spaces(
    principal: Principal,
    query: SearchQuery,
    searched: SearchScope,
  ): Promise<Page<SearchSpaceResult>> {
    const { organization, spaces: some, scope } = searched;
    await this.refresh.look(organization, some);
    const asked = JSON.stringify([organization, some, ...scopeOf(principal)]);
    const fingerprint = () =>
      this.fingerprints.run(asked, () => this.searched.fingerprint(principal, organization, some));
    const seen = await fingerprint();
    const work = async () => {
      const spaces = await this.searched.spaces(principal, organization, some);
      const hidden = await this.hidden.of(principal, spaces);
      return this.pagesOfSpaces(spaces, hidden, query, { ...searched, scope: [...scope, ...hidden.map(nameOf)] });
    };
    const claims = principal.visit?.claims;
    return this.answered(['spaces', some !== undefined, seen, claims, ...scope], query, work, async () => {
      return (await fingerprint()) === seen;
    });
  }

  private async pagesOfSpaces(
    spaces: SearchedSpace[],
    hidden: readonly PageOfSpace[],
    query: SearchQuery,
    { spaces: some, scope }: SearchScope,
  ): Promise<Page<SearchSpaceResult>> {
    const question = questionOf(spaces, hidden, query);
    let found: readonly HitWithTotal[] = [];
    let hasMore = false;
    const page = await paginate(query, {
      scope: ['search', ...scope, query.query],
      rows: async (after, limit) => {
        const { hits, terms, ...more } = await this.engine.pagesOfSpaces({
          ...question,
          after: afterScore(after),
          limit,
        });
        question.terms = terms;
        found = hits;
        hasMore = more.hasMore ?? false;
        return bySpace(hits);
      },
      hasMore: () => hasMore,
      position: ([{ space: id, best }]) => ({ value: String(best), id }),
    });
    const context = { publicUrl: this.config.PUBLIC_URL, beginnings: beginningsOf(question.terms) };
    const byId = new Map(spaces.map((space) => [space.id, space]));
    const items = page.items.map((hits) => {
      const space = byId.get(hits[0].space)!;
      const type = some && { type: 'space' as const };
      return { ...type, id: space.id, title: space.title, pages: hits.map((hit) => presentHit(space, hit, context)) };
    });
    return { ...page, ...countOf(found), items };
  }
}

const questionOf = (
  spaces: readonly SearchedSpace[],
  hidden: readonly PageOfSpace[],
  { query }: SearchQuery,
): Omit<Question, 'after' | 'limit'> => ({
  spaces: spaces.map(({ id, analyzer, shards }) => ({ space: id, analyzer, shards })),
  terms: parseQuery(query),
  typed: typedWords(query),
  hidden,
});

const nameOf = ({ space, page }: PageOfSpace): string => `${space}/${page}`;

/** Scores are whole numbers of at most twelve digits; a cursor with another value was not made here. */
function afterScore(after: KeysetPosition | undefined): KeysetPosition | undefined {
  if (after && !/^\d{1,12}$/.test(after.value)) throw invalid('query.page', 'page must be a page token of this search');
  return after;
}

interface HitWithTotal {
  total: number | null;
}

/** The total, which every result carries, unless there were too many to count. */
function countOf(hits: readonly HitWithTotal[]): { count?: number } {
  const [first] = hits;
  if (!first) return { count: 0 };
  return first.total === null ? {} : { count: first.total };
}
