import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { ServiceConfig } from '@bindery/config';
import {
  notFound,
  type ChildPage,
  type Evaluation,
  type markdownRefs,
  type pageFormats,
  type Revision,
  type RevisionPage,
  type RevisionReusableContent,
} from '@bindery/contracts';
import type { Document } from '@bindery/documents';
import { asChanging, asComplete, rawAnswer } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { mainBranch } from '../../catalog/spaces/branch.entity';
import type { ComputedContent } from '../computed/computed-content';
import { ComputedPages } from '../computed/computed-pages';
import { evaluatedFor } from '../evaluation/evaluated-for';
import { DocumentRepository, type StoredDocument } from '../../model/pages/document.repository';
import { pageMarkdown } from '../../model/pages/page-markdown';
import type { ComputedDocumentEntry, DocumentPageEntry, LocatedPage, PageEntry } from '../../model/pages/page-entry';
import { childrenOf, isComputedBelow, type ChildEntry, type Children } from '../../model/pages/page-children';
import { PageTrees } from '../../model/pages/page-trees';
import { presentPage, presentPages } from '../../model/pages/page.presenter';
import type { ReusableContentEntry } from '../../model/pages/reusable-content-entry';
import { slugsIn } from '../../model/pages/walk-slugs';
import { presentReusableContent } from '../../model/pages/reusable-content.presenter';
import { HiddenContentReader, nameOfHidden } from '../visitor-content/hidden-content';
import { PageConditions } from '../visitor-content/page-conditions';
import { appUrlOf } from '../../catalog/spaces/space.presenter';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import { FileReader } from './file-reader';
import { PageLocator } from './page-locator';
import { presentRevision, showsMergedFrom } from './revision.presenter';
import type { RevisionAccess } from './revision.repository';
import { UnreadPages } from './unread-pages';

/** The options of a caller for reading content. */
interface ReadOptions {
  evaluated?: Evaluation;
  metadata: boolean;
  /** False returns computed pages as they are stored in the revision. */
  computed: boolean;
  'format.markdown.refs'?: (typeof markdownRefs)[number];
}

/** The key of a cached answer: the content, its options, and the hidden parts by name. */
type Tree = [kind: string, RevisionAccess, ReadOptions, ComputedContent | undefined, hidden: string];

type PageFormat = (typeof pageFormats)[number];

const cacheBytes = 32 * 1024 * 1024;

/** Presents revisions: whole, as a tree of pages, or one page with its content. The content of a revision never changes. */
@Injectable()
export class ContentReader {
  /** Whole trees as JSON, by organization (a space may be transferred), revision and options. */
  private readonly answers = new LRUCache<string, Buffer>({
    maxSize: cacheBytes,
    sizeCalculation: (json, key) => json.length + key.length + 64,
  });

  constructor(
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
    private readonly computedPages: ComputedPages,
    private readonly conditions: PageConditions,
    private readonly hidden: HiddenContentReader,
    private readonly files: FileReader,
    private readonly trees: PageTrees,
    private readonly unread: UnreadPages,
    private readonly locator: PageLocator,
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
    await this.unread.byId(revision, pageId);
    return this.withContent(revision, await this.locator.byId(revision, pageId, options), format, options);
  }

  /** The page at a path of slugs, with its content, as JSON. Throws 404. */
  async pageAt(
    revision: RevisionAccess,
    path: string,
    format: PageFormat,
    options: ReadOptions,
  ): Promise<RevisionPage> {
    await this.unread.byPath(revision, slugsIn(path));
    return this.withContent(revision, await this.locator.byPath(revision, path, options), format, options);
  }

  /** The document of a page, computed pages left out; undefined for a page that has none. Throws 404. */
  async document(revision: RevisionAccess, pageId: string): Promise<Document | undefined> {
    await this.unread.byId(revision, pageId);
    const { entry } = await this.locator.byId(revision, pageId, { computed: false });
    if (entry.type !== 'document') return undefined;
    const stored = await this.documentOf(revision, entry);
    return stored && (JSON.parse(evaluatedFor(stored, stored, { page: entry.variables }).body) as Document);
  }

