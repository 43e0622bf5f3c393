import { Injectable } from '@nestjs/common';
import {
  notFound,
  type PutTranslatedSpace as Put,
  type TranslatedSpace,
  type TranslatedUnit,
  type TranslationUnitKind,
} from '@bindery/contracts';
import { Database } from '@bindery/persistence';
import { DocumentRepository } from '../../model/pages/document.repository';
import type { PageEntry } from '../../model/pages/page-entry';
import type { ReusableContentEntry } from '../../model/pages/reusable-content-entry';
import { CommitRevision } from '../../revisions/revisions/commit-revision';
import { emptyContent, type RevisionContent } from '../../model/pages/revision-content';
import { RevisionRepository, type Head } from '../../revisions/revisions/revision.repository';
import { CreateSpace } from '../../revisions/revisions/create-space';
import { SpaceRepository } from '../../catalog/spaces/space.repository';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import { PersistentMap } from '../../storage/store/persistent-map';
import { keyOf, PlacedTextRepository, type PlacedTexts } from './placed-text.repository';
import { translatedPage, translatedReusableContent } from './translated-entry';
import { translatedTexts, type TranslatedTexts } from './translated-texts';

/** The entries of a revision, with their ids. */
interface Entries {
  page: (readonly [id: string, entry: PageEntry])[];
  'reusable-content': (readonly [id: string, entry: ReusableContentEntry])[];
}

type Entry = PageEntry | ReusableContentEntry;
type Texts = ReadonlyMap<string, TranslatedTexts>;

/** Stores the translation of a space: the tree, files and settings of the source with translated texts. */
@Injectable()
export class PutTranslatedSpace {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly spaces: SpaceRepository,
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
    private readonly placed: PlacedTextRepository,
    private readonly createSpace: CreateSpace,
    private readonly commit: CommitRevision,
    private readonly db: Database,
  ) {}

  async run(put: Put): Promise<TranslatedSpace> {
    const { organization, space, revision, result } = put;
    if (!(await this.spaces.isOf(organization, space))) throw notFound('Space');
    const head = await this.revisions.headOf(result);
    // Only the translation uses this id: a space with the id but without a head is deleted, or was transferred.
    const isThere = head ? head.organizationId === organization : !(await this.spaces.isOf(organization, result));
    if (!isThere) throw notFound('Translated space');
    const [source] = await this.revisions.contents(space, [revision]);
    const { conflicts: _conflicts, ...content } = source!;
    const entries = await this.entries(organization, content);
    const last = await this.placed.of(result);
    const before = byKey(await this.entries(organization, head ?? emptyContent));
    const texts = textsByKey(put.units, byKey(entries), before, last);
    const missing = await this.documents.touch(organization, documentsOf(texts));
    if (missing.length > 0) return { missing };
    const translated = await this.translate(organization, content, entries, texts);
    return this.db.transaction(async () => {
      const shown = await this.show(put, translated, head);
      await this.placed.replace(result, last, new Map([...texts].map(([key, { placed }]) => [key, placed])));
      return { missing, revision: shown, corrected: correctedPages(texts) };
    });
  }

  private async entries(
    organization: string,
    { pages, reusableContents }: Pick<RevisionContent, 'pages' | 'reusableContents'>,
  ): Promise<Entries> {
    return {
      page: await this.chunks.map<PageEntry>(organization).entries(pages),
      'reusable-content': await this.chunks.map<ReusableContentEntry>(organization).entries(reusableContents),
    };
  }

  private async translate(
    organization: string,
    source: RevisionContent,
    entries: Entries,
    texts: Texts,
  ): Promise<RevisionContent> {
    const store = async (changed: Iterable<readonly [id: string, entry: Entry]>) => {
      const made = PersistentMap.fromEntries(changed);
      await this.chunks.insert(organization, made.chunks);
      return made.root;
    };
    const textsOf = (kind: TranslationUnitKind, id: string) => texts.get(keyOf(kind, id))?.texts;
    return {
      ...source,
      pages: await store(entries.page.map(([id, page]) => [id, translatedPage(page, textsOf('page', id))])),
      reusableContents: await store(
        entries['reusable-content'].map(([id, content]) => [
          id,
          translatedReusableContent(content, textsOf('reusable-content', id)),
        ]),
      ),
      git: null,
    };
  }

  /** Answers the revision that the translated space shows then. */
  private async show(put: Put, content: RevisionContent, head: Head | undefined): Promise<string> {
    if (!head) return this.create(put, content);
    if (isSame(head, content)) return head.id;
    const { result: space, organization, user } = put;
    return this.commit.run({ space, organization, parent: head.id, user, content });
  }

  /** Beside its source, with the same access. */
  private async create({ space, result, title, language, user }: Put, content: RevisionContent): Promise<string> {
    const source = await this.spaces.byId(space);
    const { organizationId, parentId: parent, emoji, icon, defaultLevel, mergeRules } = source;
    return this.createSpace.run(
      {
        id: result,
        organizationId,
        title,
        emoji,
        icon,
        language,
        defaultLevel,
        mergeRules,
        visibility: parent ? 'in-collection' : 'private',
        createdBy: user,
      },
      content,
      { parent, position: { after: { type: 'space', space } } },
    );
  }
}

const byKey = ({ page, 'reusable-content': reusable }: Entries): ReadonlyMap<string, Entry> =>
  new Map<string, Entry>([
    ...page.map(([id, entry]) => [keyOf('page', id), entry] as const),
    ...reusable.map(([id, entry]) => [keyOf('reusable-content', id), entry] as const),
  ]);

const textsByKey = (
  units: TranslatedUnit[],
  sources: ReadonlyMap<string, Entry>,
  before: ReadonlyMap<string, Entry>,
  last: PlacedTexts,
): Texts =>
  new Map(
    units.flatMap((unit) => {
      const key = keyOf(unit.kind, unit.id);
      const source = sources.get(key);
      return source ? [[key, translatedTexts(source, unit, before.get(key), last.get(key))]] : [];
    }),
  );

/** Those that the space will show: where a correction stays, the translation may have been swept. */
const documentsOf = (texts: Texts): string[] => [
  ...new Set([...texts.values()].flatMap(({ texts: { document } }) => document ?? [])),
];

const correctedPages = (texts: Texts): string[] =>
  [...texts.values()].flatMap(({ isCorrected, placed: { kind, id } }) => (isCorrected && kind === 'page' ? [id] : []));

const isSame = (head: Head, content: RevisionContent): boolean =>
  (['pages', 'slugs', 'files', 'reusableContents', 'settings'] as const).every(
    (root) => head[root] === content[root],
  ) && JSON.stringify(head.variables) === JSON.stringify(content.variables);
