import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { uniqueSlug } from '@bindery/git-sync';
import { derivedId } from '@bindery/persistence';
import type { ComputedPlace } from './computed-place';
import type { OpenApiPageEntry } from '../../model/pages/page-entry';
import { openApiSource, specificationOf } from '../../specifications/openapi-source';
import {
  OpenApiPageRepository,
  type NewestVersion,
  type OpenApiPageOutline,
} from '../../specifications/openapi-page.repository';

/** The maximum of cached characters of outlines, whose descriptions have any length. */
const keptLength = 8 * 1024 * 1024;

/** Computes pages from the newest versions of specifications. */
@Injectable()
export class OpenApiPages {
  /** By version, which never changes. */
  private readonly outlines = new LRUCache<string, readonly OpenApiPageOutline[]>({
    maxSize: keptLength,
    sizeCalculation: (pages) => 64 + JSON.stringify(pages).length,
  });

  constructor(private readonly repository: OpenApiPageRepository) {}

  /** The newest versions of the placeholders' specifications; a missing or unread specification has none. */
  async versions(organization: string, places: readonly ComputedPlace[]): Promise<Map<ComputedPlace, NewestVersion>> {
    const wanted = new Set(places.flatMap((place) => specificationOf(place.entry.computed) ?? []));
    if (wanted.size === 0) return new Map();
    const specs = await this.repository.newest(organization, [...wanted]);
    const found = new Map([
      ...specs.map((spec) => [spec.id, spec] as const),
      ...specs.map((spec) => [spec.slug, spec] as const),
    ]);
    return new Map(
      places.flatMap((place) => {
        const spec = found.get(specificationOf(place.entry.computed) ?? '');
        return spec ? [[place, spec] as const] : [];
      }),
    );
  }

  /** The pages in place of a placeholder, with ids that are stable as long as the placeholder and the tags exist. */
  async pages(place: ComputedPlace, spec: NewestVersion): Promise<[id: string, entry: OpenApiPageEntry][]> {
    const ids = new Map<number, string>();
    const { models = true } = place.entry.computed.props as { models?: unknown };
    const pages: [string, OpenApiPageEntry][] = [];
    for (const outline of await this.outlinesOf(spec.lastVersion)) {
      if (outline.doc === 'models' && models === false) continue;
      const id = pageId(place.id, outline);
      ids.set(outline.ordinal, id);
      pages.push([id, entryOf(place, spec, outline, ids)]);
    }
    return pages;
  }

  /** The document of a page, as JSON; an empty one when a newer version has replaced the page. */
  async document({ content }: OpenApiPageEntry): Promise<string> {
    const found = await this.repository.document(content.version, content.ordinal);
    return found ?? '{"object":"document","data":{},"nodes":[]}';
  }

  private async outlinesOf(version: string): Promise<readonly OpenApiPageOutline[]> {
    const known = this.outlines.get(version);
    if (known) return known;
    const found = await this.repository.outlines(version);
    this.outlines.set(version, found);
    return found;
  }
}

const pageId = (place: string, { doc, name }: OpenApiPageOutline): string =>
  derivedId(JSON.stringify([place, doc === 'models' ? doc : 'tag', name]));

function entryOf(
  place: ComputedPlace,
  { id, slug, lastVersion }: NewestVersion,
  outline: OpenApiPageOutline,
  ids: ReadonlyMap<number, string>,
): OpenApiPageEntry {
  const { doc, name, ordinal, parent, title, icon, description, readable } = outline;
  const { entry } = place;
  const ref = { kind: 'openapi', spec: slug };
  const value = { object: 'openapi-spec', id, slug, lastVersion };
  return {
    type: 'document',
    parent: (parent === null ? undefined : ids.get(parent)) ?? entry.parent,
    // Directly after the placeholder's own key: no key of another page begins with U+0000.
    order: `${entry.order}\0${String(ordinal).padStart(6, '0')}`,
    title,
    slug: parent === null ? uniqueSlug(outline.slug, place.taken) : outline.slug,
    ...(icon && { icon }),
    ...(description && { description }),
    createdAt: entry.createdAt,
    updatedAt: entry.updatedAt,
    computed: {
      type: openApiSource,
      props: doc === 'models' ? { doc } : { doc, page: name },
      dependencies: { spec: { ref, value } },
    },
    computedSeed: `${place.id}-${lastVersion}`,
    content: { version: lastVersion, ordinal, ...(readable !== null && { readable }) },
  };
}
