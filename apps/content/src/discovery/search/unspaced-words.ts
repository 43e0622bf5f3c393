import { charactersOf, pairsOf } from './words';

/** A word of a run without spaces, as the pairs of its characters, with other forms of it. */
interface UnspacedWord {
  pairs: string[];
  forms: string[][];
}

/**
 * Words that connect others and have no meaning of their own: Chinese and Japanese question words, and short words in
 * Hiragana, which are particles and endings.
 */
const connecting = new Set(
  [
    '如何 怎么 怎麼 怎样 怎樣 什么 什麼 哪里 哪裡 哪裏 哪个 哪個 为什么 為什麼 是否 可以 可否 能否 我们 我們 我的 你的 一个 一個 这个 這個 需要 以及 或者',
    'どう する して した できる します ますか ですか こと もの ため どこ なに 何を いつ どの ください には から まで という について',
  ].flatMap((words) => words.split(' ')),
);
const hiragana = /^[\u3041-\u309f\u30fc]{1,3}$/;
const hangul = /^[\uac00-\ud7af]+$/;
/** Particles that are written together with Korean words, longer ones first. */
const particles = /(?:에서|으로|에게|까지|부터|처럼|하고|을|를|이|가|은|는|의|에|로|와|과|도|만)$/;

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/**
 * The words within a run, which match at any position, so that other words may be between them. A run of one
 * word, or of single characters, matches as a whole.
 */
export function wordsWithin(pairs: string[]): UnspacedWord[] {
  const run = charactersOf(pairs);
  if (hangul.test(run)) return [{ pairs, forms: withoutParticle(run) }];
  const words = Array.from(segmenter.segment(run), ({ segment }) => segment);
  const telling = words.filter((word) => [...word].length > 1 && !connecting.has(word) && !hiragana.test(word));
  if (telling.length === 0 || (telling.length === 1 && words.length === 1)) return [{ pairs, forms: [] }];
  return [...new Set(telling)].map((word) => ({ pairs: pairsOf(word), forms: [] }));
}

function withoutParticle(word: string): string[][] {
  const stem = word.replace(particles, '');
  return stem !== word && stem.length > 1 ? [pairsOf(stem)] : [];
}
