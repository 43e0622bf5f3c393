import { Injectable } from '@nestjs/common';
import { Outbox } from '@bindery/messaging';
import { spaceVisibilityUpdated } from './space.events';
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
    await this.outbox.add(spaceVisibilityUpdated(await this.spaces.byId(id), 'in-collection'));
  }
}
