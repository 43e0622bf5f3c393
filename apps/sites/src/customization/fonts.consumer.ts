import { Injectable } from '@nestjs/common';
import {
  fontDeleted,
  fontUpdated,
  type EventEnvelope,
  type FontChanged,
  type FontDefinition,
  type FontUpdated,
} from '@bindery/contracts';
import { Consumes, Outbox } from '@bindery/messaging';
import { siteUpdated } from '../model/site.events';
import { CustomizationRepository } from './customization.repository';

/** Updates sites when a font that they use changes. */
@Injectable()
export class FontsConsumer {
  constructor(
    private readonly customizations: CustomizationRepository,
    private readonly outbox: Outbox,
  ) {}

  @Consumes(fontUpdated, 'customizations-of-fonts')
  async updated({ organization, payload }: EventEnvelope<FontUpdated>): Promise<void> {
    await this.replace(organization!, payload.font, payload.definition);
  }

  /** A site without its own font uses that of the default look. */
  @Consumes(fontDeleted, 'customizations-of-deleted-fonts')
  async deleted({ organization, payload }: EventEnvelope<FontChanged>): Promise<void> {
    await this.replace(organization!, payload.font, null);
  }

  /** Runs in the transaction in which the event's receipt is recorded. */
  private async replace(organizationId: string, font: string, definition: FontDefinition | null): Promise<void> {
    for (const site of await this.customizations.replaceFont(organizationId, font, definition))
      await this.outbox.add(siteUpdated({ ...site, organizationId }, ''));
  }
}
