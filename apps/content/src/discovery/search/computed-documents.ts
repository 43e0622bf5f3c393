import { Injectable } from '@nestjs/common';
import type { JobContext } from '@bindery/jobs';
import type { ComputedContent, ComputedPage, ComputingSpace } from '../../revisions/computed/computed-content';
import { ComputedPages } from '../../revisions/computed/computed-pages';
import { isOfIntegration } from '../../revisions/computed/integration-source';
import { DocumentRepository } from '../../model/pages/document.repository';
import { isOfSpecification, type ComputedDocumentEntry } from '../../model/pages/page-entry';
import { textHash } from '../../storage/store/canonical-json';
import { indexedTitle } from './document-sections';
import type { IndexState } from './index-state';
import type { PageToIndex } from './search-engine';

/** Computed pages to index. */
interface PagesToFind {
  pages: PageToIndex[];
  /** The ids of pages whose index stays as it is, because their source cannot be read now. */
  kept: string[];
}

/** The documents of computed pages for search. Those of specifications are stored with them; those of scripts here. */
@Injectable()
export class ComputedDocuments {
  constructor(
    private readonly computed: ComputedPages,
    private readonly documents: DocumentRepository,
  ) {}

  /** `known`: the pages that are indexed. */
  async of(
    state: IndexState,
    content: ComputedContent | undefined,
    known: ReadonlySet<string>,
    context: JobContext<object>,
  ): Promise<PagesToFind> {
    const found: PagesToFind = { pages: [], kept: [] };
    const silent = new Set<string>();
    for (const page of content?.byId.values() ?? []) {
      const { id, entry } = page;
      if (isOfSpecification(entry)) found.pages.push(toIndex(page, entry.content.readable));
      else if ('computed' in entry && isOfIntegration(entry.computed)) {
        const hash = await this.store(state, entry, silent);
        if (hash === undefined && known.has(id)) found.kept.push(id);
        else found.pages.push(toIndex(page, hash));
        await context.report({});
      } else if (entry.type === 'document') found.pages.push(toIndex(page, entry.document));
    }
    return found;
  }

  /** The hash of the document. A script that failed or took too long is not run again in this run. */
  private async store(
    { space, organizationId }: IndexState,
    entry: ComputedDocumentEntry,
    silent: Set<string>,
  ): Promise<string | undefined> {
    const { type } = entry.computed;
    if (silent.has(type)) return undefined;
    const of: ComputingSpace = { organizationId, space };
    const body = await this.computed.ofIntegration(of, entry);
    if (body === undefined) return void silent.add(type);
    const hash = textHash(body);
    await this.documents.insert(organizationId, [{ hash, body, markdown: null }]);
    return hash;
  }
}

const toIndex = ({ id, entry, path }: ComputedPage, hash = ''): PageToIndex => ({
  ...{ id, parent: entry.parent, title: entry.title, path, computed: true },
  key: { hash, title: indexedTitle(entry.title) },
});
