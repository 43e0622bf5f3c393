import type { ConversationPart } from '@bindery/contracts';
import { stemsOf } from '../text/words';

/** Weights of an issue's words, by stem: how often each is said, not how rare it is. */
export type Features = Record<string, number>;

/** Weights of the words of each part: answers use the right terms, but wander from the subject. */
const weights = { subject: 2, user: 1, answer: 0.5 };
const mostFeatures = 80;
/** Longer conversations are cut, as their subject comes early. */
const mostCharacters = 20_000;

export function featuresOf(subject: string | null, parts: readonly ConversationPart[]): Features {
  const counts = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const stem of stemsOf(text)) counts.set(stem, (counts.get(stem) ?? 0) + weight);
  };
  add(subject ?? '', weights.subject);
  let left = mostCharacters;
  for (const { role, body } of parts) {
    add(body.slice(0, left), role === 'user' ? weights.user : weights.answer);
    if ((left -= body.length) <= 0) break;
  }
  const strongest = [...counts].sort(([a, one], [b, two]) => two - one || (a < b ? -1 : 1)).slice(0, mostFeatures);
  return Object.fromEntries(strongest.map(([stem, count]) => [stem, round(Math.sqrt(count))]));
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
