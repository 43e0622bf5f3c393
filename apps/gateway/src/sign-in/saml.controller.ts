import { Controller, Get, Param, Post, Req, Res, SetMetadata, UseFilters } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, signIn } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { anonymousKey } from '../auth/auth.guard';
import { readForm, sendJson, sendPage, wantsJson } from './form';
import { PageErrorFilter } from './page-error.filter';
import { codePage, repeatPage } from './pages';
import { SignedInAnswers } from './signed-in';

const call = { principal: anonymous, params: {}, query: {} };
const proofNeeded =
  'An account with your e-mail address exists. A mail with a code is on its way; the code connects the account with your identity provider.';

/** The endpoints of each SAML provider. Identity decides, and accepts no response to a request of another browser. */
@Controller('saml/:provider')
@UseFilters(PageErrorFilter)
export class SamlController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly answers: SignedInAnswers,
  ) {}

  @Get('start')
  @SetMetadata(anonymousKey, true)
  async start(
    @Param('provider') provider: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const browser = this.answers.cookies.browserOf(request, reply);
    const { url } = await this.rpc.call(signIn.startSaml, {
      ...call,
      body: { provider, address: request.ip, browser },
    });
    void reply.header('cache-control', 'no-store').redirect(url, 302);
  }

  @Post('acs')
  @SetMetadata(anonymousKey, true)
  async consume(
    @Param('provider') provider: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const field = await readForm(request);
    const [response, relayState] = [field('SAMLResponse'), field('RelayState')];
    if (this.isKeptBack(request) && field('repeated') === '')
      return sendPage(reply, repeatPage(request.url, response, relayState));
    const body = { ...this.answers.callerOf(request), provider, response, relayState };
    const completed = await this.rpc.call(signIn.completeSaml, { ...call, body });
    if (completed.signedIn) this.answers.send(request, reply, completed.signedIn);
    else if (wantsJson(request)) sendJson(reply, completed);
    else sendPage(reply, codePage(completed.signIn!, proofNeeded));
  }

  @Get('metadata')
  @SetMetadata(anonymousKey, true)
  async metadata(@Param('provider') provider: string, @Res() reply: FastifyReply): Promise<void> {
    const { xml } = await this.rpc.call(signIn.getSamlMetadata, { ...call, body: { provider } });
    void reply.header('content-type', 'application/samlmetadata+xml').send(xml);
  }

  /** Some browsers send no cookie with a form of another site; with one of our own page they do. */
  private isKeptBack(request: FastifyRequest): boolean {
    return !wantsJson(request) && this.answers.cookies.read(request, 'browser') === undefined;
  }
}
