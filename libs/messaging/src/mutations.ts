import { createHash } from 'node:crypto';
import {
  ApiError,
  auditEvent,
  conflict,
  preconditionFailed,
  type Endpoint,
  type ServiceName,
} from '@bindery/contracts';
import { Database, lockVersion, type RowOfVersion, type TransactionGroup } from '@bindery/persistence';
import { Outbox } from './events/outbox';
import { currentCall, type Call } from './rpc/call';
import { rawAnswer, versionOf, withVersion } from './rpc/answer-marks';

/** The object that a mutation changes, and its organization. */
export interface MutationTarget {
  organization: string | null;
  target: { type: string; id: string };
  /** The row's version as it was loaded: what `If-Match` is compared with. */
  version?: number;
  /** The row that has the version, which is locked before `If-Match` is compared. */
  row?: RowOfVersion;
  /** Texts of the audit row besides the ids of the path. */
  details?: Record<string, string>;
}

interface StoredAnswer {
  fingerprint: string;
  /** JSON: the sealed answer. */
  answer: string | null;
  row_version: string | null;
  secret_of: string | null;
}

/** Keeps answers from being read where they are stored: they may hold what only the caller may see. */
export interface AnswerSeal {
  seal(text: string, context: string): string;
  open(sealed: string, context: string): string;
}

/**
 * The one way to change anything: a transaction that also holds the audit row and the answer under the caller's
 * `Idempotency-Key`, after `If-Match` was compared (decision 6 in docs/architecture/decisions).
 */
export class Mutations {
  /** The keys of the calls that this process is working on. */
  private readonly running = new Set<string>();

  constructor(
    private readonly service: ServiceName,
    private readonly db: Database,
    private readonly outbox: Outbox,
    private readonly operations: ReadonlyMap<string, Pick<Endpoint, 'secret' | 'groupCommit'>>,
    private readonly answers: AnswerSeal,
  ) {}

  /**
   * Runs `work`, whose result is the operation's answer, in one transaction. Throws 412 when `If-Match` names another
   * version than that of the target, 409 while a call with the same key is running. The transaction is one with those of
   * others where the contract says so (`groupCommit`).
   *
   * Another mutation may come between the loading of the version and this one. It is noticed where the target names its row, and
   * where the answer has a version, because every mutation raises that of the row by one. A caller that locks the row in a
   * transaction of its own, and then reads the version, prevents it. Throws an error for a version with none of these.
   */
  async run<T>(target: MutationTarget, work: () => Promise<T>): Promise<T> {
    const call = currentCall();
    if (!call) throw new Error('A mutation needs a call to account to');
    const { version = 0, row } = target;
    const key = keyOf(call);
    const expected = target.version === undefined ? undefined : versionsIn(call);
    if (!row) compare(expected, version);
    const isGuarded = version === 0 || row !== undefined || this.db.inTransaction;
    const all = async () => {
      if (key) await this.claim(call, key);
      if (expected && row) compare(expected, await lockVersion(this.db, row));
      const answer = await work();
      const after = versionOf(answer);
      if (!isGuarded && after === undefined)
        throw new Error(`${call.operation}: If-Match needs its row, locked or named`);
      if (expected && !row && after !== undefined && after > version + 1) throw outdated();
      await this.audit(call, target);
      if (key) await this.store(call, key, target, answer);
      return answer;
    };
    return this.alone(key, () => this.db.transaction(all, this.groupOf(call, target)));
  }

  /**
   * Refuses a second call with a key while the first runs in this process: in a shared transaction the lock of `claim` belongs
   * to both.
   */
  private async alone<T>(key: string | undefined, work: () => Promise<T>): Promise<T> {
    if (!key) return work();
    if (this.running.has(key)) throw stillRunning();
    this.running.add(key);
    try {
      return await work();
    } finally {
      this.running.delete(key);
    }
  }

  private groupOf({ operation }: Call, { target: { type, id } }: MutationTarget): TransactionGroup | undefined {
    const groupCommit = this.operations.get(operation)?.groupCommit;
    return groupCommit && { key: `${type} ${id}`, isFollowed: groupCommit === 'all' };
  }

