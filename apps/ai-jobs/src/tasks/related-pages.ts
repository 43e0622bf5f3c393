import { Injectable } from '@nestjs/common';
import { search, type Principal } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { meaningfulWords } from '../text/words';

/** A page of the documentation that is about something. */
interface RelatedPage {
  space: string;
  page: string;
  title: string;
}

const mostWords = 6;

/** Finds pages by the words of a text, with fewer and fewer of them until something has them all. */
@Injectable()
export class RelatedPages {
  constructor(private readonly rpc: RpcClient) {}

  /** The best page that the principal may see in the organization, of one space where one is named. */
  async best(
    principal: Principal,
    organization: string,
    text: string,
    space?: string,
  ): Promise<RelatedPage | undefined> {
    for (const query of queriesOf(text)) {
      const params = { organizationId: organization };
      const request = { principal, params, query: { query, limit: 50 } };
      const { items } = await this.rpc.call(search.searchOrganizationContent, request);
      const found = items.find(({ id, pages }) => pages.length > 0 && (space === undefined || id === space));
      if (found) return { space: found.id, page: found.pages[0]!.id, title: found.pages[0]!.title };
    }
    return undefined;
  }
}

/** All meaningful words of a text, then without the last, and so on; at last each word alone. */
function queriesOf(text: string): string[] {
  const words = meaningfulWords(text).slice(0, mostWords);
  const together = words.map((_, index) => words.slice(0, words.length - index).join(' '));
  return [...new Set([...together, ...words])];
}
