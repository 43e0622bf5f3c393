import { Inject, Injectable } from '@nestjs/common';
import { fileKeyOf, type ServiceConfig } from '@bindery/config';
import {
  ApiError,
  notFound,
  type AlternatePage,
  type LinkedPage,
  type ReadSitePage,
  type RevisionFile,
} from '@bindery/contracts';
import { referencesOf, type ContentRef, type Document } from '@bindery/documents';
import { CONFIG } from '@bindery/service';
import type { ComputedBody } from '../computed/computed-content';
import { ComputedPages } from '../computed/computed-pages';
import { relocateDocument } from '../computed/translated-pages';
import { evaluatedFor } from '../evaluation/evaluated-for';
import { presentFile, type FileEntry } from '../../storage/files/file-entry';
import { OpenApiExcerpts } from '../../specifications/excerpts/openapi-excerpts';
import { withApisInWords } from '../../specifications/excerpts/apis-in-words';
import { DocumentRepository, type StoredDocument } from '../../model/pages/document.repository';
import { isOfSpecification, type ComputedDocumentEntry, type DocumentPageEntry } from '../../model/pages/page-entry';
import { presentPage } from '../../model/pages/page.presenter';
import type { ReusableContentEntry } from '../../model/pages/reusable-content-entry';
import { PageLocator } from '../revisions/page-locator';
import type { RevisionAccess } from '../revisions/revision.repository';
import { appUrlOf } from '../../catalog/spaces/space.presenter';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import { editUrl } from './edit-url';
import { Outlines } from './outlines';
import { SpaceFilesRepository } from './space-files.repository';

/** The maximum depth of reusable contents in others. */
const deepest = 4;
const emptyDocument: Document = { object: 'document', data: {}, nodes: [] };

interface PageHit {
  id: string;
  entry: DocumentPageEntry | ComputedDocumentEntry;
  path: string;
}

