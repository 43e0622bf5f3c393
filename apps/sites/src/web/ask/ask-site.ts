import { Injectable } from '@nestjs/common';
import { answerCalls, passageCalls, type FoundPassage, type SearchAIAnswer } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { pagePath } from '../site-view';
import type { Visit } from '../visits';

const mostPassages = 12;

/** An answer, and the passages that it was made of with their addresses. */
export interface SiteAnswering {
  answer: SearchAIAnswer;
  passages: (FoundPassage & { url: string })[];
}

/** Answers a question from the passages of a site that its visitor may read. */
@Injectable()
export class AskSite {
  constructor(private readonly rpc: RpcClient) {}

  /** `root` is where the addresses of pages begin. */
  async run(visit: Visit, question: string, root: string): Promise<SiteAnswering> {
    const { view, reader: principal, site } = visit;
    const organization = site.organizationId;
    const sought = { organization, spaces: [...view.spaces.keys()], question, limit: mostPassages };
    const found = await this.rpc.call(passageCalls.findPassages, { principal, body: sought });
    const passages = found.passages.flatMap((passage) => {
      const siteSpace = view.structure.siteSpaces().find(({ spaceId }) => spaceId === passage.space);
      const anchor = passage.anchor ? `#${encodeURIComponent(passage.anchor)}` : '';
      return siteSpace ? [{ ...passage, url: root + pagePath(view, siteSpace, passage.path) + anchor }] : [];
    });
    const body = { ...found, passages, organization, question, format: 'markdown' as const };
    return { passages, answer: await this.rpc.call(answerCalls.answerFromPassages, { principal, body }) };
  }
}
