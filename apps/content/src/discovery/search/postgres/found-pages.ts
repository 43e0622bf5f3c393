import { Injectable } from '@nestjs/common';
import type { SearchHits, Hit, Question } from '../search-engine';
import { CandidateRepository } from './candidate.repository';
import { RankedSearch, type Ranking } from './ranked-search';
import type { RankedPage } from './ranking';

const pagesOfSpace = 10;
/** The maximum of further, unranked pages of each space. */
const mostFurther = 200;
/** More than all scores: ranks of the next ten pages of each space are below those before. */
const round = 1e9;
const mostRounds = 900;

/** Pages of a space that are listed together. */
interface Group {
  best: number;
  pages: RankedPage[];
}

/** Lists the results, page by page. */
@Injectable()
export class FoundPages {
  constructor(
    private readonly search: RankedSearch,
    private readonly candidates: CandidateRepository,
  ) {}

  async pages(question: Question): Promise<SearchHits> {
    const { after, limit } = question;
    const ranked = await this.search.ranked(question);
    const list = ranked.pages.filter((page) => !after || isAfter(page.score, page.page, after));
    let total = ranked.pages.length;
    if (ranked.isCut) {
      const before = after && Number(after.value) === 0 ? after.id : null;
      const others = await this.candidates.others(question, ranked.queries, ranked.pages, Math.max(1, limit), before);
      list.push(...others.pages);
      total += others.total;
    }
    const shown = list.slice(0, limit).map((page) => ({ page, best: page.score, total }));
    return { terms: ranked.terms, hits: await this.hits(shown, ranked) };
  }

  async pagesOfSpaces(question: Question): Promise<SearchHits> {
    const { after, limit } = question;
    const ranked = await this.search.ranked(question);
    const pages = [...ranked.pages];
    let isAll = true;
    if (ranked.isCut) {
      const others = await this.candidates.others(question, ranked.queries, ranked.pages, mostFurther, null);
      pages.push(...others.pages);
      isAll = others.pages.length === others.total;
    }
    const groups = groupsOf(pages);
    const total = isAll ? groups.length : null;
    const list = groups.filter(({ best, pages: [first] }) => !after || isAfter(best, first!.space, after));
    // A page of results has a space once.
    const together = list.filter(({ best }) => roundOf(best) === roundOf(list[0]!.best));
    const shown = together
      .slice(0, limit)
      .flatMap((group) => group.pages.map((page) => ({ page, best: group.best, total })));
    return {
      terms: ranked.terms,
      hits: await this.hits(shown, ranked),
      hasMore: together.length < list.length && together.length < limit,
    };
  }

  private async hits(
    listed: readonly { page: RankedPage; best: number; total: number | null }[],
    { queries }: Ranking,
  ): Promise<Hit[]> {
    if (listed.length === 0) return [];
    const rows = await this.candidates.shown(
      listed.map(({ page }) => page),
      queries,
    );
    const hits = new Map<number, Hit>();
    for (const { at, title, path, anchor, heading, body } of rows) {
      let hit = hits.get(at);
      if (!hit) {
        const { page, best, total } = listed[at]!;
        const { space, page: id, score, coverage } = page;
        hits.set(at, (hit = { ...{ space, page: id, title, path, score, best, total, coverage }, sections: [] }));
      }
      if (body !== null) hit.sections.push({ anchor, title: heading ?? '', body });
    }
    return [...hits.values()];
  }
}

/** Pages by space, ten at a time. */
function groupsOf(pages: readonly RankedPage[]): Group[] {
  const spaces = new Map<string, RankedPage[]>();
  for (const page of pages) {
    const known = spaces.get(page.space);
    if (known) known.push(page);
    else spaces.set(page.space, [page]);
  }
  const groups = Array.from(spaces.values()).flatMap((all) =>
    Array.from({ length: Math.min(mostRounds, Math.ceil(all.length / pagesOfSpace)) }, (_, at): Group => {
      const some = all.slice(at * pagesOfSpace, (at + 1) * pagesOfSpace);
      return { best: (mostRounds - at) * round + some[0]!.score, pages: some };
    }),
  );
  return groups.sort((a, b) => b.best - a.best || (a.pages[0]!.space < b.pages[0]!.space ? 1 : -1));
}

const roundOf = (best: number): number => Math.floor(best / round);

const isAfter = (score: number, id: string, after: { value: string; id: string }): boolean =>
  score < Number(after.value) || (score === Number(after.value) && id < after.id);
