import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CredentialKind, SignedIn } from '@bindery/contracts';
import { Cookies, isNextPath } from '../auth/session';
import { Principals } from '../auth/principals';
import { GATEWAY_CONFIG, type GatewayConfig } from '../gateway.config';
import { sendJson, sendPage, wantsJson } from './form';
import { signedInPage } from './pages';

const longestClient = 255;

/** The last step of a sign-in: a program gets a token in the answer, a browser a session in a cookie. */
@Injectable()
export class SignedInAnswers {
  readonly cookies: Cookies;
  private readonly base: string;

  constructor(
    private readonly principals: Principals,
    @Inject(GATEWAY_CONFIG) { PUBLIC_URL }: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {
    this.cookies = new Cookies(PUBLIC_URL);
    this.base = new URL(PUBLIC_URL).pathname.replace(/\/$/, '');
  }

  /** The data about a caller with a proof that identity needs. */
  callerOf(request: FastifyRequest): { browser: string; credential: CredentialKind; address: string; client?: string } {
    const client = request.headers['user-agent']?.slice(0, longestClient);
    return {
      browser: this.cookies.read(request, 'browser') ?? '',
      credential: wantsJson(request) ? 'token' : 'session',
      address: request.ip,
      ...(client && { client }),
    };
  }

  send(request: FastifyRequest, reply: FastifyReply, { token, session, user }: SignedIn): void {
    // A first proof of an address ends all earlier credentials for it.
    this.principals.forget();
    if (!session) return sendJson(reply, { token, user });
    const asked = this.cookies.read(request, 'next');
    this.cookies.set(reply, 'session', session.secret, new Date(session.endsAt));
    this.cookies.set(reply, 'next', '');
    sendPage(reply, signedInPage(user, this.base + (isNextPath(asked) ? asked : '/app')));
  }
}
