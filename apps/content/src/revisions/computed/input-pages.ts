import type { ComputedSource } from '@bindery/contracts';
import type { ContentRef } from '@bindery/documents';
import { slugOf, uniqueSlug } from '@bindery/git-sync';
import { derivedId } from '@bindery/persistence';
import { cut, wellFormed } from '../../storage/well-formed';
import { isLinkAddress } from '../../model/pages/link-address';
import type { ComputedEntry } from '../../model/pages/page-entry';
import type { ComputedPlace } from './computed-place';
import { isOfIntegration } from './integration-source';

/** The same as for a specification, so that one source cannot fill the tree. */
const maxPages = 1_000;

/** A page from an integration, not validated. */
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
  /** The id of the parent page; empty for a page that may contain groups. */
  parent: string;
  taken: Set<string>;
  /** The seed for ids of pages without one. */
  at: string;
}

/**
 * The pages from an integration, with their ids, parents first. The ids are stable as long as
 * the placeholder and the integration's own ids are. Invalid pages are left out, with all pages below them.
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
      // Without its children, which are handled in turn.
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
        // Directly after the placeholder's own key: no key of another page begins with U+0000.
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
      // Groups are only allowed at the top.
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

/** A hash of the integration's whole id, and for a page without one of its position. */
const idOf = (place: string, given: unknown, at: string): string =>
  derivedId(JSON.stringify(typeof given === 'string' && given.trim() ? { place, id: given.trim() } : { place, at }));

const textOf = (value: unknown, max: number): string | undefined =>
  typeof value === 'string' && value.trim() ? cut(value.trim(), max) : undefined;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
