import { Inject, Injectable } from '@nestjs/common';
import { ApiError, spaces, type Endpoint, type Principal, type Space } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { LOGGER, type Logger } from '@bindery/observability';
import { DuplicationRepository, type Duplication } from './duplication.repository';

type Step = Pick<Duplication, 'id' | 'spaceId'>;

/**
 * Copies a space for a site. Content and sites keep their own transactions, so a crash may come between the copy and its
 * place in the site: what has begun is noted first, the copy is made once for each note, and the note ends with the place,
 * or once the copy is removed. A copy that whoever began this may not remove any more stays in the organization, and is
 * named in the log.
 */
@Injectable()
export class DuplicateSpace {
  constructor(
    private readonly rpc: RpcClient,
    private readonly duplications: DuplicationRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The copy; the one that was made before when this duplication was begun before. Throws what content throws. */
  async copy(principal: Principal, { id, spaceId }: Step): Promise<Space> {
    const { subject, timeout } = spaces.duplicateSpace as Endpoint;
    const request = { principal, params: { spaceId }, idempotencyKey: `site-space-${id}` };
    try {
      const { data } = await this.rpc.send(subject, request, timeout);
      return JSON.parse(data.toString()) as Space;
    } catch (error) {
      // There is no copy, and there will be none.
      if (isFinal(error)) await this.duplications.end(id);
      throw error;
    }
  }

  /** Removes the copy after a failure that asking again would not mend, unless another request has given it its place. */
  async undoAfter(error: unknown, principal: Principal, step: Step): Promise<void> {
    if (ApiError.from(error).code >= 500 || !(await this.duplications.undo(step.id))) return;
    await this.undo(principal, step);
  }

  /** Removes the copy of a duplication that is noted as undone; may be cut short and done again. */
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

/** Whether asking again changes nothing: neither the service, nor a request at the same time, nor a limit is the reason. */
export function isFinal(error: unknown): boolean {
  const { code } = ApiError.from(error);
  return code < 500 && code !== 409 && code !== 429;
}
