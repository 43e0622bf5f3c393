import type { Candidate } from './candidate';
import type { TermMatcher } from './term-matcher';

/** A page with its rank. */
export interface RankedPage {
  space: string;
  page: string;
  document: string;
  part: number;
  /** A whole number of at most nine digits; higher is better. */
  score: number;
  /** The share of the terms that the page contains, weighted by rarity: from 0 to 1. */
  coverage: number;
  /** The ordinals of its best sections, best first. */
  sections: number[];
}

/** The weights of one query's terms, and how to match them in titles. */
export interface Ranker {
  matcher: TermMatcher;
  /** The words as they were typed. */
  typed: readonly string[];
  /** The weight of each term; 0 for a term that matches nothing. */
  weights: readonly number[];
  /** The total weight of the terms that match nothing. */
  missing: number;
  /** The confidence that each term is meant: less than 1 for another word than the user typed. */
  trust?: readonly number[];
}

const sectionsOfPage = 3;
/** The weight of a match by its location. */
const inTitle = 1;
const inHeading = 0.75;
const inText = 0.4;
const mostInText = 0.6;
/** Bonus scores of a page. */
const exactTitle = 3;
const wholeTitle = 1.6;
const beginningOfTitle = 0.4;
const exactHeading = 0.7;
const wholeHeading = 0.3;
const asTyped = 0.35;
const nearness = 0.5;
const furtherSection = 0.02;
const mostFurther = 0.1;
/** A bonus that puts pages with all words before pages with some. */
const allWords = 5;
const someWords = 4.9;
/** Pages that contain less than this share of the terms are no results. */
const leastCoverage = 0.45;
const scale = 1e7;

/** Pages by their best section and their titles, best first. `isWhole` where each candidate contains all terms. */
export function rankPages(
  candidates: readonly Candidate[],
  rankerOf: (part: number) => Ranker,
  isWhole: boolean,
): RankedPage[] {
  const pages = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const key = `${candidate.space}/${candidate.page}/${candidate.part}`;
    const page = pages.get(key);
    if (page) page.push(candidate);
    else pages.set(key, [candidate]);
  }
  const ranked = Array.from(pages.values(), (page) => rankPage(page, rankerOf(page[0]!.part), isWhole));
  return ranked
    .filter(({ had }) => had >= leastCoverage)
    .sort((a, b) => b.score - a.score || (a.page < b.page ? 1 : -1));
}

function rankPage(candidates: readonly Candidate[], ranker: Ranker, isWhole: boolean): RankedPage & { had: number } {
  const { space, page, document, part, title } = candidates[0]!;
  const { matcher, weights } = ranker;
  const titled = matcher.covered(title);
  const held = weights.map(() => 0);
  const note = (places: readonly number[]) => places.forEach((place, at) => (held[at] = Math.max(held[at]!, place)));
  const sections = candidates.flatMap((candidate) => {
    if (candidate.ordinal === null) return [];
    const places = placesOf(candidate, titled, ranker, isWhole);
    note(places);
    return [{ ordinal: candidate.ordinal, score: sectionScore(candidate, places, ranker, isWhole) }];
  });
  sections.sort((a, b) => b.score - a.score || a.ordinal - b.ordinal);
  note(titled.map((covered) => (covered > 0 ? inTitle : 0)));
  const isTitled = candidates.some(({ ordinal }) => ordinal === null);
  if (isTitled && isWhole) note(weights.map(() => inHeading * 0.9));
  const best = Math.max(sections[0]?.score ?? 0, share(held, weights) * (isWhole ? 1 : 0.9));
  const further = Math.min(mostFurther, Math.max(0, sections.length - 1) * furtherSection);
  const score = best + further + titleBonus(title, titled, ranker);
  const had = isWhole
    ? 1
    : share(
        held.map((place) => Number(place > 0)),
        weights,
      );
  const weight = sum(weights);
  return {
    ...{ space, page, document, part, had },
    coverage: isWhole ? 1 : (had * weight) / (weight + ranker.missing || 1),
    score: Math.round(scale * (isWhole ? allWords + score : (someWords * had * score) / (score + 1))),
    sections: sections.slice(0, sectionsOfPage).map(({ ordinal }) => ordinal),
  };
}

/** The best weight of each term by its location: in a section, or in the title of its page. */
function placesOf(
  { heading, ranks }: Candidate,
  titled: readonly number[],
  ranker: Ranker,
  isWhole: boolean,
): number[] {
  const headed = heading ? ranker.matcher.covered(heading) : [];
  return ranker.weights.map((_, at) => {
    if (titled[at]! > 0) return inTitle;
    if (headed[at]! > 0) return inHeading;
    if (isWhole) return inText;
    const rank = ranks?.[at] ?? 0;
    return rank > 0 ? Math.min(mostInText, inText + rank * 0.3) : 0;
  });
}

function sectionScore(candidate: Candidate, places: readonly number[], ranker: Ranker, isWhole: boolean): number {
  const { heading, near, isPhrase, ranks } = candidate;
  // Words of the title are in all sections alike: only sections that contain some of them in their text count.
  const own = isWhole
    ? 0
    : 0.1 *
      share(
        (ranks ?? []).map((rank) => Math.min(1, rank)),
        ranker.weights,
      );
  return (
    share(places, ranker.weights) +
    own +
    near * nearness +
    (isPhrase ? asTyped : 0) +
    (heading ? headingBonus(heading, ranker) : 0)
  );
}

function headingBonus(heading: string, { matcher, typed }: Ranker): number {
  if (isSame(matcher.wordingOf(heading).words, typed)) return exactHeading;
  const covered = matcher.covered(heading);
  if (covered.includes(0)) return 0;
  return wholeHeading * brevity(covered, matcher.lengthOf(heading));
}

function titleBonus(title: string, titled: readonly number[], { matcher, typed, weights }: Ranker): number {
  const { words, stems } = matcher.wordingOf(title);
  if (isSame(words, typed) || isSame(stems, matcher.wordingOf(typed.join(' ')).stems)) return exactTitle;
  const part = share(
    titled.map((covered) => Number(covered > 0)),
    weights,
  );
  const begins = typed.length > 0 && words.join(' ').startsWith(typed.join(' ')) ? beginningOfTitle : 0;
  return wholeTitle * part * part * brevity(titled, matcher.lengthOf(title)) + begins;
}

/** The share of a title that the words cover. */
const brevity = (covered: readonly number[], length: number): number => Math.min(1, sum(covered) / Math.max(1, length));

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((word, at) => word === b[at]);

function share(values: readonly number[], weights: readonly number[]): number {
  const whole = sum(weights);
  return whole === 0 ? 0 : sum(weights.map((weight, at) => weight * (values[at] ?? 0))) / whole;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
