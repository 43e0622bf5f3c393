import { Injectable } from '@nestjs/common';
import type { Html } from '@bindery/html';
import { AskedQuestions } from '../../insights/asked-questions';
import type { Labels } from '../page/labels';
import type { Visit } from '../visits';
import { AskSite } from './ask-site';
import { answerPart } from './answer-part';

/** Answers questions of readers, and stores them for the writers. */
@Injectable()
export class AnswerReader {
  constructor(
    private readonly site: AskSite,
    private readonly asked: AskedQuestions,
  ) {}

  /** The answer as a part of a page. */
  async run(visit: Visit, question: string, labels: Labels): Promise<Html> {
    const { view, site, structure, admitted } = visit;
    const answering = await this.site.run(visit, question, view.canonical);
    const place = { siteSpaceId: view.siteSpace.id };
    await this.asked.note({ site, structure, claims: admitted.claims }, { question, context: place }, answering.answer);
    // The host of the reader's address may have another base path.
    const here = (url: string): string => view.base + url.slice(view.canonical.length);
    const passages = answering.passages.map((passage) => ({ ...passage, url: here(passage.url) }));
    return answerPart({ ...answering, passages }, labels);
  }
}
