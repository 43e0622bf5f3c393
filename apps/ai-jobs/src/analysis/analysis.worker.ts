import { Injectable } from '@nestjs/common';
import { JobHandler, type JobContext } from '@bindery/jobs';
import { Database, newId } from '@bindery/persistence';
import { ConversationRepository, type WaitingConversation } from '../conversations/conversation.repository';
import { ProposeTasks } from './propose-tasks';
import { analysisJob, type AnalysisProgress } from '../conversations/analysis.job';
import { AnalysisRepository, type KnownIssue, type NewIssue } from './analysis.repository';
import { Clustering, type ClusteredItem } from './clustering';
import { DescribeClusters } from './describe-clusters';
import type { Features } from './features';
import { FindIssues, type IssueDraft } from './find-issues';
import { Vocabulary } from './vocabulary';

type Context = JobContext<AnalysisProgress>;

const atOnce = 200;
/** Conversations that models look through at the same time. */
const sideBySide = 8;

/**
 * Analyses conversations in batches, each in one transaction with its results: an interrupted batch is analysed again
 * from its beginning. Then labels and tasks follow. The state of clustering is in memory, so each
 * transaction reports progress: it takes effect only while no other worker has this job or a later one.
 */
@Injectable()
export class AnalysisWorker {
  constructor(
    private readonly conversations: ConversationRepository,
    private readonly analysis: AnalysisRepository,
    private readonly issues: FindIssues,
    private readonly descriptions: DescribeClusters,
    private readonly tasks: ProposeTasks,
    private readonly db: Database,
  ) {}

  @JobHandler(analysisJob)
  async run(_: object, context: Context): Promise<null> {
    const { organizationId: organization, signal } = context;
    const clustering = await this.load(organization);
    const progress = { conversations: { total: await this.conversations.countWaiting(organization), done: 0 } };
    const report = () => context.report(progress);
    await report();
    for (;;) {
      const batch = await this.conversations.waiting(organization, atOnce);
      if (batch.length === 0) break;
      progress.conversations.done += batch.length;
      progress.conversations.total = Math.max(progress.conversations.total, progress.conversations.done);
      await this.batch(organization, batch, clustering, signal, report);
    }
    clustering.consolidate();
    const changes = clustering.takeChanges();
    await this.db.transaction(async () => {
      await report();
      await this.analysis.apply(organization, changes);
    });
    await this.descriptions.run(organization, signal, report);
    await this.tasks.run(organization, signal);
    return null;
  }

  private async load(organization: string): Promise<Clustering> {
    const { clusters, waiting, terms, issues } = await this.analysis.state(organization);
    return new Clustering(
      new Vocabulary(new Map(terms.map(({ term, issues }) => [term, issues])), issues),
      clusters.map(({ id, size, centroid }) => ({ id, size, centroid: mapOf(centroid) })),
      waiting.map(({ id, features }) => ({ id, features: mapOf(features) })),
      newId,
    );
  }

  private async batch(
    organization: string,
    batch: WaitingConversation[],
    clustering: Clustering,
    signal: AbortSignal,
    report: () => Promise<void>,
  ): Promise<void> {
    const drafts = await this.find(batch, signal);
    const known = new Map((await this.analysis.known(batch.map(({ id }) => id))).map((issue) => [keyOf(issue), issue]));
    const found: NewIssue[] = [];
    for (const [index, { id: conversation }] of batch.entries()) {
      for (const [ordinal, draft] of drafts[index]!.entries()) {
        const key = keyOf({ conversation, ordinal });
        const before = known.get(key);
        known.delete(key);
        const id = before?.id ?? newId();
        found.push({ id, conversation, ordinal, ...draft });
        if (before) clustering.change(placed(before), mapOf(draft.features));
        else clustering.add({ id, features: mapOf(draft.features) });
      }
    }
    const gone = [...known.values()];
    for (const issue of gone) clustering.remove(placed(issue));
    const changes = clustering.takeChanges();
    await this.db.transaction(async () => {
      await report();
      await this.analysis.removeIssues(gone.map(({ id }) => id));
      await this.analysis.putIssues(organization, found);
      await this.analysis.apply(organization, changes);
      await this.analysis.processed(batch);
    });
  }

  private async find(batch: WaitingConversation[], signal: AbortSignal): Promise<IssueDraft[][]> {
    const drafts: IssueDraft[][] = [];
    for (let at = 0; at < batch.length; at += sideBySide) {
      const some = batch.slice(at, at + sideBySide);
      drafts.push(...(await Promise.all(some.map((conversation) => this.issues.run(conversation, signal)))));
    }
    return drafts;
  }
}

const keyOf = ({ conversation, ordinal }: Pick<KnownIssue, 'conversation' | 'ordinal'>): string =>
  `${conversation} ${ordinal}`;
const mapOf = (features: Features): ReadonlyMap<string, number> => new Map(Object.entries(features));
const placed = ({ id, features, cluster }: KnownIssue): ClusteredItem => ({ id, features: mapOf(features), cluster });
