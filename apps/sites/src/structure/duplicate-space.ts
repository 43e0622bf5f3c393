import { Inject, Injectable } from '@nestjs/common';
import { ApiError, spaces, type Endpoint, type Principal, type Space } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { LOGGER, type Logger } from '@bindery/observability';
import { DuplicationRepository, type Duplication } from './duplication.repository';

type Step = Pick<Duplication, 'id' | 'spaceId'>;

/**
 * Copies a space for a site. Content and sites keep their own transactions, so a crash may come between the copy and its
 * site-space: the duplication is stored first, each stored duplication makes one copy, and it ends with the site-space,
 * or once the copy is removed. A copy that the user may no longer remove stays in the organization, and is
 * named in the log.
 */
@Injectable()
export class DuplicateSpace {
  constructor(
    private readonly rpc: RpcClient,
    private readonly duplications: DuplicationRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The copy; an earlier call of the same duplication has made the same one. Throws the errors of content. */
  async copy(principal: Principal, { id, spaceId }: Step): Promise<Space> {
    const { subject, timeout } = spaces.duplicateSpace as Endpoint;
    const request = { principal, params: { spaceId }, idempotencyKey: `site-space-${id}` };
    try {
      const { data } = await this.rpc.callRaw(subject, request, timeout);
      return JSON.parse(data.toString()) as Space;
    } catch (error) {
      // There is no copy, and there will be none.
      if (isFinal(error)) await this.duplications.end(id);
      throw error;
    }
  }

  /** Removes the copy after a failure that a retry would not mend, unless another request has added its site-space. */
  async undoAfter(error: unknown, principal: Principal, step: Step): Promise<void> {
    if (ApiError.from(error).code >= 500 || !(await this.duplications.undo(step.id))) return;
    await this.undo(principal, step);
  }

  /** Removes the copy of a duplication that is marked as undone; may be interrupted and repeated. */
  async undo(principal: Principal, step: Step): Promise<void> {
    const copy = await this.copy(principal, step);
    await this.rpc
      .call(spaces.deleteSpaceById, { principal, params: { spaceId: copy.id } })
      .catch((failure: unknown) => {
        if (!isFinal(failure)) throw failure;
        if (ApiError.from(failure).code !== 404)
          this.logger.warn(
            { err: failure, space: copy.id },
            'A copy of a space that no site shows could not be removed',
          );
      });
    await this.duplications.end(step.id);
  }
}

/** Whether a retry would fail in the same way: the cause is neither the service, nor a concurrent request, nor a limit. */
export function isFinal(error: unknown): boolean {
  const { code } = ApiError.from(error);
  return code < 500 && code !== 409 && code !== 429;
}
