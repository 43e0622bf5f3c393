import type { LogLevel } from '@bindery/contracts';

/** A version of an integration's script. */
export interface Script {
  /** Unique to the version, and built from our own ids. */
  id: string;
  load(): Promise<string>;
}

/** One request to a script, in the form of its host contract: a form with the event and the environment. */
export interface ScriptMessage {
  headers: Record<string, string>;
  body: Buffer;
}

interface ScriptAddress {
  /** The organization that published the script. Only scripts of one organization share a process. */
  organization: string;
  script: Script;
}

export interface ScriptCall extends ScriptAddress, ScriptMessage {}

/** Requests to one script, each of which waits for the answer to the one before. */
export interface ScriptTurns extends ScriptAddress {
  messages: ScriptMessage[];
}

export interface ScriptLog {
  level: LogLevel;
  message: string;
  at: Date;
}

export interface ScriptAnswer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
  /** The console output of the script, known once all its work for the request has ended. */
  logs: Promise<ScriptLog[]>;
}

/** The result of a request whose body is not needed. */
export type ScriptStatus = Pick<ScriptAnswer, 'status' | 'logs'>;

/** A text of a script as Postgres can store it: without U+0000, and well-formed. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** The reason why a script gave no answer; the text is for its authors. */
export class ScriptFailure extends Error {
  constructor(
    message: string,
    /** Whether a retry cannot succeed. */
    readonly isFinal = false,
    readonly logs: Promise<ScriptLog[]> = Promise.resolve([]),
  ) {
    super(storableText(message));
    this.name = 'ScriptFailure';
  }
}

/** Runs scripts of integrations, which are untrusted. */
export abstract class ScriptRuntime {
  /** Throws `ScriptFailure`: the script failed, exceeded a limit, or scripts cannot run here. */
  abstract run(call: ScriptCall): Promise<ScriptAnswer>;
  /**
   * The results of the first of several requests: of as many as fit into a part of a second, and at least of one. The
   * others were not made. The errors of `run` are among the results.
   */
  abstract runInTurn(turns: ScriptTurns): Promise<(ScriptStatus | ScriptFailure)[]>;
  /** Ends everything at once. */
  abstract close(): Promise<void>;
}
