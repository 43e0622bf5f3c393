import { Controller, Get, Header, Inject, Res, SetMetadata } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { RpcClient } from '@bindery/messaging';
import { anonymousKey } from '../auth/auth.guard';
import { GATEWAY_CONFIG, type GatewayConfig } from '../gateway.config';
import { sendPage } from '../sign-in/form';
import { homePage } from './home-page';
import { PublicSiteList } from './public-site-list';
import { style } from './style';

/** The page at the platform's own address, with links to everything else that users open in a browser. */
@Controller()
export class HomeController {
  /** Absent where the page lists no sites. */
  private readonly sites?: PublicSiteList;
  private readonly home: { host: string; prefix: string };

  constructor(rpc: RpcClient, @Inject(GATEWAY_CONFIG) { PUBLIC_URL, HOME_SITES }: GatewayConfig) {
    if (HOME_SITES === 'on') this.sites = new PublicSiteList(rpc);
    const { host, pathname } = new URL(PUBLIC_URL);
    this.home = { host, prefix: pathname.replace(/\/$/, '') };
  }

  @Get()
  @SetMetadata(anonymousKey, true)
  async show(@Res() reply: FastifyReply): Promise<void> {
    sendPage(reply, homePage(this.home, this.sites && { list: await this.sites.newest() }));
  }

  @Get('home/style.css')
  @SetMetadata(anonymousKey, true)
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  style(): string {
    return style;
  }
}
