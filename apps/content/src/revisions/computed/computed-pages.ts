import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { OpenApiPages } from './openapi-pages';
import { specificationOf } from '../../specifications/openapi-source';
import { PageTrees } from '../../model/pages/page-trees';
import { joinPath } from '../../model/pages/page.presenter';
import {
  isOfSpecification,
  type ComputedDocumentEntry,
  type ComputedEntry,
  type PageEntry,
} from '../../model/pages/page-entry';
import { PageConditions, type Reading } from '../visitor-content/page-conditions';
import type { RevisionAccess } from '../revisions/revision.repository';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import type { ComputedBody, ComputedContent, ComputedPage, ComputedTree, ComputingSpace } from './computed-content';
import { computedPlaces, type ComputedPlace } from './computed-place';
import { IntegrationPages } from './integration-pages';
import { isOfIntegration } from './integration-source';
import { TranslationPages } from './translation-pages';
import { isOfTranslation } from './translation-source';

/** Without a space, content computed for a space is left out, and without a reader, content that depends on the reader. */
type Root = Pick<Reading, 'organizationId' | 'pages'> & Partial<Pick<SpaceReading, 'space' | 'reader'>>;
export type SpaceReading = Reading & Pick<RevisionAccess, 'space' | 'reader'>;

/** The maximum of computed pages that a revision shows. */
const maxPages = 5_000;
/** The maximum of cached pages, of all revisions, and of their places; the fingerprint in a key has some fifty characters a source. */
const keptPages = 100_000;

/** Provides the pages of a revision that are computed from sources outside of it, which change on their own. */
@Injectable()
export class ComputedPages {
  /** By organization and root of the pages, which never change. */
  private readonly places = new LRUCache<string, readonly ComputedPlace[]>({
    maxSize: keptPages,
    sizeCalculation: (places) => 10 + places.length,
  });
  private readonly contents = new LRUCache<string, ComputedContent>({
    maxSize: keptPages,
    sizeCalculation: ({ byId }, key) => 10 + byId.size + Math.ceil(key.length / 50),
  });

  constructor(
    private readonly chunks: ChunkRepository,
    private readonly openApi: OpenApiPages,
    private readonly integrations: IntegrationPages,
    private readonly translations: TranslationPages,
    private readonly conditions: PageConditions,
    private readonly pageTrees: PageTrees,
  ) {}

  /** The pages that the reader of a revision may see. Undefined for a revision without computed pages. */
  async of(reading: SpaceReading): Promise<ComputedContent | undefined> {
    const content = await this.all(reading);
    if (!content) return undefined;
    const hidden = await this.conditions.hiddenPages(reading);
    return hidden.size > 0 ? without(content, hidden) : content;
  }

  /**
   * The sources of a revision's computed pages, whether they exist or not: specifications by slug or id, and sources of
   * integrations by their type, with the spaces and specifications that these depend on. `content`: with the dependencies of
   * the computed pages themselves.
   */
  async dependencies(root: Root, content?: ComputedContent): Promise<string[]> {
    const pages = [...(content?.byId.values() ?? [])].flatMap(({ entry }) =>
      'computed' in entry ? entry.computed : [],
    );
    const sources = [...(await this.placesIn(root)).map(({ entry }) => entry.computed), ...pages];
    const ofIntegrations = sources.filter(isOfIntegration);
    return [
      ...new Set([
        ...sources.flatMap((source) => specificationOf(source) ?? []),
        ...ofIntegrations.map(({ type }) => type),
        ...(ofIntegrations.length > 0 ? await this.integrations.references(root, ofIntegrations) : []),
      ]),
    ].sort();
  }

  /** The document of a page that an integration computes, as JSON; undefined where it has not been computed yet. */
  ofIntegration(space: ComputingSpace, entry: ComputedDocumentEntry): Promise<string | undefined> {
    return this.integrations.computed(space, entry);
  }

  /** The pages that the reader may not see, with the pages computed in place of them. */
  async hiddenPages(reading: SpaceReading): Promise<ReadonlySet<string>> {
    const hidden = await this.conditions.hiddenPages(reading);
    const content = hidden.size > 0 ? await this.all(reading) : undefined;
    if (!content) return hidden;
    const computed = [...content.instead].filter(([place]) => hidden.has(place));
    return new Set([...hidden, ...computed.flatMap(([, pages]) => pages.map(([id]) => id))]);
  }

