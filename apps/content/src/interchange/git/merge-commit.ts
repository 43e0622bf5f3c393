import { Injectable } from '@nestjs/common';
import { newId } from '@bindery/persistence';
import { SemanticChangeReader } from '../../drafts/changes/semantic-changes';
import { mergeRevisions } from '../../model/merge/merge-content';
import { isSame } from '../../model/merge/three-way';
import { DocumentRepository } from '../../model/pages/document.repository';
import type { RevisionContent } from '../../model/pages/revision-content';
import { CommitRevision } from '../../revisions/revisions/commit-revision';
import { RevisionRepository, type Head } from '../../revisions/revisions/revision.repository';
import { ChunkRepository } from '../../storage/store/chunk.repository';
import type { GitSyncInput } from './git-sync.job';
import { isMuch, SyncLossCounter } from './sync-losses';
import { SyncedSpace } from './synced-space';

/** The content of a branch, for a space that was changed as well. */
interface Commit {
  /** The id of the run. */
  run: string;
  /** The last common revision. */
  base: string;
  commit: string;
  content: RevisionContent;
  paths: string[];
  /** The revision with the content; absent where none has it yet. */
  revision?: string;
}

/** The merged content of both sides. */
type CommitMerge = Commit & { merged: RevisionContent };

/** Merges a commit into a space that was changed as well, if both sides changed different things. */
@Injectable()
export class MergeCommit {
  constructor(
    private readonly revisions: RevisionRepository,
    private readonly chunks: ChunkRepository,
    private readonly documents: DocumentRepository,
    private readonly changes: SemanticChangeReader,
    private readonly losses: SyncLossCounter,
    private readonly commits: CommitRevision,
    private readonly synced: SyncedSpace,
  ) {}

  /** Undefined where a user must decide: both sides changed the same, many pages would go, or the merge rules need a change request. */
  async prepare({ merges = false }: GitSyncInput, head: Head, commit: Commit): Promise<CommitMerge | undefined> {
    const { organizationId: organization } = head;
    const [base] = await this.revisions.contents(head.spaceId, [commit.base]);
    // Settings are taken from one side as a whole.
    if (differ(base!.settings, head.settings, commit.content.settings)) return undefined;
    const source = {
      map: <V extends NonNullable<unknown>>() => this.chunks.map<V>(organization),
      documents: (hashes: string[]) => this.documents.findAll(organization, hashes),
    };
    const { content, chunks, documents, conflicts } = await mergeRevisions(source, {
      base: base!,
      main: head,
      draft: commit.content,
    });
    if (conflicts.length > 0) return undefined;
    await this.chunks.insert(organization, chunks);
    await this.documents.insert(organization, documents);
    const merged = { ...commit, merged: { ...content, git: commit.content.git } };
    const { changes } = await this.changes.read(organization, head, content, { limit: 1 });
    if (changes.length === 0) return merged;
    if (!merges || isMuch(await this.losses.count(organization, head.pages, content.pages))) return undefined;
    return merged;
  }

  /** Runs in the transaction that ends the job; returns the new revision of the space. Throws 409 when it has moved meanwhile. */
  async run(input: GitSyncInput, head: Head, prepared: CommitMerge): Promise<string> {
    const { base, run, commit, content, paths, merged } = prepared;
    const { spaceId: space, organizationId: organization, id: parent } = head;
    const { user } = input;
    const { shown } = await this.synced.record(input, head, async () => {
      const revision = prepared.revision ?? newId();
      if (!prepared.revision) {
        const side = { id: revision, spaceId: space, branch: run, type: 'edits' as const, parents: [base] };
        await this.revisions.insert({ ...side, createdBy: user, ...content });
      }
      const merges = { head: revision };
      const shown = holdTheSame(head, merged)
        ? parent
        : await this.commits.run({ space, organization, parent, user, content: merged, merges });
      const { pages, files, reusableContents } = content;
      return { revision, shown, commit, pages, files, reusableContents, paths };
    });
    return shown!;
  }
}

/** Compares also the paths in the repository. */
const holdTheSame = (one: RevisionContent, other: RevisionContent): boolean =>
  one.pages === other.pages &&
  one.slugs === other.slugs &&
  one.files === other.files &&
  one.reusableContents === other.reusableContents &&
  one.settings === other.settings &&
  isSame(one.variables, other.variables);

const differ = (base: string, ...[main, draft]: [string, string]): boolean =>
  main !== base && draft !== base && main !== draft;
