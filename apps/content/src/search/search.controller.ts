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
import { paginate, type After } from '@bindery/persistence';
import { CONFIG, SharedWork } from '@bindery/service';
import { scopeOf } from '../access/scope';
import { ComputedPages } from '../computed/computed-pages';
import { RevisionRepository } from '../revisions/revision.repository';
import { Lexicon } from './lexicon';
import { bySpace, hitsOf, presentHit } from './search.presenter';
import { parseQuery, shardQuery, type ShardQuery, type Term } from './search-query';
import { SearchRepository, type HitRow, type SearchedSpace } from './search.repository';
import { beginningsOf } from './snippet';
import { Spelling } from './spelling';

const cacheBytes = 16 * 1024 * 1024;

/** Where is searched: in all spaces of an organization, or in some that a site shows. */
interface Searched {
  organization: string;
  spaces?: readonly string[];
  /** Of whom and for what the pages of results are. */
  scope: readonly string[];
}

@Controller()
export class SearchController {
  /** Answers as JSON, by what was asked of which version of the index: many ask for the same. */
  private readonly answers = new LRUCache<string, Buffer>({
    maxSize: cacheBytes,
    sizeCalculation: (json, asked) => json.length + 2 * asked.length + 64,
  });

  /** Many search in the same spaces at a time. */
  private readonly stamps = new SharedWork<string>();

