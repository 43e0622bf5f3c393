import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { PageOfSpace } from '../search/search-engine';
import type { SearchedSpace } from '../search/searched-space.repository';
import { QuestionRepository } from './question.repository';

/** The maximum of cached results, by access of readers and state of the index; each is some twenty headings. */
const mostKept = 1_000;

/** Questions that pages answer, cached for all readers of the same pages until their index changes. */
@Injectable()
export class RecommendedQuestions {
  private readonly kept = new LRUCache<string, Promise<string[]>>({ max: mostKept });

  constructor(private readonly questions: QuestionRepository) {}

  of(spaces: readonly Pick<SearchedSpace, 'id' | 'version'>[], hidden: readonly PageOfSpace[]): Promise<string[]> {
    const key = keyOf([spaces.map(({ id, version }) => [id, version]), hidden]);
    let found = this.kept.get(key);
    if (!found) {
      found = this.questions.headings(
        spaces.map(({ id }) => id),
        hidden,
      );
      this.kept.set(key, found);
      found.catch(() => this.kept.delete(key));
    }
    return found;
  }
}

/** A digest, because thousands of pages may be hidden. */
const keyOf = (asked: unknown): string => createHash('sha256').update(JSON.stringify(asked)).digest('base64url');
