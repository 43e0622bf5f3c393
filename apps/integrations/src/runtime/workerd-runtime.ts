import { setTimeout as sleep } from 'node:timers/promises';
import type { Metrics } from '@bindery/observability';
import type { RuntimeConfig } from '../integrations.config';
import { endLeftProcesses } from './process-folder';
import { ScriptFaults } from './script-faults';
import {
  ScriptFailure,
  ScriptRuntime,
  type ScriptAnswer,
  type ScriptCall,
  type ScriptStatus,
  type ScriptTurns,
} from './script-runtime';
import { workerdBinary } from './workerd-binary';
import { maxCalls, WorkerdProcess, type ProcessOptions } from './workerd-process';

interface WorkerdOptions extends ProcessOptions {
  /** The maximum of concurrent processes. */
  processes: number;
}

/** The buckets of overruns, in seconds. */
const overrunBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** The options from the settings; `publicUrl` is the address of the API that scripts know. */
export function workerdOptions(publicUrl: string, config: RuntimeConfig, metrics: Metrics): WorkerdOptions {
  const overran = metrics.seconds(
    'bindery_script_overrun_seconds',
    'Time from the end of the limit of a script that took too long to the end of its process',
    overrunBuckets,
  );
  return {
    limits: { time: config.RUNTIME_TIME, memory: config.RUNTIME_MEMORY, answer: config.RUNTIME_ANSWER },
    egress: {
      ...{ publicUrl, apiUrl: config.API_URL || publicUrl },
      ...{ allow: config.OUTBOUND_ALLOW, limit: config.RUNTIME_TIME },
    },
    processes: config.RUNTIME_PROCESSES,
    onOverrun: ({ limit, exited }) => overran(Math.max(0, exited - limit) / 1_000),
  };
}

/** Milliseconds after which an idle process ends. */
const idleTime = 60_000;
const lookEvery = 5_000;
/** Milliseconds that a script waits for a free slot, and between its checks. */
const waitTime = 2_000;
const waitStep = 20;
/** Milliseconds for which a script may work after its answer while other publishers need the process. */
const workAfterAnswers = 5_000;

/** A process, which may still be starting. */
interface Entry {
  process: Promise<WorkerdProcess>;
  started?: WorkerdProcess;
}

/** Scripts in workerd: a process for each organization that published some, up to the maximum. */
export class WorkerdRuntime extends ScriptRuntime {
  private readonly entries = new Map<string, Entry>();
  /** Processes that get no further requests, at most one of an organization; they count as processes. */
  private readonly retiring = new Map<string, WorkerdProcess>();
  private readonly faults = new ScriptFaults();
  private readonly binary = workerdBinary();
  private readonly sweep: NodeJS.Timeout;
  private isClosed = false;

  constructor(private readonly options: WorkerdOptions) {
    super();
    if (this.binary) endLeftProcesses();
    this.sweep = setInterval(() => this.end(({ isIdle }) => isIdle, idleTime), lookEvery).unref();
  }

  async run(call: ScriptCall): Promise<ScriptAnswer> {
    if (!this.binary) throw new ScriptFailure(unsupported, true);
    const place = await this.place(call.organization, this.binary);
    return place.run(call);
  }

  async runInTurn(turns: ScriptTurns): Promise<(ScriptStatus | ScriptFailure)[]> {
    if (!this.binary) return [new ScriptFailure(unsupported, true)];
    try {
      return await (await this.place(turns.organization, this.binary)).runInTurn(turns);
    } catch (error) {
      if (error instanceof ScriptFailure) return [error];
      throw error;
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.sweep);
    const processes = [...this.entries.values()].map(({ process }) => process);
    for (const process of this.retiring.values()) process.end();
    for (const process of await Promise.allSettled(processes)) if (process.status === 'fulfilled') process.value.end();
  }

  /** The organization's process, once it has a free slot. */
  private async place(organization: string, binary: string): Promise<WorkerdProcess> {
    const until = performance.now() + waitTime;
    while (performance.now() < until && !this.isClosed) {
      const entry = this.entries.get(organization) ?? this.start(organization, binary);
      const process = await entry?.process;
      if (process && process.running < maxCalls) return process;
      await sleep(waitStep);
    }
    throw new ScriptFailure('Too many scripts are running');
  }

  /** Starts a process in a free slot, or in that of the longest idle one; undefined when it has to wait. */
  private start(organization: string, binary: string): Entry | undefined {
    if (this.faults.isPausing(organization)) return undefined;
    if (this.isFull() && !this.freeSlot()) return undefined;
    const entry: Entry = {
      process: WorkerdProcess.start(binary, this.options, {
        onEnd: () => this.forget(organization, entry),
        onFault: () => this.faults.note(organization),
        onFull: () => this.retire(organization, entry),
        isSuspect: this.faults.has(organization),
      }),
    };
    this.entries.set(organization, entry);
    entry.process.then(
      (process) => (entry.started = process),
      () => this.forget(organization, entry),
    );
    return entry;
  }

  private forget(organization: string, entry: Entry): void {
    if (this.entries.get(organization) === entry) this.entries.delete(organization);
    if (this.retiring.get(organization) === entry.started) this.retiring.delete(organization);
  }

  private isFull(): boolean {
    return this.entries.size + this.retiring.size >= this.options.processes;
  }

  /**
   * Starts the next process before this one has no memory left, if there is a slot for both: garbage of scripts
   * is collected late.
   */
  private retire(organization: string, entry: Entry): void {
    if (!entry.started || this.retiring.has(organization) || (this.isFull() && !this.freeSlot())) return;
    if (this.entries.get(organization) !== entry) return;
    this.forget(organization, entry);
    this.retiring.set(organization, entry.started);
    entry.started.retire();
  }

  /** Ends the longest idle process or, without one, that whose scripts work longest after their answers. */
  private freeSlot(): boolean {
    const isFree = (process: WorkerdProcess) => process.running === 0;
    return this.end(({ isIdle }) => isIdle, 0, 1) || this.end(isFree, workAfterAnswers, 1);
  }

  /** Ends processes that were last used so many milliseconds ago, the earliest first. Answers whether there was one. */
  private end(may: (process: WorkerdProcess) => boolean, time: number, most = Infinity): boolean {
    const ended = [...this.entries]
      .flatMap(([organization, entry]) => (entry.started ? [{ organization, entry, process: entry.started }] : []))
      .filter(({ process }) => may(process) && performance.now() - process.lastUsed >= time)
      .sort((one, other) => one.process.lastUsed - other.process.lastUsed)
      .slice(0, most);
    for (const { organization, entry, process } of ended) {
      this.forget(organization, entry);
      process.end();
    }
    return ended.length > 0;
  }
}

const unsupported = `Scripts cannot run here: there is no workerd for ${process.platform} on ${process.arch}`;
