import type { call, RequestOf } from './client';
import type { OperationName } from './contracts';
import { isUnanswered } from './request-error';

/** Milliseconds after which the same request is meant as another one. */
const repeatedWithin = 60_000;

/**
 * Calls operations so that the same request, sent again soon after its answer was lost, is done once: it keeps its key until another
 * request succeeds.
 */
export function repeatableCall(send: typeof call): typeof call {
  let lost: { sent: string; key: string; at: number } | undefined;
  return async <N extends OperationName>(name: N, request: RequestOf<N> = {}) => {
    const { params, query, body } = request;
    const sent = JSON.stringify([name, params, query, body]);
    const isRepeated = lost?.sent === sent && Date.now() - lost.at < repeatedWithin;
    const key = request.idempotencyKey ?? (isRepeated ? lost!.key : crypto.randomUUID());
    try {
      const answer = await send(name, { ...request, idempotencyKey: key });
      lost = undefined;
      return answer;
    } catch (error) {
      // Another refusal, such as that the first request still runs, says nothing about the first one.
      if (isUnanswered(error)) lost = { sent, key, at: Date.now() };
      throw error;
    }
  };
}