  constructor(
    private readonly search: SearchRepository,
    private readonly lexicon: Lexicon,
    private readonly spelling: Spelling,
    private readonly revisions: RevisionRepository,
    private readonly computed: ComputedPages,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Handles(contract.searchSpaceContent)
  async space({ params, query, principal }: RequestOf<typeof contract.searchSpaceContent>) {
    const space = await this.search.space(principal, params.spaceId);
    const hidden = await this.hiddenPages(principal, [space]);
    const scope = ['space', space.id, space.version, ...hidden];
    return this.answered(scope, query, () => this.pagesOf(space, hidden, query));
  }

  /**
   * What was answered before to the same question; `scope` holds all else that an answer comes of, and `isStill` tells
   * whether that is so after the answer was made.
   */
  private async answered<T extends object>(
    scope: readonly unknown[],
    { query, page, limit }: SearchQuery,
    answer: () => Promise<T>,
    isStill: () => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<T> {
    const asked = JSON.stringify([scope, query, page, limit]);
    const known = this.answers.get(asked);
    if (known) return rawAnswer<T>(known);
    const json = Buffer.from(JSON.stringify(await answer()));
    if (await isStill()) this.answers.set(asked, json);
    return rawAnswer<T>(json);
  }

  private async pagesOf(
    space: SearchedSpace,
    hidden: readonly string[],
    query: SearchQuery,
  ): Promise<Page<SearchPageResult>> {
    let terms = parseQuery(query.query);
    const page = await paginate(query, {
      scope: ['search', space.id, query.query],
      rows: async (after, limit) => {
        const found = await this.find(terms, [space], (queries) =>
          this.search.pages(space.id, hidden, queries, afterScore(after), limit),
        );
        terms = found.terms;
        return hitsOf(found.rows);
      },
      position: ({ page: id, score }) => ({ value: String(score), id }),
    });
    const context = { publicUrl: this.config.PUBLIC_URL, beginnings: beginningsOf(terms) };
    return { ...page, ...countOf(page.items), items: page.items.map((hit) => presentHit(space, hit, context)) };
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

  /** The spaces are loaded only where nobody has had the answer before who sees the same of them. */
  private async spaces(principal: Principal, query: SearchQuery, searched: Searched): Promise<Page<SearchSpaceResult>> {
    const { organization, spaces: some, scope } = searched;
    const asked = JSON.stringify([organization, some, ...scopeOf(principal)]);
    const stamp = () => this.stamps.run(asked, () => this.search.stamp(principal, organization, some));
    const seen = await stamp();
    const work = async () => {
      const spaces = await this.search.spaces(principal, organization, some);
      const hidden = await this.hiddenPages(principal, spaces);
      return this.pagesOfSpaces(spaces, hidden, query, { ...searched, scope: [...scope, ...hidden] });
    };
    const claims = principal.visit?.claims;
    return this.answered(['spaces', some !== undefined, seen, claims, ...scope], query, work, async () => {
      return (await stamp()) === seen;
    });
  }

  private async pagesOfSpaces(
    spaces: SearchedSpace[],
    hidden: readonly string[],
    query: SearchQuery,
    { spaces: some, scope }: Searched,
  ): Promise<Page<SearchSpaceResult>> {
    let terms = parseQuery(query.query);
    const ids = spaces.map(({ id }) => id);
    const page = await paginate(query, {
      scope: ['search', ...scope, query.query],
      rows: async (after, limit) => {
        const found = await this.find(terms, spaces, (queries) =>
          this.search.pagesOfSpaces(ids, hidden, queries, afterScore(after), limit),
        );
        terms = found.terms;
        return bySpace(hitsOf(found.rows));
      },
      position: ([{ space: id, best }]) => ({ value: String(best), id }),
    });
    const context = { publicUrl: this.config.PUBLIC_URL, beginnings: beginningsOf(terms) };
    const byId = new Map(spaces.map((space) => [space.id, space]));
    const items = page.items.map((hits) => {
      const space = byId.get(hits[0].space)!;
      const type = some && { type: 'space' as const };
      return { ...type, id: space.id, title: space.title, pages: hits.map((hit) => presentHit(space, hit, context)) };
    });
    return { ...page, ...countOf(page.items.flat()), items };
  }

  /** What is found, and by which terms: where there is nothing, words may be mistyped. */
  private async find(
    terms: Term[],
    spaces: readonly SearchedSpace[],
    search: (queries: ShardQuery[]) => Promise<HitRow[]>,
  ): Promise<{ terms: Term[]; rows: HitRow[] }> {
    const queries = await this.queries(terms, spaces);
    const rows = queries.length > 0 ? await search(queries) : [];
    if (rows.length > 0 || queries.length === 0) return { terms, rows };
    const shards = new Set(spaces.flatMap((space) => space.shards));
    const corrected = await this.spelling.corrected(terms, [...shards]);
    if (!corrected) return { terms, rows };
    return { terms: corrected, rows: await search(await this.queries(corrected, spaces)) };
  }

  /** The pages of the spaces that are not for the caller. */
  private async hiddenPages(principal: Principal, spaces: readonly SearchedSpace[]): Promise<string[]> {
    const read = spaces.filter(({ own }) => own === 0).map(({ id }) => id);
    if (read.length === 0) return [];
    const revisions = await this.revisions.currentOf(principal, read);
    const hidden = await Promise.all(revisions.map((revision) => this.computed.hiddenPages(revision)));
    return hidden.flatMap((pages) => [...pages]).sort();
  }

  /** The words that are sought, as each shard of the spaces knows them. */
  private async queries(terms: readonly Term[], spaces: readonly SearchedSpace[]): Promise<ShardQuery[]> {
    if (terms.length === 0) return [];
    const words = terms.flatMap(({ words: typed, exact, meant = [] }) => (exact ? [] : [...typed, ...meant]));
    const dictionaries = new Map(
      spaces.flatMap(({ shards, dictionary }) => shards.map((shard) => [shard, dictionary])),
    );
    const queries: ShardQuery[] = [];
    for (const [shard, dictionary] of dictionaries) {
      queries.push(shardQuery(terms, shard, await this.lexicon.stems(dictionary, words)));
    }
    return queries;
  }
}

/** Scores are whole numbers of at most nine digits; a cursor that says otherwise was not made here. */
function afterScore(after: After | undefined): After | undefined {
  if (after && !/^\d{1,9}$/.test(after.value)) throw invalid('query.page', 'is not a page of this search');
  return after;
}

/** The total, which every hit carries, unless there were too many to count. */
function countOf(hits: readonly { total: number | null }[]): { count?: number } {
  const [first] = hits;
  if (!first) return { count: 0 };
  return first.total === null ? {} : { count: first.total };
}
