import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { OpenApiPages } from '../openapi/openapi-pages';
import { openApiSource } from '../openapi/openapi-source';
import { joinPath } from '../pages/page.presenter';
import type { ComputedDocumentEntry, LocatedPage, PageEntry } from '../pages/page-entry';
import { PageConditions, type Reading } from '../readers/page-conditions';
import { ChunkRepository } from '../store/chunk.repository';
import { computedPlaces, type ComputedPlace } from './computed-place';

/** The pages that are computed for a revision, as of now. */
export interface ComputedContent {
  /** Changes when any of the pages does. */
  stamp: string;
  /** By the id of the place that they take. */
  instead: ReadonlyMap<string, (readonly [string, ComputedDocumentEntry])[]>;
  byId: ReadonlyMap<string, ComputedPage>;
  byPath: ReadonlyMap<string, ComputedPage>;
}

type ComputedPage = LocatedPage & { entry: ComputedDocumentEntry };

/** Computed pages of one revision that are shown. */
const maxPages = 5_000;

/** What revisions do not hold themselves but have computed from something that changes on its own. */
@Injectable()
export class ComputedPages {
  /** By organization and root of the pages, which never change. */
  private readonly places = new LRUCache<string, readonly ComputedPlace[]>({ max: 1_000 });
  private readonly contents = new LRUCache<string, ComputedContent>({ max: 20 });

  constructor(
    private readonly chunks: ChunkRepository,
    private readonly openApi: OpenApiPages,
    private readonly conditions: PageConditions,
  ) {}

  /** Those that the reader of a revision may see. Undefined for a revision that has nothing computed. */
  async of(reading: Reading): Promise<ComputedContent | undefined> {
    const content = await this.all(reading);
    if (!content) return undefined;
    const hidden = await this.conditions.hiddenPages(reading);
    return hidden.size > 0 ? without(content, hidden) : content;
  }

  private async all({ organizationId, pages }: Reading): Promise<ComputedContent | undefined> {
    const key = `${organizationId} ${pages}`;
    const places = this.places.get(key) ?? (await this.placesOf(organizationId, pages));
    this.places.set(key, places);
    if (places.length === 0) return undefined;
    const versions = await this.openApi.versions(organizationId, places);
    const stamp = [...versions].map(([{ id }, { lastVersion }]) => `${id}=${lastVersion}`).join();
    const known = this.contents.get(`${key} ${stamp}`);
    if (known) return known;
    const content = await this.compute(places, versions, stamp);
    this.contents.set(`${key} ${stamp}`, content);
    return content;
  }

  /** The document of a computed page, as JSON. */
  document(entry: ComputedDocumentEntry): Promise<string> {
    return this.openApi.document(entry);
  }

  private async placesOf(organization: string, pages: string): Promise<ComputedPlace[]> {
    return computedPlaces(await this.chunks.map<PageEntry>(organization).entries(pages), openApiSource);
  }

  private async compute(
    places: readonly ComputedPlace[],
    versions: Awaited<ReturnType<OpenApiPages['versions']>>,
    stamp: string,
  ): Promise<ComputedContent> {
    const instead = new Map<string, [string, ComputedDocumentEntry][]>();
    const byId = new Map<string, ComputedPage>();
    const byPath = new Map<string, ComputedPage>();
    const taken = new Map(places.map((place) => [place.taken, new Set(place.taken)]));
    for (const place of places) {
      const version = versions.get(place);
      const all = version ? await this.openApi.pages({ ...place, taken: taken.get(place.taken)! }, version) : [];
      const pages = all.slice(0, maxPages - byId.size);
      // Until there is something to show, the place itself stands in the tree.
      if (pages.length > 0) instead.set(place.id, pages);
      for (const [id, entry] of pages) {
        const path = joinPath(byId.get(entry.parent)?.path ?? place.path, entry.slug);
        const page = { id, entry, path };
        byId.set(id, page);
        byPath.set(path, page);
      }
    }
    return { stamp, instead, byId, byPath };
  }
}

/** What does not stand in the place of a hidden page. */
function without(content: ComputedContent, hidden: ReadonlySet<string>): ComputedContent {
  const instead = new Map([...content.instead].filter(([place]) => !hidden.has(place)));
  const shown = new Set([...instead.values()].flatMap((pages) => pages.map(([id]) => id)));
  const shownOf = (pages: ReadonlyMap<string, ComputedPage>) =>
    new Map([...pages].filter(([, { id }]) => shown.has(id)));
  return { ...content, instead, byId: shownOf(content.byId), byPath: shownOf(content.byPath) };
}
