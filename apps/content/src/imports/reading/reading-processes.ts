import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ReadingProcess } from './reading-process';
import type { KnownPaths, Readings, ReadingTask } from './reading-tasks';

interface Waiting {
  task: ReadingTask;
  known: KnownPaths | undefined;
  resolve: (reading: never) => void;
  reject: (error: unknown) => void;
}

/** Processes run compiled programs, also where everything else runs from its source (in tests). */
const program = join(__dirname.replace(/([\\/]content[\\/])src([\\/])/, '$1dist$2'), 'reading-program.js');

const idleFor = 10_000;

/**
 * Reads Markdown and YAML of sources in processes of their own, so that a big page never holds up the requests of others. They
 * start when there is work and end when there has been none for ten seconds.
 */
@Injectable()
export class ReadingProcesses implements OnApplicationShutdown {
  /** How many tasks run at the same time. Requests share the processors with them, which the system divides fairly. */
  readonly size = Math.min(4, availableParallelism());
  private readonly processes = new Set<ReadingProcess>();
  private readonly idle: ReadingProcess[] = [];
  private readonly waiting: Waiting[] = [];
  private rest?: NodeJS.Timeout;

  /** Throws `ReadingError` when the task fails, takes too long or too much memory. `known` is what pages link to. */
  run<T extends ReadingTask>(task: T, known?: KnownPaths): Promise<Readings[T['kind']]> {
    return new Promise<Readings[T['kind']]>((resolve, reject) => {
      this.waiting.push({ task, known, resolve, reject });
      this.next();
    });
  }

  onApplicationShutdown(): void {
    clearTimeout(this.rest);
    for (const process of this.processes) process.end();
  }

  private next(): void {
    if (this.waiting.length === 0) return;
    const process = this.idleProcess() ?? this.another();
    if (!process) return;
    clearTimeout(this.rest);
    const { task, known, resolve, reject } = this.waiting.shift()!;
    process
      .run(task, known)
      .then(resolve as (reading: unknown) => void, reject)
      .finally(() => this.release(process));
  }

  /** One that is alive: a process can die of what it did before while it waits. */
  private idleProcess(): ReadingProcess | undefined {
    for (let process = this.idle.pop(); process; process = this.idle.pop()) {
      if (process.isAlive) return process;
      this.processes.delete(process);
    }
    return undefined;
  }

  private another(): ReadingProcess | undefined {
    if (this.processes.size >= this.size) return undefined;
    const process = new ReadingProcess(program);
    this.processes.add(process);
    return process;
  }

  private release(process: ReadingProcess): void {
    if (process.isAlive) this.idle.push(process);
    else this.processes.delete(process);
    this.next();
    if (this.idle.length === this.processes.size) this.rest = setTimeout(() => this.endIdle(), idleFor).unref();
  }

  private endIdle(): void {
    for (const process of this.idle.splice(0)) {
      this.processes.delete(process);
      process.end();
    }
  }
}
