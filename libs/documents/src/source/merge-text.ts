import { align } from './align';

/** Words, runs of white space, lines of dashes and single signs: what an edit of a text keeps or replaces as one. */
const tokenPattern = /\s+|[\p{L}\p{N}_]+|-{2,}|[^]/gu;
/** Comparing takes time in proportion to the tokens, times those that differ. */
const maximumTokens = 40_000;

const tokensOf = (text: string): string[] => text.match(tokenPattern) ?? [];

/**
 * Does to `own` what was done to `base` to make `changed`, where `own` and `base` are two spellings of one text: tokens
 * that stay are spelled as in `own`, with what it alone has beside them, and those that do not are as in `changed`. The
 * caller checks that the result means the same as `changed`.
 */
export function mergeText(base: string, own: string, changed: string): string {
  if (base === changed) return own;
  if (base === own) return changed;
  const [from, spelled, to] = [tokensOf(base), tokensOf(own), tokensOf(changed)];
  if (from.length + spelled.length + to.length > maximumTokens) return changed;
  const ownPlaces = align(from, spelled, isAlike);
  const newPlaces = align(from, to, (one, other) => one === other);
  if (!ownPlaces || !newPlaces) return changed;
  const result: string[] = [];
  let [atOwn, atNew] = [0, 0];
  const keepTo = (end: number) => {
    if (end <= atOwn) return;
    for (const token of spelled.slice(atOwn, end)) result.push(token);
    atOwn = end;
  };
  for (let index = 0; index <= from.length;) {
    let end = index;
    while (end < from.length && newPlaces[end]! < 0) end++;
    const until = end < from.length ? newPlaces[end]! : to.length;
    if (end > index) {
      const gone = ownPlaces.slice(index, end).filter((place) => place >= 0);
      keepTo(gone[0] ?? atOwn);
      // Text without a counterpart is spelled otherwise, up to the next that has one.
      atOwn = gone.length > 0 ? gone.at(-1)! + 1 : (ownPlaces.slice(end).find((place) => place >= 0) ?? spelled.length);
    }
    for (const token of to.slice(atNew, until)) result.push(token);
    atNew = until + 1;
    if (end < from.length && ownPlaces[end]! >= 0) keepTo(ownPlaces[end]! + 1);
    index = end + 1;
  }
  keepTo(spelled.length);
  return result.join('');
}

/** White space and the rules of tables have no fixed length. */
function isAlike(one: string, other: string): boolean {
  if (one === other) return true;
  return (/^\s/.test(one) && /^\s/.test(other)) || (one.startsWith('--') && other.startsWith('--'));
}
