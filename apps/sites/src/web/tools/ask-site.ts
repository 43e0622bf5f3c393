import { Injectable } from '@nestjs/common';
import { answerCalls, passageCalls, type SearchAIAnswer } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { pagePath } from '../site-view';
import type { Visit } from '../visits';
import { rootOf } from './tool-root';

const mostPassages = 12;

/** Answers a question from the passages of a site that its visitor may read. */
@Injectable()
export class AskSite {
  constructor(private readonly rpc: RpcClient) {}

  async run(visit: Visit, question: string): Promise<SearchAIAnswer> {
    const { view, reader: principal, site } = visit;
    const organization = site.organizationId;
    const sought = { organization, spaces: [...view.spaces.keys()], question, limit: mostPassages };
    const found = await this.rpc.call(passageCalls.findPassages, { principal, body: sought });
    const passages = found.passages.flatMap((passage) => {
      const siteSpace = view.structure.siteSpaces().find(({ spaceId }) => spaceId === passage.space);
      const anchor = passage.anchor ? `#${encodeURIComponent(passage.anchor)}` : '';
      return siteSpace ? [{ ...passage, url: rootOf(visit) + pagePath(view, siteSpace, passage.path) + anchor }] : [];
    });
    const body = { ...found, passages, organization, question, format: 'markdown' as const };
    return this.rpc.call(answerCalls.answerFromPassages, { principal, body });
  }
}
