import { formerSlugKey } from './page-entry';

/** Finds the value of a key in the map of slugs. */
type Find = (key: string) => Promise<string | undefined>;

/** The slugs of a path. */
export const slugsIn = (path: string): string[] => path.split('/').filter(Boolean);

/** The key of the page at the path of a group. */
export const foldedKey = (group: string): string => `${group}/`;

/**
 * The pages from the top to the one at a path of slugs; none where there is no page. With `former`, also finds former slugs
 * and positions of pages. For a group, there may be a page at its path, under `foldedKey`.
 */
export async function walkSlugs(path: readonly string[], find: Find, { former = false } = {}): Promise<string[]> {
  const ids: string[] = [];
  for (const slug of path) {
    const next = await step(ids.at(-1) ?? '', slug, find, former);
    if (next.length === 0) return [];
    ids.push(...next);
  }
  return ids;
}

/** The child of a page with a slug: below it, or below the page at its path. */
async function step(from: string, slug: string, find: Find, former: boolean): Promise<string[]> {
  const own = await find(`${from}/${slug}`);
  if (own !== undefined) return [own];
  const folded = from === '' ? undefined : await find(foldedKey(from));
  const below = folded === undefined ? undefined : await find(`${folded}/${slug}`);
  if (below !== undefined) return [folded!, below];
  return former ? movedStep(from, slug, find) : [];
}

async function movedStep(from: string, slug: string, find: Find): Promise<string[]> {
  const moved = await find(formerSlugKey(`${from}/${slug}`));
  if (moved !== undefined) return [moved];
  const folded = (await find(foldedKey(from))) ?? (await find(formerSlugKey(foldedKey(from))));
  if (folded === undefined) return [];
  const below = (await find(`${folded}/${slug}`)) ?? (await find(formerSlugKey(`${folded}/${slug}`)));
  return below === undefined ? [] : [folded, below];
}
