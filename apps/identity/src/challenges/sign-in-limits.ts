import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '@bindery/contracts';
import { networkOf } from '@bindery/service';
import { IDENTITY_CONFIG, type IdentityConfig } from '../identity.config';
import { AllowanceRepository } from '../rate-limit/allowance.repository';

/** Seconds over which attempts are counted. */
const period = 600;

/** Limits sign-in attempts: counted one by one, and also when the attempt fails. */
@Injectable()
export class SignInLimits {
  constructor(
    private readonly allowances: AllowanceRepository,
    @Inject(IDENTITY_CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** Throws 429 when mails were requested too often from this network address. */
  beforeRequest(address: string): Promise<void> {
    return this.count(`mail from ${networkOf(address)}`, this.config.SIGN_IN_PER_ADDRESS);
  }

  /** Throws 429 after too many mails to this e-mail address, known or not, so that the answer does not reveal known ones. */
  beforeMail(email: string): Promise<void> {
    return this.count(`mail to ${email}`, this.config.SIGN_IN_PER_EMAIL);
  }

  /** Throws 429 after too many tries from this network address. */
  beforeTry(address: string): Promise<void> {
    return this.count(`sign-in from ${networkOf(address)}`, 2 * this.config.SIGN_IN_PER_ADDRESS);
  }

  /** Throws 429 after too many redirects to providers; a company's users may share one network address. */
  beforeProvider(address: string): Promise<void> {
    return this.count(`provider from ${networkOf(address)}`, 20 * this.config.SIGN_IN_PER_ADDRESS);
  }

  private async count(subject: string, limit: number): Promise<void> {
    if (this.config.RATE_LIMIT === 'off') return;
    const { granted, resetsIn } = await this.allowances.lease(subject, { limit, lease: 1, period });
    if (granted > 0) return;
    const message = 'There were too many attempts to sign in; try again later';
    throw new ApiError(429, message, undefined, Math.ceil(resetsIn / 1000));
  }
}
