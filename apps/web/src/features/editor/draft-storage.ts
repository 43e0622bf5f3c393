import type { Document } from '../../api/contracts';
import type { Draft } from './page-saver';

/** Keeps unsaved pages in this browser, by the page that they are of. */
export function draftStorage<T = Document>(name: string) {
  const key = `bindery-draft:${name}`;
  return {
    read(): Draft<T> | undefined {
      const text = localStorage.getItem(key);
      try {
        return text === null ? undefined : (JSON.parse(text) as Draft<T>);
      } catch {
        return undefined;
      }
    },
    keep: (draft: Draft<T>): void => localStorage.setItem(key, JSON.stringify(draft)),
    forget: (): void => localStorage.removeItem(key),
  };
}
