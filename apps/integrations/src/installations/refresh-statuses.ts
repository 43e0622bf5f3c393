import { Injectable } from '@nestjs/common';
import { RecordEvent } from '../queue/record-event';
import type { IntegrationEntity } from '../registry/integration.entity';
import { statusFor } from './configuration';
import { InstallationRepository } from './installation.repository';

const batch = 200;

/** Updates the statuses of installations after a publication, in its transaction. */
@Injectable()
export class RefreshStatuses {
  constructor(
    private readonly installations: InstallationRepository,
    private readonly events: RecordEvent,
  ) {}

  /** A version may require more than the one before, or less. */
  async of({ id, manifest }: IntegrationEntity): Promise<void> {
    for (let after = ''; ;) {
      const installations = await this.installations.ofIntegration(id, after, batch);
      for (const installation of installations) {
        const status = statusFor(manifest.configurations?.account, installation.configuration);
        if (installation.status === 'paused' || status === installation.status) continue;
        await this.installations.setStatus(installation.id, status);
        const { status: previous, configuration } = installation;
        await this.events.add(installation, 'installation_setup', {
          status,
          previous: { status: previous, configuration },
        });
      }
      if (installations.length < batch) return;
      after = installations.at(-1)!.id;
    }
  }
}
