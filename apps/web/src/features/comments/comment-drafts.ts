import { userItems } from '../../api/user-items';

const prefix = 'bindery-comment:';

// Two tabs may write in one place: each keeps its own text. A closed tab leaves its text to the next one.
const storages = () => [sessionStorage, localStorage].map(userItems);

/** The text that this browser keeps under a name. */
export const draftOf = (name: string): string | undefined =>
  storages()
    .map((storage) => storage.getItem(prefix + name))
    .find((text) => text !== null) ?? undefined;

export function keepDraft(name: string, text: string): void {
  try {
    for (const storage of storages()) storage.setItem(prefix + name, text);
  } catch {
    // The storage is full or blocked: the text is in the field alone.
  }
}

/** Forgets a text; another tab may have kept another one since. */
export function forgetDraft(name: string, text: string): void {
  for (const storage of storages()) if (storage.getItem(prefix + name) === text) storage.removeItem(prefix + name);
}
