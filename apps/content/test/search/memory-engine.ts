import type { DocumentRepository } from '../../src/model/pages/document.repository';
import { searchedSections } from '../../src/discovery/search/document-sections';
import type { SpaceIndex } from '../../src/discovery/search/index-state';
import {
  SearchEngine,
  type SearchHits,
  type FoundPassages,
  type FoundSection,
  type Hit,
  type PageToIndex,
  type Question,
} from '../../src/discovery/search/search-engine';
import { runsOf } from '../../src/discovery/search/words';

interface KeptPage extends PageToIndex {
  sections: FoundSection[];
}

/** A second engine: whole words, searched in every stored page. It shows that no other code depends on the first engine. */
export class MemoryEngine extends SearchEngine {
  readonly spaces = new Map<string, Map<string, KeptPage>>();

  constructor(private readonly documents: DocumentRepository) {
    super();
  }

  analyzerOf = () => 'words';
  begin = () => Promise.resolve();
  settle = () => Promise.resolve();
  sweep = () => Promise.resolve(0);

  async put({ space, organizationId }: SpaceIndex, pages: readonly PageToIndex[]): Promise<void> {
    for (const page of pages) {
      const hash = page.key?.hash;
      const stored = hash ? (await this.documents.findAll(organizationId, [hash])).get(hash) : undefined;
      this.kept(space).set(page.id, { ...page, sections: stored ? searchedSections(stored.body) : [] });
    }
  }

  async remove({ space }: SpaceIndex, pages: readonly string[]): Promise<void> {
    for (const page of pages) this.kept(space).delete(page);
  }

  async move({ space }: SpaceIndex, pages: readonly { id: string; path: string }[]): Promise<void> {
    for (const { id, path } of pages) this.kept(space).get(id)!.path = path;
  }

  async forget(spaces: readonly string[]): Promise<void> {
    for (const space of spaces) this.spaces.delete(space);
  }

  async pageIds(space: string, computed = false): Promise<string[]> {
    return [...this.kept(space).values()].filter((page) => page.computed || !computed).map(({ id }) => id);
  }

  async below(space: string, pages: readonly string[]): Promise<string[]> {
    const children = [...this.kept(space).values()].filter(({ parent }) => pages.includes(parent)).map(({ id }) => id);
    return children.length > 0 ? [...children, ...(await this.below(space, children))] : [];
  }

  async pages(question: Question): Promise<SearchHits> {
    const hits = this.hits(question);
    const left = hits.filter(({ score, page }) => isAfter(question, score, page)).slice(0, question.limit);
    return { hits: left.map((hit) => ({ ...hit, total: hits.length })), terms: question.terms };
  }

  async pagesOfSpaces(question: Question): Promise<SearchHits> {
    const found = this.hits(question);
    const spaces = [...new Set(found.map(({ space }) => space))]
      .map((space) => ({ space, hits: found.filter((hit) => hit.space === space) }))
      .map(({ space, hits }) => ({ space, hits, best: hits[0]!.score }))
      .sort((a, b) => b.best - a.best || (a.space < b.space ? 1 : -1));
    const left = spaces.filter(({ best, space }) => isAfter(question, best, space)).slice(0, question.limit);
    const hits = left.flatMap(({ hits, best }) => hits.map((hit) => ({ ...hit, best, total: spaces.length })));
    return { hits, terms: question.terms };
  }

  async passages(question: Question): Promise<FoundPassages> {
    const passages = this.hits(question).flatMap(({ space, page, title, path, score, sections }) =>
      sections.map((section) => ({ space, page, title, path, section, score, coverage: 1 })),
    );
    return { passages: passages.slice(0, question.limit), terms: question.terms };
  }

  /** All pages with every word, those with the most matching sections first. */
  private hits({ spaces, terms, hidden }: Question): Hit[] {
    const sought = terms.flatMap(({ words }) => words);
    const found = spaces.flatMap(({ space }) =>
      [...this.kept(space).values()].flatMap(({ id: page, key, title, path, sections }): Hit[] => {
        const words = wordsOf([title, ...sections.flatMap((section) => [section.title, section.body])].join(' '));
        if (
          !key ||
          hidden.some((other) => other.space === space && other.page === page) ||
          !sought.every((word) => words.has(word))
        )
          return [];
        const matching = sections.filter(({ title: heading, body }) => {
          const own = wordsOf(`${heading} ${body}`);
          return sought.some((word) => own.has(word));
        });
        const score = matching.length;
        return [{ space, page, title, path, score, best: score, total: null, coverage: 1, sections: matching }];
      }),
    );
    return found.sort((a, b) => b.score - a.score || (a.page < b.page ? 1 : -1));
  }

  private kept(space: string): Map<string, KeptPage> {
    const kept = this.spaces.get(space) ?? new Map<string, KeptPage>();
    this.spaces.set(space, kept);
    return kept;
  }
}

const wordsOf = (text: string): Set<string> => new Set(runsOf(text).flatMap(({ words }) => words));

const isAfter = ({ after }: Question, score: number, id: string): boolean =>
  !after || score < Number(after.value) || (score === Number(after.value) && id < after.id);
