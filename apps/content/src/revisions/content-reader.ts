import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { ServiceConfig } from '@bindery/config';
import {
  notFound,
  type Evaluation,
  type pageFormats,
  type Revision,
  type RevisionPage,
  type RevisionReusableContent,
} from '@bindery/contracts';
import { asChanging, asComplete, rawAnswer } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { mainBranch } from '../branches/branch.entity';
import type { ComputedContent } from '../computed/computed-content';
import { ComputedPages } from '../computed/computed-pages';
import { evaluatedFor } from '../evaluation/evaluated-for';
import { DocumentRepository, type StoredDocument } from '../pages/document.repository';
import { pageMarkdown } from '../pages/page-markdown';
import type { ComputedDocumentEntry, DocumentPageEntry, LocatedPage, PageEntry } from '../pages/page-entry';
import { joinPath, presentPage, presentPages } from '../pages/page.presenter';
import type { ReusableContentEntry } from '../pages/reusable-content-entry';
import { presentReusableContent } from '../pages/reusable-content.presenter';
import { HiddenContentReader, nameOfHidden } from '../readers/hidden-content';
import { PageConditions } from '../readers/page-conditions';
import { appUrlOf } from '../spaces/space.presenter';
import { ChunkRepository } from '../store/chunk.repository';
import { FileReader } from './file-reader';
import { presentRevision, showsMergedFrom } from './revision.presenter';
import type { RevisionAccess } from './revision.repository';

/** How a caller wants content shown. */
export interface ReadOptions {
  evaluated?: Evaluation;
  metadata: boolean;
  /** False leaves what is computed as it stands in the revision. */
  computed: boolean;
}

/** What is shown whole, how, and what of it is hidden, by name. */
type Tree = [kind: string, RevisionAccess, ReadOptions, ComputedContent | undefined, hidden: string];

export type PageFormat = (typeof pageFormats)[number];

const cacheBytes = 32 * 1024 * 1024;

/** Shows revisions: whole, as a tree of pages, or one page with its content. What a revision holds never changes. */
@Injectable()
export class ContentReader {
  /** Whole trees as JSON, by organization (a space may be transferred), revision and options. */
  private readonly trees = new LRUCache<string, Buffer>({
    maxSize: cacheBytes,
    sizeCalculation: (json) => json.length + 64,
  });

