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
import type { RevisionContent } from '../../model/pages/revision-content';
import { RevisionRepository, type Head } from '../../revisions/revisions/revision.repository';
import { CreateSpace } from '../../revisions/revisions/create-space';
import { SpaceRepository } from '../../catalog/spaces/space.repository';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import { PersistentMap } from '../../storage/store/persistent-map';
import { translatedPage, translatedReusableContent } from './translated-entry';

type Units = Record<TranslationUnitKind, ReadonlyMap<string, TranslatedUnit>>;

/** Stores the translation of a space: the tree, files and settings of the source with translated texts. */
@Injectable()
export class PutTranslatedSpace {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly spaces: SpaceRepository,
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
    private readonly createSpace: CreateSpace,
    private readonly commit: CommitRevision,
    private readonly db: Database,
  ) {}

  async run(put: Put): Promise<TranslatedSpace> {
    const { organization, space, revision, result, user } = put;
    if (!(await this.spaces.isOf(organization, space))) throw notFound('Space');
    const head = await this.revisions.headOf(result);
    // Only the translation uses this id: a space with the id but without a head is deleted, or was transferred.
    const isThere = head ? head.organizationId === organization : !(await this.spaces.isOf(organization, result));
    if (!isThere) throw notFound('Translated space');
    const missing = await this.documents.touch(organization, documentsOf(put.units));
    if (missing.length > 0) return { missing };
    const [source] = await this.revisions.contents(space, [revision]);
    const { conflicts: _conflicts, ...content } = source!;
    const translated = await this.translate(put, content, head);
    return this.db.transaction(async () => {
      if (!head) return { missing, revision: await this.create(put, translated) };
      if (isSame(head, translated)) return { missing, revision: head.id };
      const parent = head.id;
      return {
        missing,
        revision: await this.commit.run({ space: result, organization, parent, user, content: translated }),
      };
    });
  }

  private async translate(
    { organization, units }: Put,
    source: RevisionContent,
    head: Head | undefined,
  ): Promise<RevisionContent> {
    const byKind: Units = { page: unitsOf(units, 'page'), 'reusable-content': unitsOf(units, 'reusable-content') };
    const change = async <E extends object>(
      root: keyof Pick<RevisionContent, 'pages' | 'reusableContents'>,
      entry: (source: E, unit: TranslatedUnit | undefined, before: E | undefined) => E,
      own: ReadonlyMap<string, TranslatedUnit>,
    ): Promise<string> => {
      const map = this.chunks.map<E>(organization);
      const before = new Map<string, E>(head ? await map.entries(head[root]) : []);
      const entries = await map.entries(source[root]);
      const made = PersistentMap.fromEntries(
        entries.map(([id, value]) => [id, entry(value, own.get(id), before.get(id))] as const),
      );
      await this.chunks.insert(organization, made.chunks);
      return made.root;
    };
    return {
      ...source,
      pages: await change<PageEntry>('pages', translatedPage, byKind.page),
      reusableContents: await change<ReusableContentEntry>(
        'reusableContents',
        translatedReusableContent,
        byKind['reusable-content'],
      ),
      git: null,
    };
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

const unitsOf = (units: TranslatedUnit[], kind: TranslationUnitKind): ReadonlyMap<string, TranslatedUnit> =>
  new Map(units.filter((unit) => unit.kind === kind).map((unit) => [unit.id, unit]));

const documentsOf = (units: TranslatedUnit[]): string[] => [
  ...new Set(units.flatMap(({ document }) => document ?? [])),
];

const isSame = (head: Head, content: RevisionContent): boolean =>
  (['pages', 'slugs', 'files', 'reusableContents', 'settings'] as const).every(
    (root) => head[root] === content[root],
  ) && JSON.stringify(head.variables) === JSON.stringify(content.variables);
