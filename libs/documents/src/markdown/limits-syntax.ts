import { attention, htmlText, labelEnd } from 'micromark-core-commonmark';
import type { Construct, Effects, Event, Extension, State, TokenizeContext } from 'micromark-util-types';

/**
 * Some inline constructs of CommonMark look back over the whole text, or ahead to its end, for each of their marks:
 * a text of nothing but such marks takes quadratic time. Beyond these counts in one paragraph, heading or cell, the
 * marks that follow are plain characters. No text written for readers comes near them.
 */
const maximumMarks = 500;
const maximumLongFailures = 5;
const longFailure = 200;

const counts = new WeakMap<TokenizeContext, { brackets: number; failures: number }>();

function countsOf(context: TokenizeContext) {
  let found = counts.get(context);
  if (!found) counts.set(context, (found = { brackets: 0, failures: 0 }));
  return found;
}

const boundedLabelEnd: Construct = {
  ...labelEnd,
  name: 'boundedLabelEnd',
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    if (++countsOf(this).brackets > maximumMarks) return nok;
    return labelEnd.tokenize.call(this, effects, ok, nok);
  },
};

const boundedHtmlText: Construct = {
  ...htmlText,
  name: 'boundedHtmlText',
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    const seen = countsOf(this);
    if (seen.failures > maximumLongFailures) return nok;
    const start = this.now().offset;
    const failed: State = (code) => {
      if (this.now().offset - start > longFailure) seen.failures++;
      return nok(code);
    };
    return htmlText.tokenize.call(this, effects, ok, failed);
  },
};

const boundedAttention: Construct = {
  ...attention,
  name: 'boundedAttention',
  resolveAll(events: Event[], context: TokenizeContext): Event[] {
    const sequences = events.filter(([, token]) => token.type === 'attentionSequence');
    if (sequences.length > 2 * maximumMarks) for (const [, token] of sequences) token.type = 'data';
    return attention.resolveAll?.(events, context) ?? events;
  },
};

/** Replaces the constructs in question by their bounded forms. */
export const limitsSyntax: Extension = {
  disable: { null: ['labelEnd', 'htmlText', 'attention'] },
  text: {
    42: boundedAttention,
    60: boundedHtmlText,
    93: boundedLabelEnd,
    95: boundedAttention,
  },
  insideSpan: { null: [boundedAttention] },
};
