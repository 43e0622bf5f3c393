import type { Batch, Principal } from '@bindery/contracts';
import { anonymous, timedOut } from '@bindery/contracts';
import { defaultTimeout, type RpcClient } from '@bindery/messaging';
import { currentContext } from '@bindery/observability';

/** Ids in one message at most. */
const maxIds = 1_000;

interface Pending {
  /** Milliseconds since 1970: the latest of those who wait. */
  deadline: number;
  ids: Map<
    string,
    {
      resolve: (value: object | undefined) => void;
      reject: (error: unknown) => void;
      promise: Promise<object | undefined>;
    }
  >;
}

/**
 * Asks the owners of foreign objects. While a question of a kind is under way, further ids of the kind are collected and
 * go out together when it returns: one message carries what many concurrent requests need, and a lone request does not
 * wait for company.
 */
export class Coalescer {
  private readonly lanes = new Map<string, { busy: boolean; pending: Pending }>();

  constructor(private readonly rpc: RpcClient) {}

  /** The owner's object of that id; undefined when there is none. */
  load<T extends object>(batch: Batch<T>, id: string, principal: Principal): Promise<T | undefined> {
    // Answers that depend on the caller may only be shared by requests of that caller.
    const lane = batch.perCaller ? `${batch.subject} ${principal.token}` : batch.subject;
    let state = this.lanes.get(lane);
    if (!state) this.lanes.set(lane, (state = { busy: false, pending: nobody() }));
    const { deadline = Date.now() + defaultTimeout } = currentContext() ?? {};
    state.pending.deadline = Math.max(state.pending.deadline, deadline);
    let entry = state.pending.ids.get(id);
    if (!entry) {
      let resolve!: (value: object | undefined) => void;
      let reject!: (error: unknown) => void;
      const promise = new Promise<object | undefined>((done, fail) => ((resolve = done), (reject = fail)));
      state.pending.ids.set(id, (entry = { resolve, reject, promise }));
      if (!state.busy) {
        state.busy = true;
        // Ids that the same tick asks for go in the same message.
        queueMicrotask(() => void this.drain(lane, batch as unknown as Batch, batch.perCaller ? principal : anonymous));
      }
    }
    return entry.promise as Promise<T | undefined>;
  }

  private async drain(lane: string, batch: Batch, principal: Principal): Promise<void> {
    const state = this.lanes.get(lane)!;
    while (state.pending.ids.size > 0) {
      const { ids, deadline } = state.pending;
      state.pending = nobody();
      const all = [...ids.keys()];
      const questions: Promise<void>[] = [];
      for (let at = 0; at < all.length; at += maxIds)
        questions.push(this.ask(batch, all.slice(at, at + maxIds), { ids, deadline }, principal));
      await Promise.all(questions);
    }
    state.busy = false;
    this.lanes.delete(lane);
  }

  private async ask(batch: Batch, some: string[], { ids, deadline }: Pending, principal: Principal): Promise<void> {
    try {
      const found = await this.rpc.ask(batch, some, principal, deadline);
      for (const id of some) ids.get(id)!.resolve(found[id]);
    } catch (error) {
      for (const id of some) ids.get(id)!.reject(error);
    }
  }
}

const nobody = (): Pending => ({ deadline: 0, ids: new Map() });

/** The longest (in milliseconds) that `setTimeout` can wait; for more it does not wait at all. */
const longest = 2 ** 31 - 1;

/**
 * What a request is told, or 504 at its deadline: it may have to wait for a question of somebody else, whose deadline is
 * later. Once for all that is loaded together, as hundreds of objects are.
 */
export function untilDeadline<T>(answer: Promise<T>): Promise<T> {
  const { deadline } = currentContext() ?? {};
  if (deadline === undefined) return answer;
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    const left = Math.min(deadline - Date.now(), longest);
    timer = setTimeout(() => reject(timedOut('The service took too long to answer')), left);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
