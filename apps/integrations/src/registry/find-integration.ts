import { Injectable } from '@nestjs/common';
import { notFound, type Principal } from '@bindery/contracts';
import type { IntegrationEntity } from './integration.entity';
import { sees } from './integration.policy';
import { IntegrationRepository } from './integration.repository';

@Injectable()
export class FindIntegration {
  constructor(private readonly integrations: IntegrationRepository) {}

  /** The integration of that name; undefined when the caller may not see it. */
  async ifVisible(principal: Principal, name: string): Promise<IntegrationEntity | undefined> {
    const integration = await this.integrations.byName(name);
    return integration && sees(principal, integration) ? integration : undefined;
  }

  /** Throws 404 when there is none, or the caller may not see it. */
  async visible(principal: Principal, name: string): Promise<IntegrationEntity> {
    const integration = await this.ifVisible(principal, name);
    if (!integration) throw notFound('Integration');
    return integration;
  }
}
