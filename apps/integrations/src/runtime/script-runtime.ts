import type { LogLevel } from '@bindery/contracts';

/** A version of an integration's script. */
export interface Script {
  /** Unique to the version, and made of our own ids. */
  id: string;
  load(): Promise<string>;
}

/** One request to a script, as its host contract has it: a form with the event and the environment. */
export interface ScriptMessage {
  headers: Record<string, string>;
  body: Buffer;
}

interface ScriptAddress {
  /** The organization that published the script. Only scripts of one organization share anything. */
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
  /** What the script wrote to its console, known once all its work for the request has ended. */
  logs: Promise<ScriptLog[]>;
}

/** Of an answer for which nobody waits. */
export type ScriptStatus = Pick<ScriptAnswer, 'status' | 'logs'>;

/** Why a script gave no answer; the text is for those who wrote it. */
export class ScriptFailure extends Error {
  constructor(
    message: string,
    /** Trying again can change nothing. */
    readonly isFinal = false,
    readonly logs: Promise<ScriptLog[]> = Promise.resolve([]),
  ) {
    super(message);
    this.name = 'ScriptFailure';
  }
}

/** Runs scripts of integrations, which are hostile until proven otherwise. */
export abstract class ScriptRuntime {
  /** Throws `ScriptFailure`: the script failed, took too much of anything, or scripts cannot run here. */
  abstract run(call: ScriptCall): Promise<ScriptAnswer>;
  /**
   * What became of the first of several requests: of as many as a part of a second suffices for, and at least of one. Those
   * that follow were not made. What `run` throws is among the outcomes.
   */
  abstract runInTurn(turns: ScriptTurns): Promise<(ScriptStatus | ScriptFailure)[]>;
  /** Ends everything at once. */
  abstract close(): Promise<void>;
}
