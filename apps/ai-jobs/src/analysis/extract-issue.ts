import type { ConversationPart } from '@bindery/contracts';
import { shortened, sentencesOf } from '../text/sentences';
import { stemsOf } from '../text/words';

export interface FoundIssue {
  title: string;
  summary: string;
}

const titleLength = 120;
const summaryLength = 600;
const summarySentences = 3;

/**
 * The issue of a conversation, in its own words: the subject, or the sentence that says most, and the sentences of the
 * user that share the most words with the rest. Undefined when the user says nothing.
 */
export function extractIssue(subject: string | null, parts: readonly ConversationPart[]): FoundIssue | undefined {
  const said = parts.filter(({ role }) => role === 'user').flatMap(({ body }) => sentencesOf(body));
  const sentences = said.length > 0 ? said : subject ? sentencesOf(subject) : [];
  if (sentences.length === 0) return undefined;
  const ranked = rank(sentences.slice(0, 200));
  const best = ranked[0]!.sentence;
  const chosen = ranked
    .slice(0, summarySentences)
    .sort((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence);
  return {
    title: shortened(subject?.trim() || best, titleLength),
    summary: shortened(chosen.join(' '), summaryLength),
  };
}

/** Sentences by how many of the text's frequent words they hold for their length; earlier ones count more. */
function rank(sentences: string[]): { sentence: string; index: number; score: number }[] {
  const stems = sentences.map(stemsOf);
  const frequency = new Map<string, number>();
  for (const stem of stems.flatMap((all) => [...new Set(all)])) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
  return sentences
    .map((sentence, index) => {
      const own = [...new Set(stems[index])];
      const sum = own.reduce((total, stem) => total + frequency.get(stem)!, 0);
      const asks = sentence.endsWith('?') ? 1.2 : 1;
      return { sentence, index, score: (asks * sum) / Math.sqrt(own.length + 4) / Math.sqrt(index + 2) };
    })
    .sort((a, b) => b.score - a.score);
}
