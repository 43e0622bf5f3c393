import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ReadingThread } from './reading-thread-handle';
import type { KnownPaths, Readings, ReadingTask } from './reading-tasks';

interface Waiting {
  task: ReadingTask;
  known: KnownPaths | undefined;
  resolve: (reading: never) => void;
  reject: (error: unknown) => void;
}

/** Threads are compiled programs, also where everything else runs from its source (in tests). */
const program = join(__dirname.replace(/([\\/]content[\\/])src([\\/])/, '$1dist$2'), 'reading-thread.js');

const idleFor = 10_000;

/**
 * Reads Markdown and YAML of sources in threads, so that a big page never holds up the requests of others. Threads start
 * when there is work and end when there has been none for ten seconds.
 */
@Injectable()
export class ReadingThreads implements OnApplicationShutdown {
  /** How many tasks run at the same time. Requests share the processors with them, which the system divides fairly. */
  readonly size = Math.min(4, availableParallelism());
  private readonly threads = new Set<ReadingThread>();
  private readonly idle: ReadingThread[] = [];
  private readonly waiting: Waiting[] = [];
  private rest?: NodeJS.Timeout;

  /** Throws `ReadingError` when the task fails, takes too long or too much memory. `known` is what pages link to. */
  run<T extends ReadingTask>(task: T, known?: KnownPaths): Promise<Readings[T['kind']]> {
    return new Promise<Readings[T['kind']]>((resolve, reject) => {
      this.waiting.push({ task, known, resolve, reject });
      this.next();
    });
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.rest);
    await Promise.all([...this.threads].map((thread) => thread.end()));
  }

  private next(): void {
    if (this.waiting.length === 0) return;
    const thread = this.idleThread() ?? this.another();
    if (!thread) return;
    clearTimeout(this.rest);
    const { task, known, resolve, reject } = this.waiting.shift()!;
    thread
      .run(task, known)
      .then(resolve as (reading: unknown) => void, reject)
      .finally(() => this.release(thread));
  }

  /** One that is alive: a thread can die of what it did before while it waits. */
  private idleThread(): ReadingThread | undefined {
    for (let thread = this.idle.pop(); thread; thread = this.idle.pop()) {
      if (thread.isAlive) return thread;
      this.threads.delete(thread);
    }
    return undefined;
  }

  private another(): ReadingThread | undefined {
    if (this.threads.size >= this.size) return undefined;
    const thread = new ReadingThread(program);
    this.threads.add(thread);
    return thread;
  }

  private release(thread: ReadingThread): void {
    if (thread.isAlive) this.idle.push(thread);
    else this.threads.delete(thread);
    this.next();
    if (this.idle.length === this.threads.size) this.rest = setTimeout(() => this.endIdle(), idleFor).unref();
  }

  private endIdle(): void {
    for (const thread of this.idle.splice(0)) {
      this.threads.delete(thread);
      void thread.end();
    }
  }
}
