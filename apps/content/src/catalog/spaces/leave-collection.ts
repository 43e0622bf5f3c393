import { Injectable } from '@nestjs/common';
import { spaceVisibilityUpdated } from '@bindery/contracts';
import { Outbox } from '@bindery/messaging';
import { SpaceRepository } from './space.repository';

/** Makes a space private that was visible in its collection, when it moves to the top. */
@Injectable()
export class LeaveCollection {
  constructor(
    private readonly spaces: SpaceRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Runs in the transaction that moves the space, which has raised the version. */
  async run(id: string): Promise<void> {
    if (!(await this.spaces.leaveCollection(id))) return;
    const { organizationId: organization, version, visibility } = await this.spaces.byId(id);
    const payload = { space: id, previousVisibility: 'in-collection', visibility };
    await this.outbox.add(spaceVisibilityUpdated, { organization, aggregate: id, version, payload });
  }
}
