import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, ApiError, siteNames, siteWeb } from '@bindery/contracts';
import type { RpcClient } from '@bindery/messaging';
import { networkOf } from '@bindery/service';
import { tooManyRequests, type Allowances } from '../rate-limit/allowances';
import { readForm } from '../sign-in/form';
import { sendFailure } from './site-pages';
import { visitAddress } from './visit-address';

/** The address for feedback on a page, after its path. */
export const feedbackAddress = new RegExp(`/${siteNames.feedback}$`);
const longestComment = 512;

/** Accepts feedback of readers on pages of sites, by a form that works without a script. */
export class SiteFeedback {
  constructor(
    private readonly rpc: RpcClient,
    private readonly allowances: Allowances,
    private readonly isUnlimited: boolean,
  ) {}

  async take(address: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      if (!this.isUnlimited) await this.admit(request.ip);
      const field = await readForm(request);
      const rating = field('rating');
      if (rating !== 'good' && rating !== 'bad') throw new ApiError(400, 'rating must be good or bad');
      const comment = field('comment').trim().slice(0, longestComment);
      const { url } = visitAddress(pageOf(address).href, request);
      const body = { url, rating, ...(comment && { comment }) } as const;
      await this.rpc.call(siteWeb.sendFeedback, { principal: anonymous, body });
      void reply
        .status(303)
        .headers({ location: relativePage(address), 'cache-control': 'no-store' })
        .send();
    } catch (error) {
      const { code, message, retryAfter } = ApiError.from(error);
      if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
      sendFailure(reply, code, code < 500 ? message : 'The site is not available; try again later');
    }
  }

  /** Uses the limit of guessed addresses, which no reader exceeds. Throws 429. */
  private async admit(address: string): Promise<void> {
    const { admitted, resetsAt } = await this.allowances.take('join', `feedback ${networkOf(address)}`);
    if (!admitted) throw tooManyRequests(resetsAt);
  }
}

/** The address of the page with the form. */
function pageOf(address: string): URL {
  const url = new URL(address);
  url.pathname = url.pathname.replace(feedbackAddress, '');
  return url;
}

/** The address of the page with the form, relative to the form's own: a proxy may have other paths. */
function relativePage(address: string): string {
  const page = new URL(address).pathname.split('/').at(-2);
  return page ? `../${page}` : './';
}
