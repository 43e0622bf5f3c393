import { LRUCache } from 'lru-cache';
import { BatchLoader } from '@bindery/loading';
import type { Batch, Principal } from '@bindery/contracts';
import { anonymous, timedOut } from '@bindery/contracts';
import type { RpcClient } from '@bindery/messaging';
import { currentContext } from '@bindery/observability';

/**
 * Milliseconds for which cached answers are used. With the time of a request this keeps revoked tokens,
 * changed roles and changed names from being effective longer than a second on any replica.
 */
const maxAge = 800;

/** The maximum of ids in one message. */
const maxIds = 1_000;

/** The objects that were found, by id. */
type ObjectsById<T extends object = object> = Readonly<Record<string, T | undefined>>;

interface Question {
  ids: readonly string[];
  principal: Principal;
}

/**
 * Loads foreign objects from their owners. While a request of a kind is pending, further ids of the kind are collected and
 * sent together when it returns: one message carries the ids of many concurrent requests, and a lone request does not
 * wait for others. Batches that permit it are cached for `maxAge`.
 */
export class ForeignObjectLoader {
  /** The kinds with a pending or scheduled request. */
  private readonly underWay = new Map<string, BatchLoader<Question, ObjectsById>>();
  /** Cached answers, by subject, and by caller and the requested ids. Expired ones go at once: each may hold a thousand objects. */
  private readonly kept = new Map<string, LRUCache<string, Promise<ObjectsById>>>();

  constructor(private readonly rpc: RpcClient) {}

  /** The owner's objects of those ids and perhaps of others; missing ids are absent. */
  load<T extends object>(batch: Batch<T>, ids: readonly string[], principal: Principal): Promise<ObjectsById<T>> {
    return batch.kept ? this.loadKept(batch, ids, principal) : this.question(batch, ids, principal);
  }

  /** Clears the cache, so that the next request sees the changes of a mutation. Keeps its lists, because making them takes a millisecond. */
  clear(): void {
    for (const kept of this.kept.values()) kept.clear();
  }

  private async loadKept<T extends object>(
    batch: Batch<T>,
    ids: readonly string[],
    principal: Principal,
  ): Promise<ObjectsById<T>> {
    const kept = this.keptOf(batch);
    const answers = new Set<Promise<ObjectsById<T>>>();
    const unknown: string[] = [];
    const caller = callerOf(batch as unknown as Batch, principal);
    for (const id of ids) {
      const known = kept.get(caller + id);
      if (known) answers.add(known);
      else unknown.push(id);
    }
    if (unknown.length > 0) {
      const asked = this.question(batch, unknown, principal);
      answers.add(asked);
      for (const id of unknown) kept.set(caller + id, asked);
      asked.catch(() => {
        for (const id of unknown) if (kept.peek(caller + id) === asked) kept.delete(caller + id);
      });
    }
    const [first, ...further] = answers;
    if (first && further.length === 0) return first;
    return Object.assign({}, ...(await Promise.all(answers))) as ObjectsById<T>;
  }

  private keptOf<T extends object>({ subject }: Batch<T>): LRUCache<string, Promise<ObjectsById<T>>> {
    let kept = this.kept.get(subject);
    if (!kept) this.kept.set(subject, (kept = new LRUCache({ max: 10_000, ttl: maxAge, ttlAutopurge: true })));
    return kept as LRUCache<string, Promise<ObjectsById<T>>>;
  }

  private question<T extends object>(
    batch: Batch<T>,
    ids: readonly string[],
    principal: Principal,
  ): Promise<ObjectsById<T>> {
    const kind = callerOf(batch as unknown as Batch, principal) + batch.subject;
    let questions = this.underWay.get(kind);
    if (!questions) {
      const load = (some: Question[]) => this.ask(batch as unknown as Batch, some);
      questions = new BatchLoader(load, { most: Infinity, onIdle: () => this.underWay.delete(kind) });
      this.underWay.set(kind, questions);
    }
    return questions.load({ ids, principal }) as Promise<ObjectsById<T>>;
  }

  /** One request for all questions. If it depends on the caller, all have the same caller, and the last has the newest state. */
  private async ask(batch: Batch, questions: readonly Question[]): Promise<ObjectsById[]> {
    const principal = batch.perCaller ? questions.at(-1)!.principal : anonymous;
    const all = [...new Set(questions.flatMap(({ ids }) => ids))];
    const parts: Promise<ObjectsById>[] = [];
    for (let at = 0; at < all.length; at += maxIds)
      parts.push(this.rpc.callBatch(batch, all.slice(at, at + maxIds), principal));
    const [first, ...rest] = await Promise.all(parts);
    const found = Object.assign(first!, ...rest) as ObjectsById;
    return questions.map(() => found);
  }
}

/** Answers that depend on the caller are only shared by requests of that caller with the same key of a share link. */
const callerOf = ({ perCaller }: Batch, { token, shareKey = '' }: Principal): string =>
  perCaller ? `${token} ${shareKey} ` : '';

/** The longest delay (in milliseconds) of `setTimeout`; it does not wait at all for more. */
const longest = 2 ** 31 - 1;

/**
 * The answer for a request, or 504 at its deadline: the request may wait for one of another caller with a
 * later deadline. Called once for all objects that are loaded together, because there may be hundreds.
 */
export function untilDeadline<T>(answer: Promise<T>): Promise<T> {
  const { deadline } = currentContext() ?? {};
  if (deadline === undefined) return answer;
  return new Promise((resolve, reject) => {
    const left = Math.min(deadline - Date.now(), longest);
    const timer = setTimeout(() => reject(timedOut('The service took too long to answer')), left);
    const inTime =
      <A>(settle: (outcome: A) => void) =>
      (outcome: A) => {
        clearTimeout(timer);
        settle(outcome);
      };
    answer.then(inTime(resolve), inTime(reject));
  });
}
