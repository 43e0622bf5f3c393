import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from '@bindery/observability';
import { WorkerPool, workerProgram } from '@bindery/service/processes';
import type { KnownPaths } from '../../../model/pages/file-paths';
import type { Readings, ReadingTask } from './reading-tasks';

/** Parses Markdown and YAML of sources in separate processes, so that a big page never delays other requests. */
@Injectable()
export class ReadingProcesses implements OnApplicationShutdown {
  private readonly pool: WorkerPool<ReadingTask, Readings[ReadingTask['kind']]>;

  constructor(@Inject(LOGGER) logger: Logger) {
    this.pool = new WorkerPool({
      name: 'read-source',
      program: workerProgram(__dirname, 'read-source'),
      // The largest pages take some ten seconds of a whole core.
      limits: { processorTime: 60, memory: 1_024 },
      logger,
    });
  }

  /** The number of concurrent tasks. Requests share the processors with them, which the system divides fairly. */
  get size(): number {
    return this.pool.size;
  }

  /** Throws `WorkerError` when the task fails or exceeds a limit. `known` are the targets of links. */
  run<T extends ReadingTask>(task: T, known?: KnownPaths): Promise<Readings[T['kind']]> {
    return this.pool.run(task, { name: nameOf(task), shared: known }) as Promise<Readings[T['kind']]>;
  }

  onApplicationShutdown(): void {
    this.pool.close();
  }
}

/** The files that a task reads. */
const nameOf = (task: ReadingTask): string => (task.kind === 'page' ? task.file : Object.keys(task.texts).join(', '));
