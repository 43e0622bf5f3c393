import { ApiError } from '@bindery/contracts';
import type { Logger, Metrics } from '@bindery/observability';

export type MessageKind = 'request' | 'reply' | 'event' | 'chunk' | 'headers' | 'signature';

/** A message that is not what its subject carries. As the answer to a request it is a 400. */
export class MalformedMessage extends ApiError {
  constructor(
    readonly kind: MessageKind,
    readonly reason: string,
  ) {
    super(kind === 'reply' || kind === 'chunk' ? 502 : 400, `The ${kind} is malformed: ${reason}`);
  }
}

/** Counts malformed messages and logs each of them once. None of their content is logged. */
export class MalformedMessages {
  constructor(
    private readonly logger: Logger,
    private readonly metrics?: Metrics,
  ) {}

  note(kind: MessageKind, subject: string, reason: string): void {
    this.metrics?.malformed.inc({ kind });
    this.logger.warn({ kind, subject: subject.slice(0, 200), reason }, 'A malformed message was refused');
  }
}
