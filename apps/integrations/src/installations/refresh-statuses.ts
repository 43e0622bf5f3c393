import { Injectable } from '@nestjs/common';
import type { InstallationStatus } from '@bindery/contracts';
import { RecordEvent } from '../queue/record-event';
import type { IntegrationEntity } from '../registry/integration.entity';
import { statusFor } from './configuration';
import { InstallationRepository, type Installation } from './installation.repository';

const batch = 200;

type Manifest = IntegrationEntity['manifest'];

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
      for (const installation of installations)
        if (newStatus(manifest, installation)) await this.refresh(manifest, installation.id);
      if (installations.length < batch) return;
      after = installations.at(-1)!.id;
    }
  }

  /** Reads the installation again under its lock: another request may have configured or paused it meanwhile. */
  private async refresh(manifest: Manifest, id: string): Promise<void> {
    const installation = await this.installations.lock(id);
    const status = installation && newStatus(manifest, installation);
    if (!status) return;
    await this.installations.setStatus(id, status);
    const { status: previous, configuration } = installation;
    await this.events.add(installation, 'installation_setup', {
      status,
      previous: { status: previous, configuration },
    });
  }
}

/** The status that the configuration gives an installation; undefined if it has it, or is paused. */
function newStatus(manifest: Manifest, { status, configuration }: Installation): InstallationStatus | undefined {
  const given = statusFor(manifest.configurations?.account, configuration);
  return status === 'paused' || status === given ? undefined : given;
}
