import { Injectable } from '@nestjs/common';
import { type JobContext } from '@bindery/jobs';
import type { PageEntry } from '../../model/pages/page-entry';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import { EMPTY_ROOT, MissingChunkError } from '../../storage/store/chunk';
import type { Difference } from '../../storage/store/map-diff';
import { ComputedIndexer } from './computed-indexer';
import { batches, batchPages } from './batches';
import { indexedTitle } from './document-sections';
import type { IndexSource, IndexState } from './index-state';
import { IndexStateRepository } from './index-state.repository';
import { PagePaths } from './page-paths';
import { SearchEngine, type DocumentKey, type PageToIndex } from './search-engine';

type Change = Difference<PageEntry>;

/**
 * Brings the search index of a space up to date with its main branch, at a cost in proportion to the changes. Every
 * step leaves the index usable and may be repeated: the next run first finishes an interrupted one, so that differences
 * always start from a complete state.
 */
@Injectable()
export class SearchIndexer {
  constructor(
    private readonly states: IndexStateRepository,
    private readonly engine: SearchEngine,
    private readonly chunks: ChunkRepository,
    private readonly computed: ComputedIndexer,
  ) {}

  /**
   * A run that is short enough, with no other run in progress, for one transaction of the caller; undefined for a longer
   * one. It returns false, and does nothing, when another run has changed the index.
   */
  async short(space: string, source: IndexSource): Promise<(() => Promise<boolean>) | undefined> {
    const { organizationId, language, pages, index } = source;
    if (!index || index.target || index.pages === EMPTY_ROOT || index.analyzer !== this.engine.analyzerOf(language))
      return undefined;
    if (index.dependencies?.length !== 0 || index.computed !== '') return undefined;
    if (index.pages === pages) return () => Promise.resolve(true);
    const map = this.chunks.map<PageEntry>(organizationId);
    const changes = await map.diff(index.pages, pages);
    if (changes.length > batchPages || changes.some(isOfMany)) return undefined;
    const { present, removed } = parted(changes);
    const put = await this.pagesToIndex(present, new PagePaths(map, pages));
    const { analyzer, shards } = index;
    const change = await this.engine.change({ space, organizationId, analyzer, shards }, put, removed);
    return async () => {
      const held = await this.states.advance(space, { ...source, index });
      if (held) await change(held);
      return held !== undefined;
    };
  }

  /** Throws `JobLostError` when a later run has taken over or the job is to end. */
  async run(space: string, context: JobContext<object>): Promise<void> {
    const seen = await this.states.source(space);
    if (!seen) return;
    const analyzer = this.engine.analyzerOf(seen.language);
    const run = `${context.id}/${context.attempt}`;
    const state = await this.states.take(space, seen, analyzer, run);
    // A run that ended before this one took over may have indexed a later revision.
    const source = state && (await this.states.source(space));
    if (!source) return;
    // Search hides by the conditions of the indexed pages what it still shows of them.
    const indexed = state.pages === EMPTY_ROOT ? state.target : state.pages;
    if (state.analyzer !== analyzer) await this.states.reset(state, analyzer, indexed);
    try {
      if (state.target) await this.advance(state, state.target, context);
      if (state.pages !== source.pages) await this.advance(state, source.pages, context);
    } catch (error) {
      // The indexed revision may have been swept since; then everything is compared.
      const isOfSource = state.pages === EMPTY_ROOT && state.target === source.pages;
      if (!(error instanceof MissingChunkError) || isOfSource) throw error;
      await this.states.reset(state, analyzer);
      await this.advance(state, source.pages, context);
    }
    await this.computed.run(state, source.pages, context);
  }

  private async advance(state: IndexState, target: string, context: JobContext<object>): Promise<void> {
    await this.states.aim(state, target);
    const map = this.chunks.map<PageEntry>(state.organizationId);
    const changes = await map.diff(state.pages, target);
    await this.computed.note(state, changes);
    const paths = new PagePaths(map, target);
    const { present, removed } = parted(changes);
    if (state.pages === EMPTY_ROOT) {
      removed.push(...(await this.strangers(state, present)));
      if (state.shards.length === 0)
        await this.engine.begin(
          state,
          present.flatMap(({ after }) => documentKey(after!) ?? []),
        );
    }
    // A run with a single step needs no renewal of its lease.
    const isLong = present.length + removed.length > batchPages;
    for (const batch of batches(present, batchPages)) {
      await this.engine.put(state, await this.pagesToIndex(batch, paths));
      if (isLong) await context.report({});
    }
    for (const batch of batches(removed, batchPages)) {
      await this.engine.remove(state, batch);
      if (isLong) await context.report({});
    }
    await this.movePaths(state, changes, paths, context);
    await this.engine.settle();
    await this.states.arrive(state, target);
  }

  /** Pages that are indexed but not in the revision, after a reset. */
  private async strangers(state: IndexState, present: readonly Change[]): Promise<string[]> {
    const known = new Set(present.map(({ key }) => key));
    return (await this.engine.pageIds(state.space)).filter((id) => !known.has(id));
  }

  private async pagesToIndex(batch: readonly Change[], paths: PagePaths): Promise<PageToIndex[]> {
    const pathOf = await paths.of(batch.map(({ key }) => key));
    return batch.map(({ key: id, after }): PageToIndex => {
      const { parent, title } = after!;
      return { id, parent, title, path: pathOf.get(id) ?? '', key: documentKey(after!), computed: false };
    });
  }

  /** Pages below a moved or renamed page have another path, though they did not change themselves. */
  private async movePaths(
    state: IndexState,
    changes: readonly Change[],
    paths: PagePaths,
    context: JobContext<object>,
  ): Promise<void> {
    const moved = changes.filter(isMove);
    if (moved.length === 0) return;
    const below = await this.engine.below(
      state.space,
      moved.map(({ key }) => key),
    );
    for (const batch of batches(below, 1_000)) {
      const found = await paths.of(batch);
      await this.engine.move(
        state,
        Array.from(found, ([id, path]) => ({ id, path })),
      );
      await context.report({});
    }
  }
}

/** The key of a page's document; undefined for a page that is not searchable. */
function documentKey(entry: PageEntry): DocumentKey | undefined {
  if (entry.type !== 'document' || entry.hidden || entry.noIndex) return undefined;
  return { hash: entry.document ?? '', title: indexedTitle(entry.title) };
}

/** Whether other pages may need indexing with the one that changed. */
const isOfMany = (change: Change): boolean => isMove(change) || change.after?.type === 'computed';

const isMove = ({ before, after }: Change): boolean =>
  before !== undefined && after !== undefined && (before.parent !== after.parent || slugOf(before) !== slugOf(after));

function parted(changes: readonly Change[]): { present: Change[]; removed: string[] } {
  const present = changes.filter(({ after }) => after);
  const removed = changes.filter(({ after }) => !after).map(({ key }) => key);
  return { present, removed };
}

const slugOf = (entry: PageEntry): string => ('slug' in entry ? entry.slug : '');
