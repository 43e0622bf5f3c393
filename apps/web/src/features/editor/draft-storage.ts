import { userItems } from '../../api/user-items';
import type { ContentPlace } from '../pages/use-pages';
import { pageName } from './page-name';
import { draftPrefix } from './unsaved-pages';

/** Unsaved changes of a page that one tab has kept. */
export interface StoredDraft<T> {
  value: T;
  /** Forgets it, once another tab has it or nobody wants it. */
  forget(): void;
}

/** This tab, until it is closed or loaded anew. */
const tab = crypto.randomUUID();
const lockOf = (owner: string) => `bindery-tab:${owner}`;
// The browser lets go of the lock when the tab is closed. There are locks in secure contexts alone.
const { locks } = navigator as { locks?: LockManager };
void locks?.request(lockOf(tab), () => new Promise<never>(() => undefined)).catch(() => undefined);

/**
 * Keeps what is not saved of a page in this browser, for each tab its own: two tabs with the same page open keep both.
 * `name` says which page it is, and what of it.
 */
export function draftStorage<T>(name: string) {
  const prefix = `${draftPrefix}${name}:`;
  const own = prefix + tab;
  const items = userItems(localStorage);
  return {
    keep(value: T): void {
      try {
        items.setItem(own, JSON.stringify(value));
      } catch {
        // The storage is full or blocked. The server has the text a moment later.
      }
    },
    forget: (): void => items.removeItem(own),
    /** The changes that this tab or a closed one has left behind; undefined where there are none. */
    async left(): Promise<StoredDraft<T> | undefined> {
      const held = new Set((await locks?.query())?.held?.map(({ name: lock }) => lock));
      for (const key of items.keys()) {
        if (!key.startsWith(prefix)) continue;
        if (key !== own && held.has(lockOf(key.slice(prefix.length)))) continue;
        const value = parsed<T>(items.getItem(key));
        if (value !== undefined) return { value, forget: () => items.removeItem(key) };
      }
      return undefined;
    },
  };
}

/** Keeps what is not saved of a page of a change request, or of main. */
export const draftsOf = <T>(place: ContentPlace, page: string) => draftStorage<T>(pageName(place, page));

function parsed<T>(text: string | null): T | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}
