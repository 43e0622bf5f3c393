import type { ChangedRevisionPage, PageChangeAttributes, SemanticChange } from '@bindery/contracts';
import { isSame } from '../../model/merge/three-way';
import type { PageEntry } from '../../model/pages/page-entry';
import { layoutOf } from '../../model/pages/page.presenter';
import type { Difference } from '../../storage/store/map-diff';

/** Presents a page as in one of the two revisions. */
type PagePresenter = (id: string, entry: PageEntry) => Promise<ChangedRevisionPage>;

/** The changes of one entry of the map of pages: up to two, none for a difference that no reader sees. */
export function pageChanges({ key, before, after }: Difference<PageEntry>): PendingPageChange[] {
  if (!after) return [{ type: 'page_deleted', id: key, before: before! }];
  if (!before) return [{ type: 'page_created', id: key, after }];
  const changes: PendingPageChange[] = [];
  if (before.parent !== after.parent || before.order !== after.order)
    changes.push({ type: 'page_moved', id: key, before, after });
  if (Object.keys(attributesOf(before, after)).length > 0)
    changes.push({ type: 'page_edited', id: key, before, after });
  return changes;
}

/** A change before its pages are presented with their paths, which only returned changes need. */
export type PendingPageChange =
  | { type: 'page_created'; id: string; after: PageEntry }
  | { type: 'page_deleted'; id: string; before: PageEntry }
  | { type: 'page_moved' | 'page_edited'; id: string; before: PageEntry; after: PageEntry };

/** `parentOf` presents the parent page, if any. */
export async function presentPageChange(
  change: PendingPageChange,
  before: { page: PagePresenter; parentOf: (entry: PageEntry) => Promise<ChangedRevisionPage | undefined> },
  after: { page: PagePresenter; parentOf: (entry: PageEntry) => Promise<ChangedRevisionPage | undefined> },
): Promise<SemanticChange> {
  const { type, id } = change;
  if (type === 'page_deleted') return { type, page: await before.page(id, change.before) };
  const page = await after.page(id, change.after);
  if (type === 'page_created') return { type, page };
  if (type === 'page_edited') return { type, page, attributes: attributesOf(change.before, change.after) };
  const [from, to] = [await before.parentOf(change.before), await after.parentOf(change.after)];
  return { type, page, parent: { ...(from && { before: from }), ...(to && { after: to }) } };
}

/** The fields of a page that readers or writers see, by their names in the API. */
const named = [
  ...['title', 'description', 'slug', 'document', 'cover', 'emoji', 'variables', 'target', 'icon', 'linkTitle'],
  ...['condition', 'hidden', 'noIndex', 'noRobotsIndex', 'computed'],
];

function attributesOf(before: PageEntry, after: PageEntry): PageChangeAttributes {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  return Object.fromEntries(
    Object.keys({ ...old, ...now }).flatMap((name) =>
      isSame(old[name], now[name]) ? [] : [[name, changeOf(old[name], now[name])]],
    ),
  );
}

function valuesOf(entry: PageEntry): Record<string, unknown> {
  const values = entry as unknown as Record<string, unknown>;
  const own = Object.fromEntries(named.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
  return entry.type === 'document' ? { ...own, layout: layoutOf(entry) } : own;
}

/** A value before and after; absent where there was or is none. */
export const changeOf = <T>(before: T | undefined, after: T | undefined): { before?: T; after?: T } => ({
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
});
