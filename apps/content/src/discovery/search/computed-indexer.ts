import { Injectable } from '@nestjs/common';
import type { JobContext } from '@bindery/jobs';
import { ComputedPages } from '../../revisions/computed/computed-pages';
import type { PageEntry } from '../../model/pages/page-entry';
import { textHash } from '../../storage/store/canonical-json';
import type { Difference } from '../../storage/store/map-diff';
import { batches, batchPages } from './batches';
import { ComputedDocuments } from './computed-documents';
import type { IndexState } from './index-state';
import { IndexStateRepository } from './index-state.repository';
import { SearchEngine, type PageToIndex } from './search-engine';

/**
 * Brings the search index of computed pages up to date with the newest versions of their sources. The sources that a
 * space depends on are stored before they are read: a version published meanwhile then finds the space, and has it
 * indexed again.
 */
@Injectable()
export class ComputedIndexer {
  constructor(
    private readonly computed: ComputedPages,
    private readonly states: IndexStateRepository,
    private readonly engine: SearchEngine,
    private readonly documents: ComputedDocuments,
  ) {}

  /** Marks the list of computed pages as outdated where some of them changed. */
  async note(state: IndexState, changes: readonly Difference<PageEntry>[]): Promise<void> {
    const touched = changes.some(({ before, after }) => before?.type === 'computed' || after?.type === 'computed');
    if (touched && state.dependencies !== null) await this.states.dependOn(state, null);
  }

  /** `root`: the pages of the revision that is indexed. */
  async run(state: IndexState, root: string, context: JobContext<object>): Promise<void> {
    if (state.dependencies?.length === 0 && state.computed === '') return;
    const revision = { organizationId: state.organizationId, space: state.space, pages: root };
    const places = await this.computed.dependencies(revision);
    await this.dependOn(state, [...new Set([...(state.dependencies ?? []), ...places])].sort());
    const content = await this.computed.all(revision);
    await this.dependOn(state, await this.computed.dependencies(revision, content));
    const known = new Set(state.computed === '' ? [] : await this.engine.pageIds(state.space, true));
    const { pages, kept } = await this.documents.of(state, content, known, context);
    const fingerprint = pages.length + kept.length > 0 ? textHash(JSON.stringify([pages, kept])) : '';
    if (fingerprint === state.computed) return;
    if (state.computed === '') await this.engine.begin(state, keysOf(pages));
    for (const batch of batches(pages, batchPages)) {
      await this.engine.put(state, batch);
      await context.report({});
    }
    await this.remove(state, [...pages.map(({ id }) => id), ...kept]);
    await this.engine.settle();
    await this.states.arriveAtComputed(state, fingerprint);
  }

  private async dependOn(state: IndexState, dependencies: string[]): Promise<void> {
    if (state.dependencies?.join() !== dependencies.join()) await this.states.dependOn(state, dependencies);
  }

  private async remove(state: IndexState, present: readonly string[]): Promise<void> {
    const ids = new Set(present);
    const gone = (await this.engine.pageIds(state.space, true)).filter((id) => !ids.has(id));
    for (const batch of batches(gone, batchPages)) await this.engine.remove(state, batch);
  }
}

const keysOf = (pages: readonly PageToIndex[]) => pages.flatMap(({ key }) => key ?? []);
