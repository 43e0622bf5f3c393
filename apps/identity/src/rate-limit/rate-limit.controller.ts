import { Controller, Inject } from '@nestjs/common';
import { rateLimits as contract, type AllowanceKind, type RequestOf } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { networkOf } from '@bindery/service';
import { IDENTITY_CONFIG, type IdentityConfig } from '../identity.config';
import { AllowanceRepository } from './allowance.repository';

/** Seconds. */
const period = 60;
/** A lease is that part of the limit: it bounds the number of shared writes a period, and the unused requests of a replica. */
const leases = 20;

/** Issues leases to the gateway's replicas, so that they need not share a write for every request. */
@Controller()
export class RateLimitController {
  private readonly limits: Record<AllowanceKind, number>;

  constructor(
    private readonly allowances: AllowanceRepository,
    @Inject(IDENTITY_CONFIG) config: IdentityConfig,
  ) {
    this.limits = {
      token: config.RATE_LIMIT_TOKEN,
      user: config.RATE_LIMIT_USER,
      organization: config.RATE_LIMIT_ORGANIZATION,
      address: config.RATE_LIMIT_ADDRESS,
      search: config.RATE_LIMIT_SEARCH,
      join: config.RATE_LIMIT_JOIN,
      invites: config.RATE_LIMIT_INVITES,
      agent: config.RATE_LIMIT_AGENT,
    };
  }

  @Handles(contract.leaseAllowance)
  lease({ body: { kind, subject } }: RequestOf<typeof contract.leaseAllowance>) {
    const limit = this.limits[kind];
    const counted = kind === 'address' ? networkOf(subject) : subject;
    return this.allowances.lease(`${kind} ${counted}`, { limit, lease: Math.ceil(limit / leases), period });
  }
}
