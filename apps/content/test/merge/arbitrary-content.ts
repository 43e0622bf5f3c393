import fc from 'fast-check';
import type { TestBlock, TestContent, TestPage } from './memory-content';

/** A step of an editor; numbers choose among the existing pages and blocks. */
export interface Step {
  kind: 'insert' | 'delete' | 'rename' | 'move' | 'title' | 'edit' | 'add' | 'drop' | 'shift';
  page: number;
  other: number;
  block: number;
}

const kinds = ['insert', 'delete', 'rename', 'move', 'title', 'edit', 'edit', 'add', 'drop', 'shift'] as const;
const small = fc.nat({ max: 20 });

export const steps = fc.array(fc.record({ kind: fc.constantFrom(...kinds), page: small, other: small, block: small }), {
  maxLength: 8,
});

/** Steps that touch no structure. */
export const blockEdits = fc.array(fc.record({ page: small, block: small }), { maxLength: 8 });

type Pages = Record<string, TestPage & { parent: string; slug: string; blocks: TestBlock[] }>;

/** Pages `p0`, `p1`, ... with blocks `p0b0`, ..., some below others. */
export const base: fc.Arbitrary<TestContent & { pages: Pages }> = fc
  .array(fc.record({ parent: fc.nat({ max: 8 }), blocks: fc.nat({ max: 5 }) }), { maxLength: 6 })
  .map((made) => ({
    pages: Object.fromEntries(
      made.map(({ parent, blocks }, n) => [
        `p${n}`,
        {
          parent: parent < n ? `p${parent}` : '',
          order: `a${n}`,
          slug: `s${n}`,
          blocks: Array.from({ length: blocks }, (_, k): TestBlock => [`p${n}b${k}`, `Block ${k} of ${n}`]),
        },
      ]),
    ),
  }));

/** Every tree that a side can make of these pages: each is deleted, at the top, or below another one. */
export function treesOf(ids: readonly string[]): Record<string, TestPage & { parent: string }>[] {
  let trees: Record<string, TestPage & { parent: string }>[] = [{}];
  for (const id of ids)
    trees = trees.flatMap((tree) => [tree, ...['', ...ids].map((parent) => ({ ...tree, [id]: { parent } }))]);
  return trees.filter((tree) => Object.keys(tree).every((id) => depthOf(tree, id) < Infinity));
}

/** Infinite where the parents of a page do not end at the top. */
export function depthOf(pages: Readonly<Record<string, { parent: string }>>, id: string): number {
  let depth = 1;
  for (let at = pages[id]!.parent; at !== ''; at = pages[at]!.parent, depth++) {
    if (!pages[at] || depth > Object.keys(pages).length) return Infinity;
  }
  return depth;
}

const pick = <T>(list: readonly T[], n: number): T | undefined => (list.length > 0 ? list[n % list.length] : undefined);

/** The pages after a side's steps; `side` is part of every text that it writes, so that the sides can be distinguished. */
export function walked(start: { pages: Pages }, taken: readonly Step[], side: string): { pages: Pages } {
  const pages = structuredClone(start.pages);
  taken.forEach((step, n) => take(pages, step, `${side}${n}`));
  return { pages };
}

function take(pages: Pages, { kind, page: chosen, other, block }: Step, name: string): void {
  const ids = Object.keys(pages);
  const id = pick(ids, chosen);
  if (kind === 'insert') {
    const parent = pick(['', ...ids], other)!;
    pages[name] = {
      parent,
      order: `b${name}`,
      slug: freeSlug(pages, parent, `n${block % 3}`),
      blocks: [[`${name}k`, `Text ${name}`]],
    };
    return;
  }
  if (id === undefined) return;
  const page = pages[id]!;
  if (kind === 'delete') for (const gone of within(pages, id)) delete pages[gone];
  else if (kind === 'rename') page.slug = freeSlug(pages, page.parent, `n${other % 3}`);
  else if (kind === 'title') page.title = `Title ${name}`;
  else if (kind === 'move') {
    const parent = pick(['', ...ids], other)!;
    if (within(pages, id).includes(parent)) return;
    page.slug = freeSlug(pages, parent, page.slug);
    page.parent = parent;
    page.order = `c${name}`;
  } else changeBlocks(page, kind, block, other, name);
}

function changeBlocks(page: { blocks: TestBlock[] }, kind: string, at: number, to: number, name: string): void {
  const { blocks } = page;
  if (kind === 'add') blocks.splice(at % (blocks.length + 1), 0, [`${name}k`, `Text ${name}`]);
  if (blocks.length === 0) return;
  const index = at % blocks.length;
  if (kind === 'edit') blocks[index] = [blocks[index]![0], `Text ${name}`];
  if (kind === 'drop') blocks.splice(index, 1);
  if (kind === 'shift') blocks.splice(to % blocks.length, 0, ...blocks.splice(index, 1));
}

function freeSlug(pages: Pages, parent: string, wanted: string): string {
  const taken = new Set(Object.values(pages).flatMap((page) => (page.parent === parent ? [page.slug] : [])));
  let slug = wanted;
  for (let n = 1; taken.has(slug); n++) slug = `${wanted}x${n}`;
  return slug;
}

/** A page and all below it. */
function within(pages: Pages, id: string): string[] {
  const found = [id];
  for (let at = 0; at < found.length; at++)
    found.push(...Object.keys(pages).filter((one) => pages[one]!.parent === found[at]));
  return found;
}
