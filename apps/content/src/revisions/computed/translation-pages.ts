import { Injectable } from '@nestjs/common';
import type { Principal } from '@bindery/contracts';
import type { Document } from '@bindery/documents';
import { slugOf, uniqueSlug } from '@bindery/git-sync';
import { derivedId } from '@bindery/persistence';
import { DocumentRepository } from '../../model/pages/document.repository';
import type { ComputedDocumentEntry, ComputedEntry, PageEntry } from '../../model/pages/page-entry';
import { PageConditions } from '../visitor-content/page-conditions';
import { RevisionRepository, type RevisionAccess } from '../revisions/revision.repository';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import { textHash } from '../../storage/store/canonical-json';
import type { ComputedBody, ComputedContent, ComputedTree, ComputingSpace } from './computed-content';
import type { ComputedPlace } from './computed-place';
import { problemDocument } from './problem-document';
import { relocateDocument, translatedPages, type TranslatedPageEntry } from './translated-pages';
import { TranslatedSpaces } from './translated-spaces';
import { isOfTranslation, translationOf, unresolvedSource } from './translation-source';

/** The maximum of translations that one revision shows: each is a space to be read. */
const maxPlaces = 20;
/** One text for all reasons: otherwise it would reveal spaces that the reader may not see. */
const problem =
  'There is no such translation, it has not run yet, the space that it made is deleted or not open to you, or there are too many here.';

/**
 * Shows the pages of translated spaces in others, as of now, to readers of the other space who may also read the
 * translated one: an editor of a space must not open another space to readers without access.
 */
@Injectable()
export class TranslationPages {
  constructor(
    private readonly spaces: TranslatedSpaces,
    private readonly revisions: RevisionRepository,
    private readonly chunks: ChunkRepository,
    private readonly conditions: PageConditions,
    private readonly documents: DocumentRepository,
  ) {}

  /** The pages of the placeholders for a reader. `computedIn` returns the computed pages of a translated space, for all readers. */
  async trees(
    { organizationId, space }: ComputingSpace,
    reader: Principal,
    places: readonly ComputedPlace[],
    computedIn: (revision: RevisionAccess) => Promise<ComputedContent | undefined>,
  ): Promise<Map<ComputedPlace, ComputedTree>> {
    const own = places.filter(({ entry }) => isOfTranslation(entry.computed));
    if (own.length === 0) return new Map();
    const named = own.slice(0, maxPlaces).map(({ entry }) => translationOf(entry.computed));
    const spaces = await this.spaces.of(
      organizationId,
      named.flatMap((translation) => translation ?? []),
    );
    const revisions = await this.revisions.currentOf(reader, [...spaces.values()]);
    const trees = new Map(
      await Promise.all(
        revisions
          .filter((revision) => revision.organizationId === organizationId)
          .map(async (revision) => [revision.space, await this.treeOf(revision, await computedIn(revision))] as const),
      ),
    );
    return new Map(
      own.flatMap((place, at) => {
        const shown = spaces.get(named[at] ?? '');
        // A space does not show itself, as would happen when a translation's source shows its translation.
        return shown === space ? [] : [[place, trees.get(shown ?? '') ?? nothing] as const];
      }),
    );
  }

  private async treeOf(revision: RevisionAccess, computed: ComputedContent | undefined): Promise<ComputedTree> {
    const { space, organizationId, id, pages: root, files, reusableContents, variables, claims } = revision;
    const hidden = await this.conditions.hiddenPages(revision);
    const version = textHash(JSON.stringify([space, id, computed?.fingerprint, [...hidden].sort(), claims]));
    const pagesIn = async (place: ComputedPlace, room: number) => {
      const stored = await this.chunks.map<PageEntry>(organizationId).entries(root);
      const seen = stored.filter(([page]) => !hidden.has(page));
      const all = computed ? seen.flatMap((item) => computed.instead.get(item[0]) ?? [item]) : seen;
      const from = { space, organizationId, files, reusableContents, variables, ...(claims && { claims }) };
      return translatedPages(place, all, from, room);
    };
    return { version, pagesIn };
  }

  /** The document of a page; for a placeholder without a translation, one that says so. */
  async document(entry: ComputedDocumentEntry | TranslatedPageEntry): Promise<ComputedBody> {
    if (!('origin' in entry)) return { body: problemDocument(problem), isCurrent: false };
    const { origin, computed } = entry;
    const { document: hash } = computed.props as { document: string };
    const stored = await this.documents.find(origin.organizationId, hash);
    if (!stored) throw new Error(`Document ${hash} is missing`);
    const document = relocateDocument(JSON.parse(stored.body) as Document, origin);
    return { body: JSON.stringify(document), isCurrent: true, origin };
  }
}

/** The page for readers who may not read the translation, or when there is none. */
const nothing: ComputedTree = {
  version: 'none',
  pagesIn: ({ id, entry, taken }): [string, ComputedEntry][] => {
    const { parent, order, title, createdAt, updatedAt, computed } = entry;
    const slug = uniqueSlug(slugOf(title), taken);
    const page = { type: 'document' as const, parent, order, title, slug, createdAt, updatedAt };
    return [[derivedId(id), { ...page, computed: unresolvedSource(computed), computedSeed: id }]];
  },
};
