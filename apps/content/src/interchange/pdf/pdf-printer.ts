import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from '@bindery/observability';
import { WorkerError, WorkerPool, workerProgram } from '@bindery/service/processes';
import type { PdfTask } from './pdf-task';

/** An error that content cannot be printed. */
export class PrintError extends Error {
  constructor(title: string, reason: string) {
    super(`The PDF of "${title}" cannot be printed: ${reason}`);
    this.name = 'PrintError';
  }
}

/** Prints in separate processes: a hostile image, or a document that never ends, affects nothing else. */
@Injectable()
export class PdfPrinter implements OnApplicationShutdown {
  private readonly pool: WorkerPool<PdfTask, Uint8Array>;

  constructor(@Inject(LOGGER) logger: Logger) {
    this.pool = new WorkerPool({
      name: 'print-pdf',
      program: workerProgram(__dirname, 'print-pdf'),
      limits: { processorTime: 5 * 60, memory: 1_024 },
      // A process runs one job of this kind at a time.
      size: 1,
      tasksPerProcess: 1,
      logger,
    });
  }

  /** Throws PrintError; the signal's reason when the job is to end. */
  async print(task: PdfTask, signal: AbortSignal): Promise<Buffer> {
    const bytes = await this.pool.run(task, { name: task.title, signal }).catch((error: unknown) => {
      throw error instanceof WorkerError ? new PrintError(task.title, error.message) : error;
    });
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  onApplicationShutdown(): void {
    this.pool.close();
  }
}
