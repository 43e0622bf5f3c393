import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { ScriptAnswer, ScriptFailure, ScriptLog, ScriptMessage, ScriptStatus } from './script-runtime';

/** A request to a runtime in another process. */
export interface RuntimeQuestion {
  organization: string;
  /** The id of the script. */
  script: string;
  /** Whether each of several messages waits for the answer to the one before; else there is a single one. */
  inTurn: boolean;
  messages: ScriptMessage[];
  /** The script, which is only sent on request. */
  text?: string;
}

type Head = Omit<RuntimeQuestion, 'messages' | 'text'> & {
  messages: { headers: ScriptMessage['headers']; length: number }[];
  text: boolean;
};

/** The status with which a runtime requests a script that it does not have. */
export const scriptWanted = 409;

/** A line of JSON, with the headers and the length of each message; their bodies; the script. */
export function writeAsked({ messages, text, ...asked }: RuntimeQuestion): Buffer {
  const heads = messages.map(({ headers, body }) => ({ headers, length: body.length }));
  const head: Head = { ...asked, messages: heads, text: text !== undefined };
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(head)}\n`),
    ...messages.map(({ body }) => body),
    Buffer.from(text ?? ''),
  ]);
}

export async function readAsked(body: Readable): Promise<RuntimeQuestion> {
  const bytes = await buffer(body);
  const end = bytes.indexOf('\n');
  const { text, messages: heads, ...asked } = JSON.parse(bytes.toString('utf8', 0, end)) as Head;
  let at = end + 1;
  const messages = heads.map(({ headers, length }) => ({ headers, body: bytes.subarray(at, (at += length)) }));
  return { ...asked, messages, ...(text && { text: bytes.toString('utf8', at) }) };
}

/** The result of one message; the body in base64. The answer to a `RuntimeQuestion` is a line with all of them, and lines of `WireLogs`. */
export type WireOutcome =
  { status: number; headers?: ScriptAnswer['headers']; body?: string } | { failure: string; isFinal: boolean };

/** The logs of the message at an index, once they are known. */
export interface WireLogs {
  at: number;
  logs: (Omit<ScriptLog, 'at'> & { at: string })[];
}

export function outcomeOnWire(outcome: ScriptAnswer | ScriptStatus | ScriptFailure): WireOutcome {
  if ('isFinal' in outcome) return { failure: outcome.message, isFinal: outcome.isFinal };
  if (!('body' in outcome)) return { status: outcome.status };
  return { status: outcome.status, headers: outcome.headers, body: outcome.body.toString('base64') };
}
