import type { ComputedSource } from '@bindery/contracts';
import type { ContentRef } from '@bindery/documents';
import { slugOf, uniqueSlug } from '@bindery/git-sync';
import { derivedId } from '@bindery/persistence';
import { cut, wellFormed } from '../../storage/well-formed';
import { isLinkAddress } from '../../model/pages/link-address';
import type { ComputedEntry } from '../../model/pages/page-entry';
import type { ComputedPlace } from './computed-place';
import { isOfIntegration } from './integration-source';

/** As those of a specification, so that one source cannot fill the tree. */
const maxPages = 1_000;

/** A page as an integration describes it; nothing of it is certain. */
interface InputPage {
  id?: unknown;
  type?: unknown;
  title?: unknown;
  emoji?: unknown;
  icon?: unknown;
  description?: unknown;
  slug?: unknown;
  pages?: unknown;
  computed?: unknown;
  target?: unknown;
}

interface Level {
  pages: readonly unknown[];
  /** The id of the page above, and whether it is a page that may hold groups: none. */
  parent: string;
  taken: Set<string>;
  /** What makes ids of pages without one. */
  at: string;
}

/**
 * The pages that an integration describes, with their ids, each after the one above it. They are the same ones as long as
 * the place and what the integration calls them are. What is no page is left out, with all below it.
 */
export function pagesOf(place: ComputedPlace, input: readonly unknown[]): [id: string, entry: ComputedEntry][] {
  const made = new Map<string, ComputedEntry>();
  const { parent: above, order, createdAt, updatedAt } = place.entry;
  // A stack rather than recursion: a tree may be deeper than the call stack.
  const open: Level[] = [{ pages: input, parent: above, taken: place.taken, at: '' }];
  for (let level = open.pop(); level; level = open.pop())
    for (const [index, one] of level.pages.entries()) {
      if (made.size >= maxPages) return [...made];
      if (!isObject(one)) continue;
      // Without those below: each of them has its turn.
      const { pages, ...own } = one as InputPage;
      const page = wellFormed(own);
      const title = textOf(page.title, 500);
      if (title === undefined) continue;
      const at = `${level.at}/${index}`;
      const id = idOf(place.id, page.id, at);
      if (made.has(id)) continue;
      const [emoji, icon] = [textOf(page.emoji, 20), textOf(page.icon, 50)];
      const base = {
        parent: level.parent,
        // Directly after the place's own key: no key of another page begins with U+0000.
        order: `${order}\0${String(index).padStart(6, '0')}`,
        ...{ title, createdAt, updatedAt },
        ...(emoji && { emoji }),
        ...(icon && { icon }),
      };
      const entry = entryOf(page, base, level, id);
      if (!entry) continue;
      made.set(id, entry);
      if (Array.isArray(pages) && entry.type !== 'link') open.push({ pages, parent: id, taken: new Set(), at });
    }
  return [...made];
}

type Base = Pick<ComputedEntry, 'parent' | 'order' | 'title' | 'createdAt' | 'updatedAt'>;

function entryOf(
  page: Omit<InputPage, 'pages'>,
  base: Base,
  { parent, taken }: Level,
  id: string,
): ComputedEntry | undefined {
  const slug = () => uniqueSlug(slugOf(textOf(page.slug, 100) ?? base.title), taken);
  switch (page.type) {
    case 'document': {
      const description = textOf(page.description, 300);
      const computed = sourceIn(page.computed);
      return {
        ...{ ...base, type: 'document', slug: slug() },
        ...(description && { description }),
        ...(computed && { computed, computedSeed: id }),
      };
    }
    case 'group':
      // Groups stand at the top alone.
      return parent === '' ? { ...base, type: 'group', slug: slug() } : undefined;
    case 'link': {
      const target = targetIn(page.target);
      return target && { ...base, type: 'link', target };
    }
    default:
      return undefined;
  }
}

function sourceIn(value: unknown): ComputedSource | undefined {
  const { type, props, dependencies } = (value ?? {}) as Partial<Record<keyof ComputedSource, unknown>>;
  const source = { type: textOf(type, 200) ?? '', props: isObject(props) ? props : {} };
  if (!isOfIntegration(source)) return undefined;
  return { ...source, ...(isObject(dependencies) && { dependencies }) };
}

function targetIn(value: unknown): ContentRef | undefined {
  const { kind, url, page, space } = (value ?? {}) as Record<string, unknown>;
  if (kind === 'url' && typeof url === 'string' && isLinkAddress(url)) return { kind, url };
  if (kind === 'page' && typeof page === 'string') return { kind, page, ...(typeof space === 'string' && { space }) };
  return undefined;
}

/** From the whole of what the integration calls the page, and for one without an id from where it stands. */
const idOf = (place: string, given: unknown, at: string): string =>
  derivedId(JSON.stringify(typeof given === 'string' && given.trim() ? { place, id: given.trim() } : { place, at }));

const textOf = (value: unknown, max: number): string | undefined =>
  typeof value === 'string' && value.trim() ? cut(value.trim(), max) : undefined;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
