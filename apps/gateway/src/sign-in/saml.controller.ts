import { Controller, Get, Inject, Param, Post, Req, Res, SetMetadata, UseFilters } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, signIn } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { anonymousKey } from '../auth/auth.guard';
import { GATEWAY_CONFIG, type GatewayConfig } from '../gateway.config';
import { readForm, sendJson, sendPage, wantsJson } from './form';
import { PageErrorFilter } from './page-error.filter';
import { codePage } from './pages';
import { sendSignedIn } from './sign-in.controller';

const call = { principal: anonymous, params: {}, query: {} };
const proofNeeded =
  'An account with your e-mail address exists. A mail with a code is on its way; the code connects the account with your identity provider.';

/** Each SAML provider's addresses. Identity decides; nothing of a response is believed here. */
@Controller('saml/:provider')
@UseFilters(PageErrorFilter)
export class SamlController {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Get('start')
  @SetMetadata(anonymousKey, true)
  async start(
    @Param('provider') provider: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { url } = await this.rpc.call(signIn.startSaml, { ...call, body: { provider, address: request.ip } });
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
    const body = { provider, response, relayState, address: request.ip };
    const completed = await this.rpc.call(signIn.completeSaml, { ...call, body });
    if (completed.signedIn) sendSignedIn(request, reply, this.config.PUBLIC_URL, completed.signedIn);
    else if (wantsJson(request)) sendJson(reply, completed);
    else sendPage(reply, codePage(completed.signIn!, proofNeeded));
  }

  @Get('metadata')
  @SetMetadata(anonymousKey, true)
  async metadata(@Param('provider') provider: string, @Res() reply: FastifyReply): Promise<void> {
    const { xml } = await this.rpc.call(signIn.getSamlMetadata, { ...call, body: { provider } });
    void reply.header('content-type', 'application/samlmetadata+xml').send(xml);
  }
}
