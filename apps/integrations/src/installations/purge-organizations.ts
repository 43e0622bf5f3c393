import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@bindery/messaging';
import { CLOCK, type Clock } from '@bindery/service';
import { EndedOrganizationRepository } from './ended-organization.repository';

const tenMinutes = 10 * 60 * 1000;

/** Removes the installations of purged organizations, and the secrets of their integrations. */
@Injectable()
export class PurgeOrganizations {
  constructor(
    private readonly organizations: EndedOrganizationRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns whether there may be more to remove. */
  @Interval('purge of organizations', tenMinutes)
  run(now = this.clock()): Promise<boolean> {
    return this.organizations.purge(now);
  }
}
