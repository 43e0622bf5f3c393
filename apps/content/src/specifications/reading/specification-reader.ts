import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from '@bindery/observability';
import { WorkerError, WorkerPool, workerProgram } from '@bindery/service/processes';
import type { LoadFile } from './gather-files';
import type { Failure, LoadedFile, OpenApiReading, ReadingStart } from './openapi-reading';
import { parseError, SpecificationError } from './specification-error';

/** Reads specifications in separate processes, so that a large one delays no request, and a hostile one ends nothing else. */
@Injectable()
export class SpecificationReader implements OnApplicationShutdown {
  private readonly pool: WorkerPool<ReadingStart, OpenApiReading | Failure, string, LoadedFile>;

  constructor(@Inject(LOGGER) logger: Logger) {
    this.pool = new WorkerPool({
      name: 'read-openapi',
      program: workerProgram(__dirname, 'read-openapi'),
      limits: { processorTime: 2 * 60, memory: 1_024 },
      // A process runs one job of this kind at a time.
      size: 1,
      tasksPerProcess: 1,
      logger,
    });
  }

  /** Throws SpecificationError; the signal's reason when the job is to end. */
  async read(start: ReadingStart, load: LoadFile, signal: AbortSignal): Promise<OpenApiReading> {
    const answer = (url: string) => load(url).catch(failureOf);
    const reading = await this.pool
      .run(start, { name: start.url ?? start.slug, answer, signal })
      .catch((error: unknown) => {
        if (!(error instanceof WorkerError)) throw error;
        throw parseError(`${start.url ?? 'The specification'} cannot be read: ${error.message}`);
      });
    if ('errors' in reading) throw new SpecificationError(reading.code, reading.errors);
    return reading;
  }

  onApplicationShutdown(): void {
    this.pool.close();
  }
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof SpecificationError)) throw error;
  const { code, errors, isTemporary } = error;
  return { code, errors, isTemporary };
}
