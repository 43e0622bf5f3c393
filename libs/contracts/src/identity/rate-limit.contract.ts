import { call, internal } from '../core/endpoint';
import { Int, OneOf, Text } from '../core/fields';

/**
 * The kinds of limits: on all requests of a token or session, of a user, to an organization, or of an address, and on some
 * operations once more, with less allowance.
 */
const allowanceKinds = ['token', 'user', 'organization', 'address', 'search', 'join', 'invites', 'agent'] as const;
export type AllowanceKind = (typeof allowanceKinds)[number];

export class LeaseAllowance {
  @OneOf(allowanceKinds) kind!: AllowanceKind;
  @Text({ min: 1, max: 128, description: 'The id or network address to which the limit applies.' }) subject!: string;
}

/** Requests that the holder of the lease may admit without asking again, until the period ends. */
export class AllowanceLease {
  @Int({ description: 'The maximum number of requests in a period.' }) limit!: number;
  @Int({ description: 'The number of requests that the holder may admit.' }) granted!: number;
  @Int({ description: 'The number of requests that nobody has leased yet.' }) remaining!: number;
  @Int({ description: 'The time until the period ends, in milliseconds.' }) resetsIn!: number;
}

/** Rate limits are kept by identity and applied by the gateway's replicas. */
export const rateLimits = internal('identity', {
  leaseAllowance: call({ body: LeaseAllowance, returns: AllowanceLease }),
});
