import { call, internal } from '../core/endpoint';
import { Flag, Float, Id, Int, Nested, Text } from '../core/fields';

export class FindPassages {
  @Id() organization!: string;
  @Id({
    array: { max: 1000 },
    optional: true,
    description: 'The spaces to search. Defaults to all spaces that the caller can see.',
  })
  spaces?: string[];
  @Text({ min: 1, max: 2_000 }) question!: string;
  @Int({ min: 1, max: 20 }) limit!: number;
}

/** A section that may answer a question. */
export class FoundPassage {
  @Id() space!: string;
  @Text() spaceTitle!: string;
  @Id() page!: string;
  @Text({ description: 'The title of the page.' }) title!: string;
  @Text({ description: 'The path of the page within its space.' }) path!: string;
  @Id() revision!: string;
  @Text({ description: 'The id of the page, followed by the anchor of the section.' }) section!: string;
  @Text() anchor!: string;
  @Text() heading!: string;
  @Text() body!: string;
  @Text({ description: 'The URL of the section in the app.' }) app!: string;
  @Float({ description: 'The relevance of the passage. Higher is better.' }) score!: number;
  @Float({
    description:
      'The share of the words of the question that the passage contains, from 0 to 1. Rare words count more.',
  })
  coverage!: number;
}

export class FoundPassages {
  @Nested(() => FoundPassage, { array: true, description: 'The passages, best first.' }) passages!: FoundPassage[];
  @Text({ array: { max: 100 }, description: 'The beginnings of the searched words, as they occur in texts.' })
  beginnings!: string[];
  @Flag({ description: 'Whether the best passages contain enough of the question to answer it.' }) isAnswered!: boolean;
}

export class FindQuestions {
  @Id() organization!: string;
  @Id({ array: { max: 1000 }, optional: true }) spaces?: string[];
}

export class FoundQuestions {
  @Text({ array: { max: 100 } }) questions!: string[];
}

/** How many passages an answer is made of at most. */
export const answerPassages = 12;

export const passageCalls = internal('content', {
  /** Sections that may answer a question, of the spaces that the caller may see. */
  findPassages: call({ body: FindPassages, returns: FoundPassages }),
  /** Questions that the headings of pages answer which the caller may see. */
  findQuestions: call({ body: FindQuestions, returns: FoundQuestions }),
});
