import type { ServiceConfig } from '@bindery/config';
import type { RpcClient } from '@bindery/messaging';
import type { Database } from '@bindery/persistence';
import type { Storage } from '@bindery/storage';
import type { ServiceData } from '../service-data';

/** The command line of an operator is wrong: shown as one line. */
export class OperatorError extends Error {}

/** The resources of a command: the service's own database, as the service's own role. The service need not run. */
export interface OperatorTools {
  definition: ServiceData;
  config: ServiceConfig;
  db: Database;
  storage: Storage;
  /** Connects to NATS as the service, which has to be up. */
  rpc(): Promise<RpcClient>;
}

export interface OperatorInput {
  /** The positional arguments after the name of the command. */
  args: string[];
  options: Record<string, string | undefined>;
  flags: ReadonlySet<string>;
}

export type OperatorRow = Record<string, string | number | boolean | null>;

/** The result of a command. */
export interface OperatorReport {
  rows: OperatorRow[];
  /** How many of what, in one sentence. */
  summary: string;
  /** The suggested next step of the operator. */
  next?: string;
  /** Something is wrong: the program ends with code 1. */
  failed?: boolean;
}

/** A command of a service's program: `node main.js <name> ...`. */
export interface OperatorCommand {
  /** One word, or two: `dead-letters list`. */
  name: string;
  /** The arguments after the name, such as `<id> [--yes]`. */
  usage: string;
  /** The least and most arguments without a name. */
  arguments?: readonly [least: number, most: number];
  /** Options that take text, and those that are given or not. */
  options?: readonly string[];
  flags?: readonly string[];
  run(tools: OperatorTools, input: OperatorInput): Promise<OperatorReport>;
}