  constructor(
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
    private readonly computedPages: ComputedPages,
    private readonly conditions: PageConditions,
    private readonly hidden: HiddenContentReader,
    private readonly files: FileReader,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  /** `{ pages }`, as JSON. */
  async pages(revision: RevisionAccess, options: ReadOptions): Promise<Buffer> {
    const computed = await this.computedIn(revision, options);
    const hidden = nameOfHidden({ pages: await this.conditions.hiddenPages(revision), parts: new Set() });
    return this.cached(['pages', revision, options, computed, hidden], async () => ({
      pages: await this.pageTree(revision, options, computed),
    }));
  }

  /** The whole revision, as JSON. */
  async revision(revision: RevisionAccess, options: ReadOptions): Promise<Buffer> {
    const computed = await this.computedIn(revision, options);
    const hidden = await this.hidden.of(revision);
    return this.cached(['revision', revision, options, computed, nameOfHidden(hidden)], async (): Promise<Revision> => {
      const [pages, files, reusable] = await Promise.all([
        this.pageTree(revision, options, computed),
        this.files.all(revision, options),
        this.chunks.map<ReusableContentEntry>(revision.organizationId).entries(revision.reusableContents),
      ]);
      const reusableContents = reusable
        .filter(([key]) => !hidden.parts.has(key))
        .map(([key, entry]) => presentReusableContent(key, entry, options));
      return presentRevision(revision, { pages, files, reusableContents }, options.metadata, this.config.PUBLIC_URL);
    });
  }

  /** A page with its content, as JSON. Throws 404. */
  async page(
    revision: RevisionAccess,
    pageId: string,
    format: PageFormat,
    options: ReadOptions,
  ): Promise<RevisionPage> {
    const found = (await this.stored(revision, pageId)) ?? (await this.computedIn(revision, options))?.byId.get(pageId);
    if (!found) throw notFound('Page');
    return this.withContent(revision, found, format, options);
  }

  /** The page at a path of slugs, with its content, as JSON. Throws 404. */
  async pageAt(
    revision: RevisionAccess,
    path: string,
    format: PageFormat,
    options: ReadOptions,
  ): Promise<RevisionPage> {
    return this.withContent(revision, await this.locate(revision, path, options), format, options);
  }

  /** The page at a path of slugs, without its content. Throws 404. */
  async outlineAt(revision: RevisionAccess, path: string): Promise<RevisionPage> {
    const { id, entry, path: found } = await this.locate(revision, path, { computed: true });
    return presentPage(id, entry, found, this.pageContext(revision, { metadata: true }));
  }

  private async stored(revision: RevisionAccess, id: string): Promise<LocatedPage | undefined> {
    const map = this.chunks.mapForAncestors<PageEntry>(revision.organizationId, revision.pages, id);
    const entry = (await map.get(revision.pages, [id])).get(id);
    if (!entry || !this.conditions.sees(revision, entry)) return undefined;
    let path = 'slug' in entry ? entry.slug : '';
    for (let parent = entry.parent; parent;) {
      const above = (await map.get(revision.pages, [parent])).get(parent);
      if (!above) break;
      if (!this.conditions.sees(revision, above)) return undefined;
      if ('slug' in above) path = joinPath(above.slug, path);
      parent = above.parent;
    }
    return { id, entry, path };
  }

  /** The page at a path of slugs. Throws 404. */
  async locate(revision: RevisionAccess, path: string, options: Pick<ReadOptions, 'computed'>): Promise<LocatedPage> {
    const slugs = path.split('/').filter(Boolean);
    if (slugs.length === 0 || slugs.length > 100) throw notFound('Page');
    const found =
      (await this.storedAt(revision, slugs)) ?? (await this.computedIn(revision, options))?.byPath.get(slugs.join('/'));
    if (!found) throw notFound('Page');
    return found;
  }

  private async storedAt(revision: RevisionAccess, slugs: string[]): Promise<LocatedPage | undefined> {
    const { organizationId, pages } = revision;
    const map = this.chunks.mapForPath<string | PageEntry>(organizationId, revision.slugs, slugs, pages);
    const ids: string[] = [];
    for (const slug of slugs) {
      const key = `${ids.at(-1) ?? ''}/${slug}`;
      const next = (await map.get(revision.slugs, [key])).get(key);
      if (!next) return undefined;
      ids.push(next as string);
    }
    const id = ids.at(-1)!;
    // Those above matter to readers alone: they may have conditions.
    const found = (await map.get(pages, revision.claims === undefined ? [id] : ids)) as ReadonlyMap<string, PageEntry>;
    if ([...found.values()].some((one) => !this.conditions.sees(revision, one))) return undefined;
    const entry = found.get(id);
    return entry && { id, entry, path: slugs.join('/') };
  }

  private computedIn(
    revision: RevisionAccess,
    { computed }: Pick<ReadOptions, 'computed'>,
  ): Promise<ComputedContent | undefined> {
    return computed ? this.computedPages.of(revision) : Promise.resolve(undefined);
  }

  async reusableContent(revision: RevisionAccess, id: string, options: ReadOptions): Promise<RevisionReusableContent> {
    const map = this.chunks.map<ReusableContentEntry>(revision.organizationId);
    const entry = (await map.get(revision.reusableContents, [id])).get(id);
    if (!entry || (await this.hidden.of(revision)).parts.has(id)) throw notFound('Reusable content');
    return presentReusableContent(id, entry, options);
  }

  private async withContent(
    revision: RevisionAccess,
    { id, entry, path, isComputed }: LocatedPage,
    format: PageFormat,
    options: ReadOptions,
  ): Promise<RevisionPage> {
    const presented = presentPage(id, entry, path, this.pageContext(revision, options));
    const page = isComputed ? asChanging(presented) : presented;
    if (entry.type !== 'document') return page;
    const stored = await this.documentOf(revision, entry);
    if (!stored) return page;
    const evaluated = evaluatedFor(stored, stored, { evaluated: options.evaluated, page: entry.variables });
    const content =
      format === 'document'
        ? `"document":${evaluated.body}`
        : `"markdown":${JSON.stringify(pageMarkdown(entry, evaluated))}`;
    const answer = rawAnswer<RevisionPage>(Buffer.from(`${JSON.stringify(page).slice(0, -1)},${content}}`));
    const dependsOnReader = revision.claims !== undefined && evaluated !== stored;
    return isComputed || dependsOnReader ? asChanging(answer) : answer;
  }

  /** With what it is evaluated over in the space that it comes from. */
  private async documentOf(
    revision: RevisionAccess,
    entry: DocumentPageEntry | ComputedDocumentEntry,
  ): Promise<(StoredDocument & Pick<RevisionAccess, 'variables' | 'claims'>) | undefined> {
    if ('computed' in entry) {
      const { body, origin } = await this.computedPages.document(revision, entry);
      const { variables, claims } = { ...revision, ...origin };
      return { body, markdown: null, variables, ...(claims && { claims }) };
    }
    if (!entry.document) return undefined;
    const stored = await this.documents.find(revision.organizationId, entry.document);
    if (!stored) throw new Error(`Document ${entry.document} is missing`);
    const { variables, claims } = revision;
    return { ...stored, variables, ...(claims && { claims }) };
  }

  private async pageTree(
    revision: RevisionAccess,
    options: ReadOptions,
    computed: ComputedContent | undefined,
  ): Promise<RevisionPage[]> {
    const entries = await this.chunks.map<PageEntry>(revision.organizationId).entries(revision.pages);
    const hidden = await this.conditions.hiddenPages(revision);
    const seen = hidden.size > 0 ? entries.filter(([id]) => !hidden.has(id)) : entries;
    const shown = computed ? seen.flatMap((item) => computed.instead.get(item[0]) ?? [item]) : seen;
    return presentPages(shown, this.pageContext(revision, options));
  }

  /** A page of a draft may be in no other place, or be another one there. */
  private pageContext({ organizationId, space, branch }: RevisionAccess, { metadata }: Pick<ReadOptions, 'metadata'>) {
    const app = appUrlOf(this.config.PUBLIC_URL, organizationId, space);
    return { app: branch === mainBranch ? app : `${app}/~/change-requests/${branch}`, metadata };
  }

  private async cached(
    [kind, revision, { metadata }, computed, hidden]: Tree,
    make: () => Promise<object>,
  ): Promise<Buffer> {
    const { organizationId, id } = revision;
    const merged = kind === 'revision' && showsMergedFrom(revision);
    const key = [kind, organizationId, id, metadata, computed?.stamp ?? 'as it is', merged, hidden].join(' ');
    const known = this.trees.get(key);
    if (known) return known;
    const json = Buffer.from(JSON.stringify(await make()));
    // What a change request shows goes on changing, and what a reader sees changes with his claims; of all but the first there is
    // nothing to fill in, which spares reading it again.
    const made = merged ? asChanging(json) : asComplete(computed || hidden ? asChanging(json) : json);
    this.trees.set(key, made);
    return made;
  }
}
