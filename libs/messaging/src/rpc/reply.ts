import { tooLarge } from '@bindery/contracts';
import { maxReply } from '../wire/wire';
import { isChanging, isComplete, versionOf } from './answer-marks';

/** The answer of an operation, before it is encoded. */
export interface Outcome {
  answer: unknown;
  /** It is the stored answer of an earlier call. */
  replayed: boolean;
}

/** The answer of an operation, as a service sends it to its caller. */
export interface Reply {
  /** JSON, or empty when the operation returns nothing. */
  data: Buffer;
  version?: number;
  /** It is the stored answer of an earlier call with the same `Idempotency-Key`. */
  replayed: boolean;
  /** The next answer may be another, although the operation says that it never is. */
  changing: boolean;
  /** Nothing in it is left to fill. */
  complete: boolean;
}

/** The bytes of an answer: JSON, or nothing. Throws 413 for what is too long. */
export function encode(answer: unknown): Buffer {
  const data = bufferOf(answer);
  if (data.length > maxReply) throw tooLarge(`The answer is larger than ${maxReply} bytes; ask for less at once`);
  return data;
}

function bufferOf(answer: unknown): Buffer {
  if (Buffer.isBuffer(answer)) return answer;
  return answer === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(answer));
}

/** The reply that a caller reads from a message. */
export function replyOf({ answer, replayed }: Outcome): Reply {
  const version = versionOf(answer);
  return {
    data: encode(answer),
    replayed,
    changing: isChanging(answer),
    complete: isComplete(answer),
    ...(version !== undefined && { version }),
  };
}
