import type { ContentPlace } from '../pages/use-pages';
import { pageName } from './page-name';

/** The saves that go on after their page was left, by the page. */
const saves = new Map<string, Promise<void>>();

/** Remembers the save of a page that is left, until it ends. */
export function addSaveUnderway(place: ContentPlace, page: string, save: Promise<void>): void {
  const name = pageName(place, page);
  saves.set(name, save);
  void save.finally(() => saves.get(name) === save && saves.delete(name));
}

/** The save of a page that was left. Until it ends, neither the page nor its draft may be opened again. */
export const saveUnderway = (place: ContentPlace, page: string): Promise<void> | undefined =>
  saves.get(pageName(place, page));