  /** The computed pages of a revision, including pages with a condition. Undefined for a revision without computed pages. */
  async all(root: Root): Promise<ComputedContent | undefined> {
    const { organizationId, space = '', pages } = root;
    const places = await this.placesIn(root);
    if (places.length === 0) return undefined;
    const [versions, trees] = await Promise.all([
      this.openApi.versions(organizationId, places),
      this.trees(root, places),
    ]);
    const fingerprint = [
      ...[...versions].map(([{ id }, { lastVersion }]) => `${id}=${lastVersion}`),
      ...[...trees].map(([{ id }, { version }]) => `${id}=${version}`),
    ].join();
    const key = [organizationId, space, pages, fingerprint].join(' ');
    const known = this.contents.get(key);
    if (known) return known;
    const content = await this.compute(places, versions, trees, fingerprint);
    this.contents.set(key, content);
    return content;
  }

  private async trees(
    { organizationId, space, reader }: Root,
    places: readonly ComputedPlace[],
  ): Promise<ReadonlyMap<ComputedPlace, ComputedTree>> {
    if (space === undefined) return new Map();
    const of = { organizationId, space };
    const [ofIntegrations, ofTranslations] = await Promise.all([
      this.integrations.trees(of, places),
      reader === undefined
        ? []
        : this.translations.trees(of, reader, places, ({ pages }) => this.all({ organizationId, pages })),
    ]);
    return new Map([...ofIntegrations, ...ofTranslations]);
  }

  /** The document of a computed page. */
  async document(space: ComputingSpace, entry: ComputedDocumentEntry): Promise<ComputedBody> {
    if (isOfSpecification(entry)) return { body: await this.openApi.document(entry), isCurrent: true };
    if (isOfTranslation(entry.computed)) return this.translations.document(entry);
    return this.integrations.document(space, entry);
  }

  /** Changes with all computed content except that of specifications; undefined where there is none. */
  async fingerprintOf(root: Root & ComputingSpace): Promise<string | undefined> {
    const places = await this.placesIn(root);
    const isComputed = ({ entry: { computed } }: ComputedPlace) =>
      isOfIntegration(computed) || (root.reader !== undefined && isOfTranslation(computed));
    if (!places.some(isComputed)) return undefined;
    const { fingerprint, byId } = (await this.all(root))!;
    const sources = [...byId.values()].flatMap(({ entry }) => ('computed' in entry ? entry.computed : []));
    return fingerprint + (await this.integrations.fingerprintOf(root, sources.filter(isOfIntegration)));
  }

  private async placesIn({ organizationId, pages, space }: Root): Promise<readonly ComputedPlace[]> {
    // Most revisions have no computed pages, which their tree shows.
    if ((await this.pageTrees.of({ organizationId, pages, space })).computed === 0) return [];
    const key = `${organizationId} ${pages}`;
    const known = this.places.get(key);
    if (known) return known;
    const places = computedPlaces(await this.chunks.map<PageEntry>(organizationId).entries(pages));
    this.places.set(key, places);
    return places;
  }

  private async compute(
    places: readonly ComputedPlace[],
    versions: Awaited<ReturnType<OpenApiPages['versions']>>,
    trees: ReadonlyMap<ComputedPlace, ComputedTree>,
    fingerprint: string,
  ): Promise<ComputedContent> {
    const instead = new Map<string, [string, ComputedEntry][]>();
    const byId = new Map<string, ComputedPage>();
    const byPath = new Map<string, ComputedPage>();
    const taken = new Map(places.map((place) => [place.taken, new Set(place.taken)]));
    for (const place of places) {
      const room = maxPages - byId.size;
      if (room <= 0) break;
      const version = versions.get(place);
      const here = { ...place, taken: taken.get(place.taken)! };
      const described = (await trees.get(place)?.pagesIn(here, room)) ?? [];
      const all: [string, ComputedEntry][] = version ? await this.openApi.pages(here, version) : described;
      const pages = all.slice(0, room);
      // Until there is a page to show, the placeholder itself stays in the tree.
      if (pages.length > 0) instead.set(place.id, pages);
      for (const [id, entry] of pages) {
        const above = byId.get(entry.parent)?.path ?? place.path;
        const path = 'slug' in entry ? joinPath(above, entry.slug) : above;
        const page = { id, entry, path, isComputed: true as const };
        byId.set(id, page);
        if ('slug' in entry) byPath.set(path, page);
      }
    }
    return { fingerprint, instead, byId, byPath };
  }
}

/** The content without pages in place of hidden ones. */
function without(content: ComputedContent, hidden: ReadonlySet<string>): ComputedContent {
  const instead = new Map([...content.instead].filter(([place]) => !hidden.has(place)));
  const shown = new Set([...instead.values()].flatMap((pages) => pages.map(([id]) => id)));
  const shownOf = (pages: ReadonlyMap<string, ComputedPage>) =>
    new Map([...pages].filter(([, { id }]) => shown.has(id)));
  return { ...content, instead, byId: shownOf(content.byId), byPath: shownOf(content.byPath) };
}
