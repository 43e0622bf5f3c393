import { Injectable } from '@nestjs/common';
import { Database } from '@bindery/persistence';
import { RecordEvent } from '../events/record-event';
import type { IntegrationEntity } from '../registry/integration.entity';
import { statusFor } from './configuration';
import { InstallationRepository } from './installation.repository';

const batch = 200;

/** Keeps the statuses of installations in line with what was published, in the transaction of publishing. */
@Injectable()
export class RefreshStatuses {
  constructor(
    private readonly installations: InstallationRepository,
    private readonly events: RecordEvent,
    private readonly db: Database,
  ) {}

  /** A version may require more than the one before, and one that comes back ends the pause of all. */
  async of({ id, manifest }: IntegrationEntity): Promise<void> {
    for (let after = ''; ;) {
      const installations = await this.installations.ofIntegration(id, after, batch);
      for (const installation of installations) {
        const status = statusFor(manifest.configurations?.account, installation.configuration);
        if (status === installation.status) continue;
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

  /** What is not published does nothing. */
  async pause(integration: string): Promise<void> {
    await this.db.run(
      `update installation set status = 'paused', updated_at = now(), version = version + 1
       where integration_id = $1 and status <> 'paused'`,
      [integration],
    );
  }
}
