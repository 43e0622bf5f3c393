import { Injectable } from '@nestjs/common';
import type { FoundPassages as SearchHits, Passage, Question } from '../search-engine';
import { CandidateRepository } from './candidate.repository';
import { rankPassages } from './passage-ranking';
import { RankedSearch } from './ranked-search';

/** Finds the sections that may answer a question. */
@Injectable()
export class FoundPassages {
  constructor(
    private readonly search: RankedSearch,
    private readonly candidates: CandidateRepository,
  ) {}

  async passages(question: Question): Promise<SearchHits> {
    const { rows, rankerOf, terms, queries } = await this.search.partly(question);
    const ranked = rankPassages(rows, rankerOf).slice(0, question.limit);
    if (ranked.length === 0) return { terms, passages: [] };
    const pages = ranked.map(({ candidate: { space, page, document, part, ordinal } }) => ({
      ...{ space, page, document, part, score: 0, coverage: 0 },
      sections: [ordinal],
    }));
    const shown = await this.candidates.shown(pages, queries);
    const passages = shown.flatMap(({ at, title, path, anchor, heading, body }): Passage[] => {
      const { candidate, score, coverage } = ranked[at]!;
      const section = { anchor, title: heading ?? '', body: body ?? '' };
      return [{ space: candidate.space, page: candidate.page, title, path, section, score, coverage }];
    });
    return { terms, passages };
  }
}
