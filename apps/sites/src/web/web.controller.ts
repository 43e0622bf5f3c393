import { Controller } from '@nestjs/common';
import { siteWeb as contract, type RequestOf } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { OpenSite } from './open-site';
import { TakeFeedback } from './take-feedback';

/** Published sites as web pages. */
@Controller()
export class WebController {
  constructor(
    private readonly site: OpenSite,
    private readonly feedback: TakeFeedback,
  ) {}

  @Handles(contract.openSite)
  async openSite({ body }: RequestOf<typeof contract.openSite>) {
    return this.site.run(body);
  }

  @Handles(contract.askSite)
  async askSite({ body }: RequestOf<typeof contract.askSite>) {
    return this.site.run(body);
  }

  @Handles(contract.sendFeedback)
  async sendFeedback({ body }: RequestOf<typeof contract.sendFeedback>) {
    await this.feedback.run(body);
    return {};
  }
}
