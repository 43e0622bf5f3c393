import { Injectable } from '@nestjs/common';
import type { Html } from '@bindery/html';
import type { Labels } from '../page/labels';
import type { Visit } from '../visits';
import { AskSite } from './ask-site';
import { answerPart } from './answer-part';

/** Answers the questions of readers. */
@Injectable()
export class AnswerReader {
  constructor(private readonly site: AskSite) {}

  /** The answer as a part of a page. */
  async run(visit: Visit, question: string, labels: Labels): Promise<Html> {
    const { view } = visit;
    const answering = await this.site.run(visit, question, view.canonical);
    // Where the reader is, addresses may begin otherwise.
    const here = (url: string): string => view.base + url.slice(view.canonical.length);
    const passages = answering.passages.map((passage) => ({ ...passage, url: here(passage.url) }));
    return answerPart({ ...answering, passages }, labels);
  }
}
