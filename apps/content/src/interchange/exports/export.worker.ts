import { Injectable } from '@nestjs/common';
import { JobHandler, type JobContext } from '@bindery/jobs';
import { ExportSpace, type ExportProgress } from './export-space';
import { exportJob, type ExportInput, type ExportResult } from './export.job';

/** Milliseconds between two progress reports of an export. */
const reportEvery = 500;

/** Runs export jobs. */
@Injectable()
export class ExportWorker {
  constructor(private readonly exportSpace: ExportSpace) {}

  @JobHandler(exportJob)
  async export({ revision }: ExportInput, context: JobContext<ExportProgress>): Promise<ExportResult> {
    let last: ExportProgress | undefined;
    let reportedAt = 0;
    const key = await this.exportSpace.run(revision, async (progress) => {
      context.signal.throwIfAborted();
      last = progress;
      if (Date.now() - reportedAt < reportEvery) return;
      reportedAt = Date.now();
      await context.report(progress);
    });
    if (last) await context.report(last);
    return { key };
  }
}
