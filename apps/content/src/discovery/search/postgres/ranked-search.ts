import { Injectable } from '@nestjs/common';
import type { Question } from '../search-engine';
import { divided, type Term } from '../search-terms';
import type { Candidate } from './candidate';
import { CandidateRepository, mostSections, mostTitles } from './candidate.repository';
import { Lexicon, type Stems } from './lexicon';
import { rankPages, type RankedPage, type Ranker } from './ranking';
import { hasCompounds } from './search-language';
import { shardQuery, tellingTerms, waysOf, type ShardQuery } from './shard-query';
import { Spelling } from './spelling';
import { TermMatcher, wordsOf } from './term-matcher';

/** The ranked pages, best first. */
export interface Ranking {
  pages: RankedPage[];
  terms: readonly Term[];
  queries: readonly ShardQuery[];
  /** Whether more pages contain all terms. */
  isCut: boolean;
}

/** Sections that contain some of the terms, with the data to rank them. */
interface PartialMatches {
  rows: Candidate[];
  rankerOf: (part: number) => Ranker;
  terms: readonly Term[];
  queries: readonly ShardQuery[];
}

/** The queries for each shard, and the dictionaries that reduce its words. */
interface ShardQuestion {
  terms: readonly Term[];
  queries: ShardQuery[];
  /** By the index of a query's part. */
  dictionaries: string[];
}

/** With fewer pages than this, pages with most of the terms are found as well. */
const few = 3;
/** The weight of a word falls with the number of sections that contain it. */
const sectionsOfRareWord = 600;

/** The weight of a word for a page that contains it in another form only. */
const trustInGuesses = 0.4;

const nothing = (terms: readonly Term[]): Ranking => ({ pages: [], terms, queries: [], isCut: false });

/** Finds and ranks: pages with all words, and if these are few, words in other forms and pages with most of the words. */
@Injectable()
export class RankedSearch {
  constructor(
    private readonly candidates: CandidateRepository,
    private readonly lexicon: Lexicon,
    private readonly spelling: Spelling,
  ) {}

  async ranked(question: Question): Promise<Ranking> {
    const asked = await this.asked(question, question.terms);
    if (asked.queries.length === 0) return nothing(question.terms);
    const whole = await this.whole(question, asked);
    if (whole.isCut || whole.pages.length >= few) return whole;
    return this.more(question, whole);
  }

  /** The passages for an answer: some of the words are enough, and words that match nothing may be mistyped. */
  async partly(question: Question): Promise<PartialMatches> {
    const found = await this.partlyOf(question, question.terms);
    if (!found.isMissing) return found;
    const shards = [...new Set(question.spaces.flatMap((space) => space.shards))];
    const spelled = await this.spelling.corrected(question.terms, shards);
    const forms = divided(await this.compounded(question, spelled ?? question.terms, shards));
    const guessed = await this.partlyOf(question, forms);
    const rankerOf = (part: number): Ranker => {
      const trust = found.rankerOf(part).weights.map((weight) => (weight === 0 ? trustInGuesses : 1));
      return { ...guessed.rankerOf(part), trust };
    };
    return { ...guessed, rankerOf, terms: spelled ?? question.terms };
  }

  private async partlyOf(question: Question, terms: readonly Term[]): Promise<PartialMatches & { isMissing: boolean }> {
    const asked = await this.asked(question, terms);
    const { queries } = asked;
    const rows = queries.length > 0 ? await this.candidates.partly(question, queries) : [];
    const rankerOf = await this.rankers(asked, question.typed, rows, false);
    const isMissing = queries.some((_, at) => rankerOf(at + 1).missing > 0);
    return { rows, rankerOf, terms, queries, isMissing };
  }

  private async whole(question: Question, asked: ShardQuestion): Promise<Ranking> {
    const rows = await this.candidates.found(question, asked.queries);
    const sections = rows.filter(({ ordinal }) => ordinal !== null).length;
    const pages = rankPages(rows, await this.rankers(asked, question.typed, rows, true), true);
    const isCut = sections >= mostSections || rows.length - sections >= mostTitles;
    return { pages, terms: asked.terms, queries: asked.queries, isCut };
  }

