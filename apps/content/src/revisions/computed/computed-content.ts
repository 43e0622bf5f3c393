import { withLetterFirst } from '@bindery/persistence';
import type { ComputedEntry, LocatedPage } from '../../model/pages/page-entry';
import type { ComputedPlace } from './computed-place';
import type { Origin } from './translated-pages';

/** The space that shows something computed. */
export interface ComputingSpace {
  organizationId: string;
  space: string;
}

export type ComputedPage = LocatedPage & { entry: ComputedEntry; isComputed: true };

/** The pages that are computed for a revision, as of now. */
export interface ComputedContent {
  /** Changes when any of the pages does. */
  fingerprint: string;
  /** By the id of the place that they take. */
  instead: ReadonlyMap<string, (readonly [string, ComputedEntry])[]>;
  byId: ReadonlyMap<string, ComputedPage>;
  byPath: ReadonlyMap<string, ComputedPage>;
}

/** The page of an id; pages whose ids began with a digit once have other ones now, and are found under both. */
export const computedPage = (content: ComputedContent | undefined, id: string): ComputedPage | undefined =>
  content?.byId.get(id) ?? content?.byId.get(withLetterFirst(id));

type Pages = [id: string, entry: ComputedEntry][];

/** Pages that stand in a place. */
export interface ComputedTree {
  /** Changes with them. */
  version: string;
  /** `room` is for how many pages; of more, the first are shown. */
  pagesIn(place: ComputedPlace, room: number): Pages | Promise<Pages>;
}

/** The document of a computed page. */
export interface ComputedBody {
  /** As JSON. */
  body: string;
  /** False where it may be another one soon though nothing has changed: a script was late, or failed. */
  isCurrent: boolean;
  /** What it comes from, of a document that stands in another space than its own. */
  origin?: Origin;
}
