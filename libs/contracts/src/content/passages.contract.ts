import { call, internal } from '../core/endpoint';
import { Flag, Float, Id, Int, Nested, Text } from '../core/fields';

export class FindPassages {
  @Id() organization!: string;
  @Id({ array: { max: 1000 }, optional: true, description: 'All that the caller may see when absent.' })
  spaces?: string[];
  @Text({ min: 1, max: 2_000 }) question!: string;
  @Int({ min: 1, max: 20 }) limit!: number;
}

/** A section that may answer a question. */
export class FoundPassage {
  @Id() space!: string;
  @Text() spaceTitle!: string;
  @Id() page!: string;
  @Text({ description: 'Of the page.' }) title!: string;
  @Text({ description: 'Of the page, below its space.' }) path!: string;
  @Id() revision!: string;
  @Text({ description: 'The page, with the anchor of the section.' }) section!: string;
  @Text() anchor!: string;
  @Text() heading!: string;
  @Text() body!: string;
  @Text({ description: 'Where the app shows it.' }) app!: string;
  @Float({ description: 'Higher is better.' }) score!: number;
  @Float({ description: 'Which share of what is asked it has, rare words counting more: from 0 to 1.' })
  coverage!: number;
}

export class FoundPassages {
  @Nested(() => FoundPassage, { array: true, description: 'The best first.' }) passages!: FoundPassage[];
  @Text({ array: { max: 100 }, description: 'The words that are sought, as they begin in texts.' })
  beginnings!: string[];
  @Flag({ description: 'Whether the best passages hold enough of what is asked to answer it.' }) isAnswered!: boolean;
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
