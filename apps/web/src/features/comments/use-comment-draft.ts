import { useRef, useState } from 'react';

const prefix = 'bindery-comment:';
// Two tabs may write in one place: each keeps its own text. A closed tab leaves its text to the next one.
const storages = [sessionStorage, localStorage];

const kept = (name: string): string | undefined =>
  storages.map((storage) => storage.getItem(prefix + name)).find((text) => text !== null) ?? undefined;

function keep(name: string, text: string): void {
  try {
    for (const storage of storages) storage.setItem(prefix + name, text);
  } catch {
    // The storage is full or blocked: the text is in the field alone.
  }
}

/** Forgets a text; another tab may have kept another one since. */
function forget(name: string, text: string): void {
  for (const storage of storages) if (storage.getItem(prefix + name) === text) storage.removeItem(prefix + name);
}

/**
 * The text of a comment that is not sent. This browser keeps it, so leaving the page does not lose it. `name` says where the
 * text goes; `initial` is the text to begin with.
 */
export function useCommentDraft(name: string, initial = '') {
  const [text, setText] = useState(() => kept(name) ?? initial);
  const latest = useRef(text);
  latest.current = text;
  return {
    text,
    change(next: string): void {
      setText(next);
      if (next === initial) forget(name, text);
      else keep(name, next);
    },
    /** Forgets the text that was sent, and keeps what was typed while it was. Answers whether nothing was. */
    sent(): boolean {
      forget(name, text);
      setText((current) => (current === text ? initial : current));
      return latest.current === text;
    },
    discard(): void {
      forget(name, text);
      setText(initial);
    },
  };
}
