import { Inject, Injectable } from '@nestjs/common';
import { defaultTokenLifetimeDays, invalid, type Principal } from '@bindery/contracts';
import { CLOCK, type Clock } from '@bindery/service';
import { OrganizationRepository } from '../organizations/organization.repository';

const day = 86_400_000;

/** When new tokens end. */
@Injectable()
export class TokenLifetime {
  constructor(
    private readonly organizations: OrganizationRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The moment that was asked for, or the latest that is allowed: the end of the credential with which the token is made,
   * and the longest life that one of the user's organizations gives to tokens. Each organization is opened only as long as
   * its own limit says. Throws 400 for a moment that is too late or past.
   */
  async endOf({ organizations }: Principal, endOfMaker: Date | null, asked: string | undefined): Promise<Date> {
    const now = this.clock().getTime();
    const days =
      (await this.organizations.longestTokenLifetime(Object.keys(organizations))) ?? defaultTokenLifetimeDays;
    const latest = new Date(Math.min(now + days * day, endOfMaker?.getTime() ?? Infinity));
    if (asked === undefined) return latest;
    const end = new Date(asked);
    if (end.getTime() <= now) throw invalid('body.expiresAt', 'expiresAt must lie in the future');
    if (end > latest)
      throw invalid(
        'body.expiresAt',
        `expiresAt must not be later than ${latest.toISOString()}, when such a token ends`,
      );
    return end;
  }
}
