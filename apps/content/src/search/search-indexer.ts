import { Injectable } from '@nestjs/common';
import { type JobContext } from '@bindery/jobs';
import type { PageEntry } from '../pages/page-entry';
import { ChunkRepository } from '../store/chunk.repository';
import { EMPTY_ROOT, MissingChunkError } from '../store/chunk';
import type { Difference } from '../store/map-diff';
import { ComputedIndexer } from './computed-indexer';
import { batches, batchPages } from './batches';
import { indexedTitle } from './document-sections';
import type { IndexState } from './index-state';
import { IndexStateRepository } from './index-state.repository';
import { PagePaths } from './page-paths';
import { SearchEngine, type DocumentKey, type PageToIndex } from './search-engine';

type Change = Difference<PageEntry>;

/**
 * Brings what search knows of a space up to date with its main branch, at a cost in proportion to what changed. Every
 * step leaves the index usable and may be repeated: a run that was cut short is first finished by the next one, so that
 * differences are always taken from a state that was reached.
 */
@Injectable()
export class SearchIndexer {
  constructor(
    private readonly states: IndexStateRepository,
    private readonly engine: SearchEngine,
    private readonly chunks: ChunkRepository,
    private readonly computed: ComputedIndexer,
  ) {}

  /** Throws `JobLostError` when a later run has taken over or the work is to end. */
  async run(space: string, context: JobContext<object>): Promise<void> {
    const source = await this.states.source(space);
    if (!source) return;
    const analyzer = this.engine.analyzerOf(source.language);
    const run = `${context.id}/${context.attempt}`;
    const state = await this.states.take(space, source.organizationId, analyzer, run);
    if (!state) return;
    if (state.analyzer !== analyzer) await this.states.reset(state, analyzer);
    try {
      if (state.target) await this.advance(state, state.target, context);
      if (state.pages !== source.pages) await this.advance(state, source.pages, context);
    } catch (error) {
      // What was indexed last may have been swept since; then everything is compared.
      if (!(error instanceof MissingChunkError) || state.pages === EMPTY_ROOT) throw error;
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
    const present = changes.filter(({ after }) => after);
    const removed = changes.filter(({ after }) => !after).map(({ key }) => key);
    if (state.pages === EMPTY_ROOT) {
      removed.push(...(await this.strangers(state, present)));
      if (state.shards.length === 0)
        await this.engine.begin(
          state,
          present.flatMap(({ after }) => documentKey(after!) ?? []),
        );
    }
    for (const batch of batches(present, batchPages)) {
      await this.putPages(state, batch, paths);
      await context.report({});
    }
    for (const batch of batches(removed, batchPages)) {
      await this.engine.remove(state, batch);
      await context.report({});
    }
    await this.movePaths(state, changes, paths, context);
    await this.engine.settle();
    await this.states.arrive(state, target);
  }

  /** Pages that are indexed and not in the revision, after a reset. */
  private async strangers(state: IndexState, present: readonly Change[]): Promise<string[]> {
    const known = new Set(present.map(({ key }) => key));
    return (await this.engine.pageIds(state.space)).filter((id) => !known.has(id));
  }

  private async putPages(state: IndexState, batch: readonly Change[], paths: PagePaths): Promise<void> {
    const pathOf = await paths.of(batch.map(({ key }) => key));
    const pages = batch.map(({ key: id, after }): PageToIndex => {
      const { parent, title } = after!;
      return { id, parent, title, path: pathOf.get(id) ?? '', key: documentKey(after!), computed: false };
    });
    await this.engine.put(state, pages);
  }

  /** Pages below one that was moved or renamed have another path, though they did not change themselves. */
  private async movePaths(
    state: IndexState,
    changes: readonly Change[],
    paths: PagePaths,
    context: JobContext<object>,
  ): Promise<void> {
    const moved = changes.filter(({ before, after }) => before && after && isMoved(before, after));
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

/** What a page has indexed; nothing where it is not to be found. */
function documentKey(entry: PageEntry): DocumentKey | undefined {
  if (entry.type !== 'document' || entry.hidden || entry.noIndex) return undefined;
  return { hash: entry.document ?? '', title: indexedTitle(entry.title) };
}

const isMoved = (before: PageEntry, after: PageEntry): boolean =>
  before.parent !== after.parent || slugOf(before) !== slugOf(after);

const slugOf = (entry: PageEntry): string => ('slug' in entry ? entry.slug : '');
