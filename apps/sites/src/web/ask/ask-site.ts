import { Injectable } from '@nestjs/common';
import { RpcClient } from '@bindery/messaging';
import { answerFromPassages, type AddressedAnswer } from '../../search/answer-from-passages';
import { pagePath } from '../site-view';
import type { Visit } from '../visits';

/** Answers a question from the passages of a site that its visitor may read. */
@Injectable()
export class AskSite {
  constructor(private readonly rpc: RpcClient) {}

  /** `root` is the base of the addresses of pages. */
  run(visit: Visit, question: string, root: string): Promise<AddressedAnswer> {
    const { view, reader, site } = visit;
    const spaces = [...view.spaces.keys()];
    const asked = { organization: site.organizationId, spaces, question, format: 'markdown' as const };
    return answerFromPassages(this.rpc, reader, asked, ({ space, path, anchor }) => {
      const siteSpace = view.structure.siteSpaces().find(({ spaceId }) => spaceId === space);
      const fragment = anchor ? `#${encodeURIComponent(anchor)}` : '';
      return siteSpace && root + pagePath(view, siteSpace, path) + fragment;
    });
  }
}
