import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { PageOutline } from '@bindery/contracts';
import { ComputedPages, type SpaceReading } from '../computed/computed-pages';
import { childrenOf } from '../../model/pages/page-children';
import { byOrder, type PageEntry } from '../../model/pages/page-entry';
import { joinPath } from '../../model/pages/page.presenter';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import { PageConditions } from './page-conditions';

interface Place {
  title: string;
  path: string;
}

/** The pages of a space as its reader sees them. */
interface Outline {
  /** A list of `PageOutline`, as JSON. */
  json: string;
  /** Document pages by id. */
  places: ReadonlyMap<string, Place>;
  /** Their paths. */
  paths: ReadonlySet<string>;
  /** The path of the first page for a reader; undefined where there is nothing to read. */
  first: string | undefined;
}

const cacheBytes = 32 * 1024 * 1024;

/** Builds outlines, and caches frequently used ones. */
@Injectable()
export class Outlines {
  private readonly made = new LRUCache<string, Outline>({
    maxSize: cacheBytes,
    // The places take about as much as the text.
    sizeCalculation: ({ json }, key) => 64 + key.length + 4 * json.length,
  });

  constructor(
    private readonly chunks: ChunkRepository,
    private readonly conditions: PageConditions,
    private readonly computed: ComputedPages,
  ) {}

  async of(reading: SpaceReading): Promise<Outline> {
    const { organizationId, space, pages, claims } = reading;
    const hidden = await this.conditions.hiddenPages(reading);
    const computed = await this.computed.of(reading);
    const audience = hidden.size > 0 ? JSON.stringify(claims) : '';
    const key = [organizationId, computed && space, pages, computed?.fingerprint ?? '', audience].join(' ');
    const known = this.made.get(key);
    if (known) return known;
    const entries = await this.chunks.map<PageEntry>(organizationId).entries(pages);
    const seen = entries.filter(([id]) => !hidden.has(id));
    const outline = outlineOf(computed ? seen.flatMap((item) => computed.instead.get(item[0]) ?? [item]) : seen);
    this.made.set(key, outline);
    return outline;
  }
}

function outlineOf(entries: readonly (readonly [string, PageEntry])[]): Outline {
  const children = childrenOf(entries);
  const places = new Map<string, Place>();
  const roots: PageOutline[] = [];
  // A stack rather than recursion: a tree may be deeper than the call stack.
  const open = [{ parent: '', above: '', into: roots }];
  for (let at = open.pop(); at; at = open.pop())
    for (const [id, entry] of (children.get(at.parent) ?? []).toSorted(byOrder)) {
      // A placeholder without pages yet.
      if (entry.type === 'computed') continue;
      const path = 'slug' in entry ? joinPath(at.above, entry.slug) : at.above;
      if (entry.type === 'document') places.set(id, { title: entry.title, path });
      const page = present(id, entry, path);
      at.into.push(page);
      open.push({ parent: id, above: path, into: page.pages });
    }
  const paths = new Set([...places.values()].map(({ path }) => path));
  return { json: JSON.stringify(roots), places, paths, first: firstOf(roots) };
}

function present(id: string, entry: Exclude<PageEntry, { type: 'computed' }>, path: string): PageOutline {
  const { type, title, emoji, icon, hidden } = entry;
  return {
    id,
    type,
    title: type === 'document' ? (entry.linkTitle ?? title) : title,
    ...(type === 'link' ? { target: entry.target } : { path }),
    ...(type === 'document' && entry.description && { description: entry.description }),
    ...(emoji && { emoji }),
    ...(icon && { icon }),
    ...(hidden && { hidden }),
    ...(type === 'document' && { updatedAt: entry.updatedAt }),
    ...(type !== 'link' && (entry.noIndex || entry.noRobotsIndex) && { noIndex: true as const }),
    pages: [],
  };
}

function firstOf(pages: readonly PageOutline[]): string | undefined {
  for (const { type, hidden, path, pages: below } of pages) {
    if (hidden) continue;
    if (type === 'document') return path;
    const first = firstOf(below);
    if (first !== undefined) return first;
  }
  return undefined;
}
