import { Injectable } from '@nestjs/common';
import { RpcClient } from '@bindery/messaging';
import { AskedQuestions } from '../../insights/asked-questions';
import { answerFromPassages, type AddressedAnswer } from '../../search/answer-from-passages';
import { pagePath } from '../site-view';
import type { Visit } from '../visits';

/** Answers a question from the passages of a site that its visitor may read, and keeps it for the writers. */
@Injectable()
export class AskSite {
  constructor(
    private readonly rpc: RpcClient,
    private readonly asked: AskedQuestions,
  ) {}

  /** `root` is the base of the addresses of pages. */
  async run(visit: Visit, question: string, root: string): Promise<AddressedAnswer> {
    const { site, structure, admitted, view } = visit;
    const answering = await this.answer(visit, question, root);
    const context = { siteSpaceId: view.siteSpace.id };
    await this.asked.note({ site, structure, claims: admitted.claims }, { question, context }, answering.answer);
    return answering;
  }

  private answer({ view, reader, site }: Visit, question: string, root: string): Promise<AddressedAnswer> {
    const spaces = [...view.spaces.keys()];
    const asked = { organization: site.organizationId, spaces, question, format: 'markdown' as const };
    return answerFromPassages(this.rpc, reader, asked, ({ space, path, anchor }) => {
      const siteSpace = view.structure.siteSpaces().find(({ spaceId }) => spaceId === space);
      const fragment = anchor ? `#${encodeURIComponent(anchor)}` : '';
      return siteSpace && root + pagePath(view, siteSpace, path) + fragment;
    });
  }
}
