import { Controller, Get, Query, Res, SetMetadata } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { anonymous, hostnameCalls } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { anonymousKey } from '../auth/auth.guard';

/** Tells a web server that gets certificates on demand for which host names it may ask: those at which sites are served. */
@Controller('tls-ask')
export class TlsAskController {
  constructor(private readonly rpc: RpcClient) {}

  @Get()
  @SetMetadata(anonymousKey, true)
  async ask(@Query('domain') domain: unknown, @Res() reply: FastifyReply): Promise<void> {
    const hostname = typeof domain === 'string' && domain.length <= 512 ? domain : '';
    const { isActive } = await this.rpc.call(hostnameCalls.isCustomHostname, {
      principal: anonymous,
      body: { hostname },
    });
    void reply
      .status(isActive ? 200 : 404)
      .header('cache-control', 'no-store')
      .send();
  }
}
