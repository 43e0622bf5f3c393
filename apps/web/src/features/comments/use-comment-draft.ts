import { useRef, useState } from 'react';
import { draftOf, forgetDraft, keepDraft } from './comment-drafts';

/**
 * The text of a comment that is not sent. This browser keeps it until the user signs out, so leaving the page does not lose it.
 * `name` says where the text goes; `initial` is the text to begin with.
 */
export function useCommentDraft(name: string, initial = '') {
  const [text, setText] = useState(() => draftOf(name) ?? initial);
  const latest = useRef(text);
  latest.current = text;
  return {
    text,
    change(next: string): void {
      setText(next);
      if (next === initial) forgetDraft(name, text);
      else keepDraft(name, next);
    },
    /** Forgets the text that was sent, and keeps what was typed while it was. Answers whether nothing was. */
    sent(): boolean {
      forgetDraft(name, text);
      setText((current) => (current === text ? initial : current));
      return latest.current === text;
    },
    discard(): void {
      forgetDraft(name, text);
      setText(initial);
    },
  };
}
