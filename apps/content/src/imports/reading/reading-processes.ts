import { availableParallelism } from 'node:os';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { compiledProgram } from '../../compiled-program';
import { ReadingProcess } from './reading-process';
import type { KnownPaths, Readings, ReadingTask } from './reading-tasks';

interface Waiting {
  task: ReadingTask;
  known: KnownPaths | undefined;
  resolve: (reading: never) => void;
  reject: (error: unknown) => void;
}

const program = compiledProgram(__dirname, 'reading-program.js');

const idleFor = 10_000;

/**
 * Reads Markdown and YAML of sources in processes of their own, so that a big page never holds up the requests of others. They
 * start when there is work and end when there has been none for ten seconds.
 */
@Injectable()
export class ReadingProcesses implements OnApplicationShutdown {
  /** How many tasks run at the same time. Requests share the processors with them, which the system divides fairly. */
  readonly size = Math.min(4, availableParallelism());
  private readonly readers = new Set<ReadingProcess>();
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
    for (const reader of this.readers) reader.end();
  }

  private next(): void {
    if (this.waiting.length === 0) return;
    const reader = this.idleReader() ?? this.another();
    if (!reader) return;
    clearTimeout(this.rest);
    const { task, known, resolve, reject } = this.waiting.shift()!;
    reader
      .run(task, known)
      .then(resolve as (reading: unknown) => void, reject)
      .finally(() => this.release(reader));
  }

  /** One that is alive: a process can die of what it did before while it waits. */
  private idleReader(): ReadingProcess | undefined {
    for (let reader = this.idle.pop(); reader; reader = this.idle.pop()) {
      if (reader.isAlive) return reader;
      this.readers.delete(reader);
    }
    return undefined;
  }

  private another(): ReadingProcess | undefined {
    if (this.readers.size >= this.size) return undefined;
    const reader = new ReadingProcess(program);
    this.readers.add(reader);
    return reader;
  }

  private release(reader: ReadingProcess): void {
    if (reader.isAlive) this.idle.push(reader);
    else this.readers.delete(reader);
    this.next();
    if (this.idle.length === this.readers.size) this.rest = setTimeout(() => this.endIdle(), idleFor).unref();
  }

  private endIdle(): void {
    for (const reader of this.idle.splice(0)) {
      this.readers.delete(reader);
      reader.end();
    }
  }
}
