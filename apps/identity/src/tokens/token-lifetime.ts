import { Inject, Injectable } from '@nestjs/common';
import { defaultTokenLifetimeDays, invalid, type Principal } from '@bindery/contracts';
import { CLOCK, type Clock } from '@bindery/service';
import { OrganizationRepository } from '../organizations/organization.repository';

const day = 86_400_000;

/** Determines the end of new tokens. */
@Injectable()
export class TokenLifetime {
  constructor(
    private readonly organizations: OrganizationRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The requested end, or the latest possible one: the end of the credential that creates the token,
   * and the longest token lifetime of the user's organizations. A token gives access to each organization only within
   * that organization's own limit. Throws 400 for an end that is too late or past.
   */
  async endOf({ organizations }: Principal, endOfMaker: Date | null, asked: string | undefined): Promise<Date> {
    const now = this.clock().getTime();
    const days =
      (await this.organizations.longestTokenLifetime(Object.keys(organizations))) ?? defaultTokenLifetimeDays;
    const latest = new Date(Math.min(now + days * day, endOfMaker?.getTime() ?? Infinity));
    if (asked === undefined) return latest;
    const end = new Date(asked);
    if (end.getTime() <= now) throw invalid('body.expiresAt', 'expiresAt must be in the future');
    if (end > latest)
      throw invalid(
        'body.expiresAt',
        `expiresAt must not be later than ${latest.toISOString()}, the end of the longest lifetime`,
      );
    return end;
  }
}
