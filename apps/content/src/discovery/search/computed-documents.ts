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

/** Computed pages as they are to be found. */
interface PagesToFind {
  pages: PageToIndex[];
  /** Those that stay as they are indexed, by id: nothing can be said of them now. */
  kept: string[];
}

/** What search is to know of computed pages. That of a specification is stored with it; that of a script is stored here. */
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

  /** The hash of the document. Of a script that once gave none, or took too long, no more is asked in this run. */
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
