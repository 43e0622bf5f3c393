import { Inject, Injectable } from '@nestjs/common';
import { userProfiles, siteSpaces, type Endpoint, type Principal } from '@bindery/contracts';
import { Interval, RpcClient } from '@bindery/messaging';
import { LOGGER, type Logger } from '@bindery/observability';
import { CLOCK, type Clock } from '@bindery/service';
import { DuplicateSpace, isFinal } from './duplicate-space';
import { DuplicationRepository, type Duplication } from './duplication.repository';

/** Milliseconds after which the original request has certainly ended. */
const patience = 60_000;
const atOnce = 20;
/** Milliseconds until a failed duplication is retried, so that it does not block the others. */
const rest = 600_000;

/** Finishes, or completes undoing, duplications of site-spaces that a crash interrupted: repeats them with their own keys. */
@Injectable()
export class FinishDuplications {
  /** The time of the next try of failed ones, in milliseconds since 1970. */
  private readonly resting = new Map<string, number>();

  constructor(
    private readonly duplications: DuplicationRepository,
    private readonly duplicate: DuplicateSpace,
    private readonly rpc: RpcClient,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Interval('duplications of site-spaces', 20_000)
  async run(now = this.clock()): Promise<boolean> {
    for (const [id, until] of this.resting) if (until <= now.getTime()) this.resting.delete(id);
    const pending = await this.duplications.pending(new Date(now.getTime() - patience), atOnce, [
      ...this.resting.keys(),
    ]);
    for (const duplication of pending)
      // A failed duplication does not block the others.
      await this.finish(duplication).catch((error: unknown) => {
        this.resting.set(duplication.id, now.getTime() + rest);
        this.logger.warn({ err: error, duplication: duplication.id }, 'A duplication of a site space waits');
      });
    return false;
  }

  private async finish(duplication: Duplication): Promise<void> {
    const { id, siteId, organizationId, siteSpaceId, userId, idempotencyKey } = duplication;
    const principal = await this.principalOf(userId);
    const { subject, timeout } = siteSpaces.duplicateSiteSpace as Endpoint;
    const params = { organizationId, siteId, siteSpaceId };
    try {
      if (duplication.undoing) return await this.duplicate.undo(principal, duplication);
      // In the same form as the gateway sends it, so that a client's retry with the same key counts as the same request.
      await this.rpc.callRaw(subject, { principal, params, query: {}, idempotencyKey }, timeout);
    } catch (error) {
      // Another replica or the client itself may be running it, too.
      if (!isFinal(error)) throw error;
      this.logger.warn({ err: error, duplication: id }, 'A duplication of a site space was not finished');
      await this.duplicate.undoAfter(error, principal, duplication);
    }
  }

  /** The user's present principal; a deleted user has no roles. */
  private async principalOf(user: string): Promise<Principal> {
    const nobody: Principal = { kind: 'user', user, token: '', organizations: {} };
    const { [user]: profile } = await this.rpc.callBatch(userProfiles, [user], nobody);
    return { ...nobody, organizations: profile?.organizations ?? {} };
  }
}