  /** After too few results, also searches other forms of the words, then adds pages with most of the words. */
  private async more(question: Question, whole: Ranking): Promise<Ranking> {
    const shards = [...new Set(question.spaces.flatMap((space) => space.shards))];
    const spelled = whole.pages.length === 0 ? await this.spelling.corrected(question.terms, shards) : undefined;
    const terms = await this.compounded(question, spelled ?? question.terms, shards);
    const forms = divided(terms);
    const asked = await this.asked(question, forms);
    const isOther = spelled !== undefined || terms !== question.terms || forms.some((term, at) => term !== terms[at]);
    const all = isOther ? await this.whole(question, asked) : whole;
    const best = all.pages.length > 0 ? all : whole;
    const result = { ...best, terms, queries: asked.queries };
    if (best.isCut || asked.queries.every((query) => query.terms.length < 2)) return result;
    const known = new Set(best.pages.map(({ space, page }) => `${space}/${page}`));
    const rows = await this.candidates.partly(question, asked.queries);
    const partly = rankPages(rows, await this.rankers(asked, question.typed, rows, false), false);
    return { ...result, pages: [...best.pages, ...partly.filter(({ space, page }) => !known.has(`${space}/${page}`))] };
  }

  private async compounded(question: Question, terms: readonly Term[], shards: number[]): Promise<readonly Term[]> {
    const dictionary = question.spaces.map(({ analyzer }) => analyzer).find(hasCompounds);
    if (!dictionary) return terms;
    const words = terms.flatMap((term) => (term.exact ? [] : term.words));
    return this.spelling.compounded(terms, shards, await this.lexicon.stems(dictionary, words));
  }

  /** The searched words, reduced by the dictionary of each shard. */
  private async asked({ spaces, typed }: Question, terms: readonly Term[]): Promise<ShardQuestion> {
    const asked: ShardQuestion = { terms, queries: [], dictionaries: [] };
    if (terms.length === 0) return asked;
    const dictionaries = new Map(spaces.flatMap(({ shards, analyzer }) => shards.map((shard) => [shard, analyzer])));
    for (const [shard, dictionary] of dictionaries) {
      asked.queries.push(shardQuery(terms, typed, shard, await this.stems(dictionary, terms)));
      asked.dictionaries.push(dictionary);
    }
    return asked;
  }

  private stems(dictionary: string, terms: readonly Term[], more: readonly string[] = []): Promise<Stems> {
    const words = terms.flatMap((term) => waysOf(term).flatMap((way) => (way.exact ? [] : way.words)));
    return this.lexicon.stems(dictionary, [...words, ...more]);
  }

  /** The rankers of candidates, by the part of the query that found them. */
  private async rankers(
    { terms, dictionaries }: ShardQuestion,
    typed: readonly string[],
    rows: readonly Candidate[],
    isWhole: boolean,
  ): Promise<(part: number) => Ranker> {
    const titles = new Set(rows.flatMap(({ title, heading }) => (heading ? [title, heading] : [title])));
    const words = [...titles].flatMap(wordsOf);
    const rankers = new Map<string, Ranker>();
    for (const dictionary of new Set(dictionaries)) {
      const stems = await this.stems(dictionary, terms, words);
      const telling = tellingTerms(terms, stems);
      const matcher = new TermMatcher(telling, stems);
      const own = rows.filter(({ part }) => dictionaries[part - 1] === dictionary);
      const weights = isWhole ? telling.map(() => 1) : weightsOf(telling.length, own, matcher);
      const most = Math.log(1 + sectionsOfRareWord);
      const missing = isWhole ? 0 : weights.filter((weight) => weight === 0).length * most;
      rankers.set(dictionary, { matcher, typed, weights, missing });
    }
    return (part) => rankers.get(dictionaries[part - 1]!)!;
  }
}

/** The weights of terms: a term in fewer sections has a higher weight. */
function weightsOf(terms: number, rows: readonly Candidate[], matcher: TermMatcher): number[] {
  const counts = Array.from({ length: terms }, () => 0);
  for (const { title, heading, ranks } of rows) {
    const titled = matcher.covered(title);
    const headed = heading ? matcher.covered(heading) : [];
    for (let at = 0; at < terms; at++) if (titled[at]! > 0 || headed[at]! > 0 || (ranks?.[at] ?? 0) > 0) counts[at]!++;
  }
  return counts.map((count) => (count === 0 ? 0 : Math.log(1 + sectionsOfRareWord / count)));
}
