import { Controller, Get, Inject, Post, Req, Res, SetMetadata, UseFilters } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, oauth, tokenScopes, type OAuthAnswer } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { networkOf } from '@bindery/service';
import { anonymousKey, foreignTokensKey } from '../auth/auth.guard';
import { GATEWAY_CONFIG, type GatewayConfig } from '../gateway.config';
import { readJson } from '../http/read-body';
import { Allowances, tooManyRequests } from '../rate-limit/allowances';
import { readForm } from '../sign-in/form';
import { OAuthErrorFilter } from './oauth-error.filter';
import { parametersOf } from './parameters';

const longestMetadata = 64 * 1024;
const known = [
  ...['grant_type', 'code', 'redirect_uri', 'client_id', 'client_secret', 'code_verifier', 'refresh_token', 'scope'],
  ...['token', 'resource'],
];

/** Operations of OAuth clients: discovery (RFC 8414, 9728), registration (RFC 7591), tokens (RFC 6749, 7009). */
@Controller()
@UseFilters(OAuthErrorFilter)
export class OAuthController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly allowances: Allowances,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Get(['.well-known/oauth-protected-resource', '.well-known/oauth-protected-resource/mcp'])
  @SetMetadata(anonymousKey, true)
  resource(@Res() reply: FastifyReply): void {
    const { PUBLIC_URL } = this.config;
    void reply.header('cache-control', 'public, max-age=300').send({
      resource: `${PUBLIC_URL}/mcp`,
      resource_name: 'Bindery',
      authorization_servers: [PUBLIC_URL],
      scopes_supported: tokenScopes,
      bearer_methods_supported: ['header'],
    });
  }

  @Get(['.well-known/oauth-authorization-server', '.well-known/oauth-authorization-server/mcp'])
  @SetMetadata(anonymousKey, true)
  server(@Res() reply: FastifyReply): void {
    const { PUBLIC_URL } = this.config;
    void reply.header('cache-control', 'public, max-age=300').send({
      issuer: PUBLIC_URL,
      authorization_endpoint: `${PUBLIC_URL}/oauth/authorize`,
      token_endpoint: `${PUBLIC_URL}/oauth/token`,
      registration_endpoint: `${PUBLIC_URL}/oauth/register`,
      revocation_endpoint: `${PUBLIC_URL}/oauth/revoke`,
      scopes_supported: tokenScopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
  }

  @Post('oauth/register')
  @SetMetadata(anonymousKey, true)
  @SetMetadata(foreignTokensKey, true)
  async register(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.take('join', request);
    const metadata = await readJson(request, longestMetadata);
    const body = { metadata: metadata as Record<string, unknown> };
    answer(reply, await this.rpc.call(oauth.registerOAuthClient, { principal: anonymous, body }));
  }

  @Post('oauth/token')
  @SetMetadata(anonymousKey, true)
  @SetMetadata(foreignTokensKey, true)
  async token(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.take('agent', request);
    const { authorization } = request.headers;
    const parameters = parametersOf(known, await readForm(request));
    const body = { parameters, ...(authorization && { authorization }) };
    answer(reply, await this.rpc.call(oauth.exchangeOAuthToken, { principal: anonymous, body }));
  }

  @Post('oauth/revoke')
  @SetMetadata(anonymousKey, true)
  @SetMetadata(foreignTokensKey, true)
  async revoke(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.take('agent', request);
    const parameters = parametersOf(known, await readForm(request));
    await this.rpc.call(oauth.revokeOAuthToken, { principal: anonymous, body: { parameters } });
    answer(reply, { status: 200, body: {} });
  }

  private async take(kind: 'agent' | 'join', { ip }: FastifyRequest): Promise<void> {
    if (this.config.RATE_LIMIT === 'off') return;
    const { admitted, resetsAt } = await this.allowances.take(kind, `oauth ${networkOf(ip)}`);
    if (!admitted) throw tooManyRequests(resetsAt);
  }
}

const answer = (reply: FastifyReply, { status, body }: OAuthAnswer): void =>
  void reply
    .status(status)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', pragma: 'no-cache' })
    .send(body);