/** Reads a page with all data that rendering it needs. */
@Injectable()
export class SitePageReader {
  constructor(
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
    private readonly locator: PageLocator,
    private readonly outlines: Outlines,
    private readonly computed: ComputedPages,
    private readonly excerpts: OpenApiExcerpts,
    private readonly spaceFiles: SpaceFilesRepository,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  /** `SitePageContent` as JSON; `revisions` are those of the spaces that the reader may see. Throws 404. */
  async read(revisions: readonly RevisionAccess[], wanted: ReadSitePage): Promise<Buffer> {
    const { space, path, linked, variants } = wanted;
    const revision = revisions.find((one) => one.space === space);
    if (!revision) throw notFound('Space');
    const { json, first } = await this.outlines.of(revision);
    const found = await this.find(revision, path || first);
    const ofSite = linked.map((place): ContentRef => ({ kind: 'page', ...place }));
    if (!found) {
      const places = JSON.stringify(await this.linked(revisions, ofSite));
      return Buffer.from(`{"outline":${json},"files":[],"reusableContents":[],"apis":[],"linked":${places}}`);
    }
    const { document, isCurrent, origin } = await this.contentOf(revision, found.entry);
    const source: RevisionAccess = { ...revision, ...origin };
    const included = await this.included(source, document);
    if (origin) for (const one of included.values()) relocateDocument(one, origin);
    const { cover } = found.entry;
    const refs = [
      ...[cover?.ref, cover?.refDark].filter((ref) => ref !== undefined),
      ...[document, ...included.values()].flatMap((one) => referencesOf(one).map(({ ref }) => ref)),
    ];
    const files = await this.filesOf(source, [document, ...included.values()], refs);
    const apis = await this.excerpts.of(revision.organizationId, [document, ...included.values()]);
    const words = isOfSpecification(found.entry)
      ? await this.documentOf(revision, found.entry.content.readable)
      : wanted.inWords && apis.length > 0 && withApisInWords(document, apis);
    const edited = wanted.withEditUrl && (await this.editUrlOf(revision, found.entry));
    const rest = {
      page: { ...this.present(revision, found), document },
      ...(!isCurrent && { provisional: true }),
      ...(words && { inWords: words }),
      files,
      reusableContents: [...included].map(([id, one]) => ({ id, document: one })),
      linked: await this.linked(revisions, [...ofSite, ...refs]),
      ...(variants && { alternates: await this.alternates(revisions, variants, found, first) }),
      apis,
      ...(edited && { editUrl: edited }),
    };
    return Buffer.from(`{"outline":${json},${JSON.stringify(rest).slice(1)}`);
  }

  private async editUrlOf({ space }: RevisionAccess, entry: PageHit['entry']): Promise<string | undefined> {
    const path = 'git' in entry ? entry.git?.path : undefined;
    const files = path === undefined ? undefined : await this.spaceFiles.of(space);
    return files && editUrl(files, path!);
  }

  private async find(revision: RevisionAccess, path: string | undefined): Promise<PageHit | undefined> {
    if (path === undefined) return undefined;
    try {
      const { id, entry, path: at } = await this.locator.byPath(revision, path, { computed: true });
      return entry.type === 'document' ? { id, entry, path: at } : undefined;
    } catch (error) {
      if (ApiError.from(error).code === 404) return undefined;
      throw error;
    }
  }

  private present(revision: RevisionAccess, { id, entry, path }: PageHit) {
    const app = appUrlOf(this.config.PUBLIC_URL, revision.organizationId, revision.space);
    return presentPage(id, entry, path, { app, metadata: true });
  }

  private async contentOf(
    revision: RevisionAccess,
    entry: PageHit['entry'],
  ): Promise<{ document: Document } & Omit<ComputedBody, 'body'>> {
    if (!('computed' in entry))
      return { document: await this.documentOf(revision, entry.document, entry), isCurrent: true };
    const { body, ...rest } = await this.computed.document(revision, entry);
    const source = { ...revision, ...rest.origin };
    return { document: this.asSeen(source, { body, markdown: null }, entry), ...rest };
  }

  private async documentOf(
    revision: RevisionAccess,
    hash: string | undefined,
    page?: DocumentPageEntry,
  ): Promise<Document> {
    const stored = hash === undefined ? undefined : await this.documents.find(revision.organizationId, hash);
    return stored ? this.asSeen(revision, stored, page) : emptyDocument;
  }

  /** A document as the reader gets it, with expressions evaluated for the reader. */
  private asSeen(revision: RevisionAccess, stored: StoredDocument, page: DocumentPageEntry | undefined): Document {
    return JSON.parse(evaluatedFor(revision, stored, { evaluated: 'true', page: page?.variables }).body) as Document;
  }

  /** The reusable contents of the space that a document shows, also within others. */
  private async included(revision: RevisionAccess, document: Document): Promise<Map<string, Document>> {
    const map = this.chunks.map<ReusableContentEntry>(revision.organizationId);
    const included = new Map<string, Document>();
    let open = [document];
    for (let depth = 0; open.length > 0 && depth < deepest; depth++) {
      const ids = open.flatMap((one) =>
        referencesOf(one).flatMap(({ ref }) =>
          ref.kind === 'reusable-content' && (ref.space === undefined || ref.space === revision.space)
            ? [ref.reusableContent]
            : [],
        ),
      );
      const fresh = await map.get(
        revision.reusableContents,
        ids.filter((id) => !included.has(id)),
      );
      open = [];
      for (const [id, { document: hash }] of fresh) {
        const one = await this.documentOf(revision, hash);
        included.set(id, one);
        open.push(one);
      }
    }
    return included;
  }

  /** The files that documents show or link to. Tables hold their files as lists of ids. */
  private async filesOf(
    { organizationId: organization, files }: RevisionAccess,
    documents: readonly Document[],
    refs: readonly ContentRef[],
  ): Promise<RevisionFile[]> {
    const ids = [
      ...refs.flatMap((ref) => (ref.kind === 'file' ? [ref.file] : [])),
      ...documents.flatMap(({ nodes }) => fileLists(nodes)),
    ];
    const found = await this.chunks.map<FileEntry>(organization).get(files, ids);
    const { PUBLIC_URL: publicUrl } = this.config;
    const secret = fileKeyOf(this.config);
    return [...found].map(([id, entry]) =>
      presentFile(id, entry, { organization, publicUrl, secret, metadata: false }),
    );
  }

  /** A translation has the ids of its source; other spaces have the same page at its path. */
  private async alternates(
    revisions: readonly RevisionAccess[],
    variants: readonly string[],
    { id, path }: PageHit,
    first: string | undefined,
  ): Promise<AlternatePage[]> {
    const others = revisions.filter(({ space }) => variants.includes(space));
    const found = others.map(async (revision): Promise<AlternatePage[]> => {
      const outline = await this.outlines.of(revision);
      const same = outline.places.get(id)?.path ?? (outline.paths.has(path) ? path : undefined);
      const at = same ?? (path === first ? outline.first : undefined);
      return at === undefined
        ? []
        : [{ space: revision.space, path: at, ...(at === outline.first && { first: true }) }];
    });
    return (await Promise.all(found)).flat();
  }

  /** The pages of other spaces that references point to. */
  private async linked(revisions: readonly RevisionAccess[], refs: readonly ContentRef[]): Promise<LinkedPage[]> {
    const wanted = new Map<string, Set<string>>();
    for (const ref of refs)
      if ((ref.kind === 'page' || ref.kind === 'anchor') && ref.space && ref.page) {
        const pages = wanted.get(ref.space) ?? new Set();
        wanted.set(ref.space, pages.add(ref.page));
      }
    const linked = revisions
      .filter(({ space }) => wanted.has(space))
      .map(async (revision): Promise<LinkedPage[]> => {
        const { places } = await this.outlines.of(revision);
        return [...wanted.get(revision.space)!].flatMap((page) => {
          const place = places.get(page);
          return place ? [{ space: revision.space, page, ...place }] : [];
        });
      });
    return (await Promise.all(linked)).flat();
  }
}

function fileLists(value: unknown): string[] {
  const found: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const at = open.pop();
    if (typeof at !== 'object' || at === null) continue;
    if (Array.isArray(at) && at.every((item) => typeof item === 'string')) found.push(...(at as string[]));
    else open.push(...Object.values(at));
  }
  return found;
}