  /** The page at a path of slugs, without its content. Throws 404. */
  async outlineAt(revision: RevisionAccess, path: string): Promise<RevisionPage> {
    const { id, entry, path: found } = await this.locator.byPath(revision, path, { computed: true });
    const options = { metadata: true, computed: true };
    const context = this.pageContext(revision, options);
    const page = presentPage(id, entry, found, context);
    if (!('pages' in page)) return page;
    const { below } = await this.below(revision, options);
    return { ...page, pages: presentPages(below, context, { id, path: found }) as ChildPage[] };
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
    const { below, isPartial, isComputed: hasComputed } = await this.below(revision, options);
    const mayChange = isPartial || (hasComputed && isComputedBelow(below, id));
    const context = this.pageContext(revision, options);
    const presented = presentPage(id, entry, path, context);
    if ('pages' in presented) presented.pages = presentPages(below, context, { id, path }) as ChildPage[];
    const page = isComputed || mayChange ? asChanging(presented) : presented;
    if (entry.type !== 'document') return page;
    const stored = await this.documentOf(revision, entry);
    if (!stored) return page;
    const evaluated = evaluatedFor(stored, stored, { evaluated: options.evaluated, page: entry.variables });
    const content =
      format === 'document'
        ? `"document":${evaluated.body}`
        : `"markdown":${JSON.stringify(pageMarkdown(entry, evaluated, { isStable: options['format.markdown.refs'] === 'stable' }))}`;
    const answer = rawAnswer<RevisionPage>(Buffer.from(`${JSON.stringify(page).slice(0, -1)},${content}}`));
    const dependsOnReader = revision.claims !== undefined && evaluated !== stored;
    return isComputed || mayChange || dependsOnReader ? asChanging(answer) : answer;
  }

  /** The pages that the reader sees, by their parent: all or only some of them, with computed ones or without. */
  private async below(
    revision: RevisionAccess,
    options: ReadOptions,
  ): Promise<{ below: Children; isPartial: boolean; isComputed: boolean }> {
    const computed = await this.computedIn(revision, options);
    const hidden = await this.conditions.hiddenPages(revision);
    const [isPartial, isComputed] = [hidden.size > 0, computed !== undefined];
    const isStored = !isPartial && !isComputed;
    const below = isStored
      ? (await this.trees.of(revision)).children
      : childrenOf(await this.shown(revision, computed));
    return { below, isPartial, isComputed };
  }

  /** The document, with the variables of the space that it belongs to. */
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
    return presentPages(childrenOf(await this.shown(revision, computed)), this.pageContext(revision, options));
  }

  /** All pages that the reader sees, with computed ones in place of their placeholders. */
  private async shown(revision: RevisionAccess, computed: ComputedContent | undefined): Promise<readonly ChildEntry[]> {
    const entries = await this.chunks.map<PageEntry>(revision.organizationId).entries(revision.pages);
    const hidden = await this.conditions.hiddenPages(revision);
    const seen = hidden.size > 0 ? entries.filter(([id]) => !hidden.has(id)) : entries;
    return computed ? seen.flatMap((item) => computed.instead.get(item[0]) ?? [item]) : seen;
  }

  /** In a draft, a page may have another location, or a change of its own. */
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
    const key = [kind, organizationId, id, metadata, computed?.fingerprint ?? 'as it is', merged, hidden].join(' ');
    const known = this.answers.get(key);
    if (known) return known;
    const json = Buffer.from(JSON.stringify(await make()));
    // Content of change requests changes later, and content for a reader changes with the claims; an answer without either has
    // no placeholders to fill in, which saves parsing it again.
    const made = merged ? asChanging(json) : asComplete(computed || hidden ? asChanging(json) : json);
    this.answers.set(key, made);
    return made;
  }
}
