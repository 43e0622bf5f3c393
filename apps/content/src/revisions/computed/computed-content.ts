import { withLetterFirst } from '@bindery/persistence';
import type { ComputedEntry, LocatedPage } from '../../model/pages/page-entry';
import type { ComputedPlace } from './computed-place';
import type { Origin } from './translated-pages';

/** The space that shows computed content. */
export interface ComputingSpace {
  organizationId: string;
  space: string;
}

export type ComputedPage = LocatedPage & { entry: ComputedEntry; isComputed: true };

/** The computed pages of a revision, as of now. */
export interface ComputedContent {
  /** Changes when any of the pages does. */
  fingerprint: string;
  /** By the id of the page that they replace. */
  instead: ReadonlyMap<string, (readonly [string, ComputedEntry])[]>;
  byId: ReadonlyMap<string, ComputedPage>;
  byPath: ReadonlyMap<string, ComputedPage>;
}

/** Pages whose ids began with a digit have other ids now, and are found under both. */
export const computedPage = (content: ComputedContent | undefined, id: string): ComputedPage | undefined =>
  content?.byId.get(id) ?? content?.byId.get(withLetterFirst(id));

type Pages = [id: string, entry: ComputedEntry][];

/** The pages that replace a computed page. */
export interface ComputedTree {
  /** Changes when the pages do. */
  version: string;
  /** `room`: the maximum of pages; of more, the first are shown. */
  pagesIn(place: ComputedPlace, room: number): Pages | Promise<Pages>;
}

/** The document of a computed page. */
export interface ComputedBody {
  /** As JSON. */
  body: string;
  /** False if it may change soon although nothing else has changed: a script was late, or failed. */
  isCurrent: boolean;
  /** The origin of a document that belongs to another space. */
  origin?: Origin;
}
