import { Controller } from '@nestjs/common';
import { siteWeb as contract, type RequestOf } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { OpenSite } from './open-site';

/** Published sites as web pages. */
@Controller()
export class WebController {
  constructor(private readonly site: OpenSite) {}

  @Handles(contract.openSite)
  async openSite({ body }: RequestOf<typeof contract.openSite>) {
    return this.site.run(body);
  }
}