  /** Throws 412 when `If-Match` names another version: for what asks other services before its own transaction begins. */
  requireVersion(version: number): void {
    const call = currentCall();
    if (call) compare(versionsIn(call), version);
  }

  /** The answer of an earlier call with the same key. Throws 422 when that call was a different one. */
  async replay(call: Call): Promise<{ answer: unknown } | undefined> {
    const key = keyOf(call);
    if (!key) return undefined;
    const [stored] = await this.db.query<StoredAnswer>(
      `select fingerprint, answer::text, row_version, secret_of from idempotency
       where key = $1 and created_at > now() - interval '24 hours'`,
      [key],
    );
    if (!stored) return undefined;
    const { fingerprint, answer, row_version: rowVersion, secret_of: secretOf } = stored;
    if (fingerprint !== fingerprintOf(call))
      throw new ApiError(422, 'This Idempotency-Key was used for another request; use a new one');
    if (secretOf) throw conflict(`This request was made before and created ${secretOf}; its secret is shown only once`);
    if (answer === null) return { answer: undefined };
    const raw = rawAnswer<object>(Buffer.from(this.opened(answer, key)));
    return { answer: rowVersion === null ? raw : withVersion(raw, Number(rowVersion)) };
  }

  /** Releases before this one stored answers as they were, and they are kept for a day. */
  private opened(stored: string, key: string): string {
    const value: unknown = JSON.parse(stored);
    return typeof value === 'string' ? this.answers.open(value, key) : stored;
  }

  /** Makes calls with one key follow each other, and refuses the second while the first runs in another replica. */
  private async claim(call: Call, key: string): Promise<void> {
    const [row] = await this.db.query<{ free: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free`,
      [key],
    );
    if (!row?.free) throw stillRunning();
    // One that ended between the look-up and the lock: the caller gets its answer by asking again.
    if (await this.replay(call)) throw stillRunning();
  }

  private async store(call: Call, key: string, { target }: MutationTarget, answer: unknown): Promise<void> {
    const secret = this.operations.get(call.operation)?.secret;
    await this.db.run(
      `insert into idempotency (key, fingerprint, answer, row_version, secret_of) values ($1, $2, $3, $4, $5)
       on conflict (key) do update set fingerprint = excluded.fingerprint, answer = excluded.answer,
         row_version = excluded.row_version, secret_of = excluded.secret_of, created_at = now()`,
      [
        key,
        fingerprintOf(call),
        secret || answer === undefined ? null : JSON.stringify(this.answers.seal(JSON.stringify(answer), key)),
        versionOf(answer) ?? null,
        secret ? target.id : null,
      ],
    );
  }

  private async audit(
    { operation, envelope }: Call,
    { organization, target, version = 0, details }: MutationTarget,
  ): Promise<void> {
    const { principal } = envelope;
    const params = { ...envelope.params, ...details, ...(principal.agent && { agent: principal.agent }) };
    const { user: actor, token } = principal;
    const record = { action: operation, organization, actor, token, target, params };
    await this.outbox.add(auditEvent(this.service, record, { version }));
  }
}

const stillRunning = () => conflict('A request with this Idempotency-Key is still running');
const outdated = () => preconditionFailed('If-Match does not name the current version; read the object again');

/** The versions that `If-Match` names; undefined where any will do. */
const versionsIn = ({ envelope: { ifMatch } }: Call): string[] | undefined =>
  ifMatch?.includes('*') ? undefined : ifMatch;

/** Throws 412 when the version is not among the expected ones. */
function compare(expected: string[] | undefined, version: number | undefined): void {
  if (expected && !expected.includes(String(version))) throw outdated();
}

const sha256 = (...parts: unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** A key belongs to its caller, the operation and what the path names; callers without a name have none. */
const keyOf = ({ operation, envelope: { principal, params, idempotencyKey } }: Call): string | undefined =>
  idempotencyKey && principal.user ? sha256(principal.user, operation, params, idempotencyKey) : undefined;

const fingerprintOf = ({ envelope: { query, body } }: Call): string => sha256(query ?? null, body ?? null);
