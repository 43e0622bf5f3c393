import type { Candidate } from './candidate';
import type { Ranker } from './ranking';

/** A section with its rank. */
interface RankedPassage {
  candidate: Candidate & { ordinal: number };
  score: number;
  coverage: number;
}

/** The weight of a word of the question by its location; the weights of several locations are added. */
const inTitle = 0.45;
const inHeading = 0.6;
const inText = 0.65;
const oftenInText = 0.35;
const most = 1.3;
/** Bonus of a heading that consists only of words of the question. */
const wholeHeading = 0.25;

/** Sections by their share of the question's words, best first. */
export function rankPassages(rows: readonly Candidate[], rankerOf: (part: number) => Ranker): RankedPassage[] {
  const passages = rows.flatMap((row) =>
    row.ordinal === null ? [] : rankPassage(row as RankedPassage['candidate'], rankerOf(row.part)),
  );
  return passages.sort((a, b) => b.score - a.score || orderOf(a) - orderOf(b));
}

const orderOf = ({ candidate }: RankedPassage): number => Number(candidate.document) * 1e4 + candidate.ordinal;

function rankPassage(
  candidate: RankedPassage['candidate'],
  { matcher, weights, missing, trust }: Ranker,
): RankedPassage {
  const titled = matcher.covered(candidate.title);
  const headed = candidate.heading ? matcher.covered(candidate.heading) : weights.map(() => 0);
  const whole = weights.reduce((sum, weight) => sum + weight, missing);
  let score = 0;
  let coverage = 0;
  let heading = 0;
  for (const [at, weight] of weights.entries()) {
    const rank = candidate.ranks?.[at] ?? 0;
    const text = rank > 0 ? inText + oftenInText * Math.min(1, rank) : 0;
    const value = (titled[at]! > 0 ? inTitle : 0) + (headed[at]! > 0 ? inHeading : 0) + text;
    score += weight * Math.min(most, value);
    if (value > 0) coverage += weight * (trust?.[at] ?? 1);
    if (headed[at]! > 0) heading += headed[at]!;
  }
  const share = candidate.heading ? Math.min(1, heading / Math.max(1, matcher.lengthOf(candidate.heading))) : 0;
  const headingShare = headed.filter((covered) => covered > 0).length / Math.max(1, headed.length);
  return {
    candidate,
    score: whole === 0 ? 0 : score / whole + wholeHeading * share * headingShare,
    coverage: whole === 0 ? 0 : coverage / whole,
  };
}
