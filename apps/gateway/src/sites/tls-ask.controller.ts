import { Controller, Get, Inject, Query, Res, SetMetadata, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { platformHosts } from '@bindery/config';
import { anonymous, hostnameCalls } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { anonymousKey } from '../auth/auth.guard';
import { InsideGuard } from '../health/inside.guard';
import { GATEWAY_CONFIG, type GatewayConfig } from '../gateway.config';

/** Answers a web server with certificates on demand whether it may request one for a host name: of a site, or the platform's own. */
@Controller('tls-ask')
@UseGuards(InsideGuard)
export class TlsAskController {
  private readonly own: readonly string[];

  constructor(
    private readonly rpc: RpcClient,
    @Inject(GATEWAY_CONFIG) config: GatewayConfig,
  ) {
    this.own = platformHosts(config);
  }

  @Get()
  @SetMetadata(anonymousKey, true)
  async ask(@Query('domain') domain: unknown, @Res() reply: FastifyReply): Promise<void> {
    const hostname = typeof domain === 'string' && domain.length <= 512 ? domain : '';
    const isKnown = this.own.includes(hostname.toLowerCase()) || (await this.isSite(hostname));
    void reply
      .status(isKnown ? 200 : 404)
      .header('cache-control', 'no-store')
      .send();
  }

  private async isSite(hostname: string): Promise<boolean> {
    const question = { principal: anonymous, body: { hostname } };
    return (await this.rpc.call(hostnameCalls.isCustomHostname, question)).isActive;
  }
}
