import { Injectable } from '@nestjs/common';
import { JobQueue, JobHandler, type JobContext, type JobKind } from '@bindery/jobs';
import { Interval } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { FileStore } from '../../storage/files/file-store';
import { SearchEngine } from '../../discovery/search/search-engine';
import { ReachedContent } from '../../storage/sweep/reached-content';
import { SweepRepository, type SweepRun } from '../../storage/sweep/sweep.repository';

/** Removes unreferenced content of one organization. */
const sweep: JobKind<object, object, null> = { name: 'sweep', attempts: 20 };

/**
 * Removes chunks, documents, files and search entries that no revision contains: first marks all content of revisions
 * (mark), then removes the rest that was not requested for a day (sweep). Every step may be repeated, and an
 * interrupted run continues.
 */
@Injectable()
export class SweepWorker {
  constructor(
    private readonly sweeps: SweepRepository,
    private readonly reached: ReachedContent,
    private readonly files: FileStore,
    private readonly search: SearchEngine,
    private readonly jobs: JobQueue,
    private readonly db: Database,
  ) {}

  /** Adds a job for an organization that is due; returns whether there was one. */
  @Interval('sweeps', 60_000)
  async schedule(): Promise<boolean> {
    await this.sweeps.discover();
    return this.db.transaction(async () => {
      const organizationId = await this.sweeps.takeDue();
      if (organizationId === undefined) return false;
      await this.jobs.add(sweep, { organizationId, input: {}, key: organizationId });
      return true;
    });
  }

  @JobHandler(sweep)
  async sweep(_: object, context: JobContext<object>): Promise<null> {
    const { id: run, organizationId: organization } = context;
    const found = await this.sweeps.begin(organization, run);
    if (!found.marked) await this.mark(organization, run, context);
    while ((await this.search.sweep(organization)) > 0) await context.report({});
    const documents = await this.removeAll('document', found, context);
    const chunks = await this.removeAll('chunk', found, context);
    await this.removeFiles(found, context);
    return context.complete(async () => {
      await this.reached.forget(run);
      await this.sweeps.end(organization, documents || chunks);
      return null;
    });
  }

  private async mark(organization: string, run: string, context: JobContext<object>): Promise<void> {
    await this.reached.addOrganization(run, organization);
    while (await this.reached.follow(run, organization)) await context.report({});
    await this.sweeps.marked(organization);
  }

  /** Returns whether content is left that may be removed later. */
  private async removeAll(
    table: 'chunk' | 'document',
    found: SweepRun,
    { id: run, organizationId, report }: JobContext<object>,
  ): Promise<boolean> {
    let left = false;
    for (let after: string | undefined = ''; after !== undefined;) {
      const step: { last?: string; left: boolean } = await this.sweeps.removeRows(
        table,
        organizationId,
        run,
        found,
        after,
      );
      left ||= step.left;
      after = step.last;
      await report({});
    }
    return left;
  }

  private async removeFiles(found: SweepRun, { id: run, organizationId, report }: JobContext<object>): Promise<void> {
    for await (const batch of this.files.batches(organizationId)) {
      const unreached = await this.reached.unreached(run, batch);
      // A file without a row is kept for a day from now.
      await this.files.announce(organizationId, unreached);
      for (const file of unreached) await this.files.removeUntouched(organizationId, file, found.before);
      await report({});
    }
    await this.sweeps.removeFileRows(organizationId, run, found);
  }
}
