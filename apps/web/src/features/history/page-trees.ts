import type { BodyOf, RevisionPage } from '../../api/contracts';
import type { Change } from '../changes/change-list';

/** A page with its place in the tree. */
interface PageInTree {
  page: RevisionPage;
  parent?: RevisionPage;
  /** The ids of the pages beside it and its own, in their order. */
  siblings: readonly string[];
}

type Tree = ReadonlyMap<string, PageInTree>;
type ContentChange = BodyOf<'updateChangeRequestContent'>['changes'][number];

/** The fields of a page besides its place and its pages. */
const attributes = [
  'title',
  'slug',
  'description',
  'emoji',
  'icon',
  'cover',
  'layout',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
  'linkTitle',
  'target',
  'variables',
  'computed',
] as const;

/** Every page of a tree by its id, those above before those below. */
function placed(pages: readonly RevisionPage[], parent?: RevisionPage, found = new Map<string, PageInTree>()) {
  const siblings = pages.map(({ id }) => id);
  for (const page of pages) {
    found.set(page.id, { page, parent, siblings });
    if ('pages' in page) placed(page.pages, page, found);
  }
  return found;
}

/** The differences between the pages of two revisions, in the API's form of the changes of a revision. */
export function compareTrees(before: readonly RevisionPage[], after: readonly RevisionPage[]): Change[] {
  const [old, now] = [placed(before), placed(after)];
  const changes = [...now.values()].flatMap(({ page, parent }): Change[] => {
    const earlier = old.get(page.id);
    if (!earlier) return [{ type: 'page_created', page: named(page) }];
    const edited = editsOf(earlier.page, page);
    return [
      ...(Object.keys(edited).length > 0
        ? [{ type: 'page_edited', page: named(page), attributes: edited } as unknown as Change]
        : []),
      ...(isMoved(page.id, old, now)
        ? [
            {
              type: 'page_moved' as const,
              page: named(page),
              parent: {
                ...(earlier.parent && { before: named(earlier.parent) }),
                ...(parent && { after: named(parent) }),
              },
            },
          ]
        : []),
    ];
  });
  const deleted = [...old.values()].filter(({ page }) => !now.has(page.id));
  return [...changes, ...deleted.map(({ page }): Change => ({ type: 'page_deleted', page: named(page) }))];
}

const named = (page: RevisionPage) => ({
  id: page.id,
  type: page.type,
  title: page.title,
  ...('path' in page && { path: page.path }),
});

function editsOf(before: RevisionPage, after: RevisionPage): Record<string, { before?: unknown; after?: unknown }> {
  const [old, now] = [before, after] as unknown as Record<string, unknown>[];
  const edited: Record<string, { before?: unknown; after?: unknown }> = {};
  for (const name of attributes)
    if (JSON.stringify(old![name]) !== JSON.stringify(now![name]))
      edited[name] = { before: old![name], after: now![name] };
  if (old!.documentId !== now!.documentId) edited.document = {};
  return edited;
}

/** Whether a page is below another one, or stands elsewhere among those that both trees have beside it. */
function isMoved(id: string, old: Tree, now: Tree): boolean {
  const [before, after] = [old.get(id)!, now.get(id)!];
  if (before.parent?.id !== after.parent?.id) return true;
  const others = (place: PageInTree, other: PageInTree) =>
    place.siblings.slice(0, place.siblings.indexOf(id)).filter((sibling) => other.siblings.includes(sibling));
  const [above, nowAbove] = [others(before, after), others(after, before)];
  return above.length !== nowAbove.length;
}

/** The changes that make pages what they were in a revision: in this order none is in the way of another. */
export function restoringChanges(
  current: readonly RevisionPage[],
  wanted: readonly RevisionPage[],
  revision: string,
): ContentChange[] {
  const [now, then] = [placed(current), placed(wanted)];
  const deleted = new Set<string>();
  const lost = new Set<string>();
  for (const [id, { parent }] of now) {
    if (parent && (deleted.has(parent.id) || lost.has(parent.id))) lost.add(id);
    else if (!then.has(id)) deleted.add(id);
  }
  const isChanged = (id: string) => {
    const page = now.get(id);
    if (!page || lost.has(id)) return true;
    return Object.keys(editsOf(page.page, then.get(id)!.page)).length > 0 || isMoved(id, now, then);
  };
  const changed = [...then.keys()].filter(isChanged);
  const wantedSlugs = new Set(changed.map((id) => slugKeyOf(then.get(id)!)));
  // Another page may have the slug now, and want that of a third one.
  const inTheWay = changed.filter((id) => {
    const key = !lost.has(id) && now.has(id) ? slugKeyOf(now.get(id)!) : undefined;
    return key !== undefined && key !== slugKeyOf(then.get(id)!) && wantedSlugs.has(key);
  });
  return [
    ...[...deleted].map((page): ContentChange => ({ operation: 'delete_page', page })),
    // An id is a slug that no other page has.
    ...inTheWay.map((page): ContentChange => ({ operation: 'update_page', page, slug: page })),
    ...changed.map((page): ContentChange => ({ operation: 'revert_page', page, revision })),
  ];
}

/** The parent and the slug of a page, which no other page has; undefined for pages without a slug. */
function slugKeyOf({ page, parent }: PageInTree): string | undefined {
  if (!('slug' in page)) return undefined;
  // The API shows the slug of the group for a page that stands at the path of its group.
  const isAtGroup = parent !== undefined && 'path' in parent && page.path === parent.path;
  return `${parent?.id ?? ''}/${isAtGroup ? '' : page.slug}`;
}
