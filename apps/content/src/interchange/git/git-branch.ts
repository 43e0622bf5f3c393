import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createWorkFolder, removeWorkFolder } from '@bindery/storage';
import {
  CLONE_LIMITS,
  checkVersion,
  explained,
  GitCloneError,
  remoteOf,
  type CloneOptions,
  type GitRemote,
} from '../imports/git-clone';
import { type GitCommand, GitProgramError, runGit } from '../imports/git-program';

/** A file of a commit. */
export interface CommittedFile {
  path: string;
  bytes: Buffer;
  /** Git's id of the bytes. */
  oid: string;
}

/** The author and committer of every commit. */
const identity = { 'user.name': 'Bindery', 'user.email': 'bindery@localhost' };

/**
 * The newest commit of a branch, without a work tree: unwritten files keep their bytes and modes, and attributes of the
 * repository do not change written ones.
 */
export class GitBranch {
  private objects = 0;

  private constructor(
    private readonly base: string,
    private readonly remote: GitRemote,
    private readonly ref: string,
    /** The commit; absent when there is no such branch yet. */
    readonly head: string | undefined,
  ) {}

  /** Throws GitCloneError. */
  static async open(url: string, ref: string, options: Omit<CloneOptions, 'ref'>): Promise<GitBranch> {
    const remote = await remoteOf(url, options, CLONE_LIMITS.timeout);
    const base = await createWorkFolder();
    const open = new GitBranch(base, remote, ref, undefined);
    try {
      await checkVersion(base, CLONE_LIMITS);
      await mkdir(join(base, 'objects-to-write'));
      await open.git('init', '--quiet', '--bare', '--template=', '.');
      const listed = await open.asking('ls-remote', '--quiet', remote.url, `refs/heads/${ref}`);
      const head = /^[0-9a-f]{40,64}(?=\t)/.exec(listed)?.[0];
      if (head !== undefined) {
        await open.asking('fetch', '--quiet', '--depth=1', '--no-tags', remote.url, `refs/heads/${ref}`);
        await open.git('read-tree', head);
      }
      return new GitBranch(base, remote, ref, head);
    } catch (error) {
      await open.close();
      throw error instanceof GitProgramError ? explained(error, ref) : error;
    }
  }

  /** Writes and removes files; returns whether that changed anything. */
  async change(written: readonly CommittedFile[], removed: readonly string[]): Promise<boolean> {
    const names: string[] = [];
    for (const { bytes } of written) {
      const name = join(this.base, 'objects-to-write', String(this.objects++));
      await writeFile(name, bytes);
      names.push(`${name}\n`);
    }
    await this.run({ arguments: ['hash-object', '-w', '--no-filters', '--stdin-paths'], input: names.join('') });
    const gone = removed.map((path) => `0 ${'0'.repeat(40)}\t${path}\0`);
    const kept = written.map(({ oid, path }) => `100644 ${oid}\t${path}\0`);
    await this.run({ arguments: ['update-index', '-z', '--index-info'], input: [...gone, ...kept].join('') });
    const before = this.head === undefined ? undefined : await this.git('rev-parse', `${this.head}^{tree}`);
    return (await this.git('write-tree')) !== before;
  }

  /** Commits the changes, but does not push them; returns the commit. */
  async commit(message: string): Promise<string> {
    const tree = await this.git('write-tree');
    const parent = this.head === undefined ? [] : ['-p', this.head];
    const commit = await this.run({
      arguments: ['commit-tree', tree, ...parent, '-F', '-'],
      configuration: identity,
      input: message,
    });
    return commit.trim();
  }

  /** Throws GitCloneError, also when the branch has moved. */
  async push(commit: string): Promise<void> {
    await this.asking('push', '--quiet', this.remote.url, `${commit}:refs/heads/${this.ref}`).catch(
      (error: unknown) => {
        if (!(error instanceof GitProgramError)) throw error;
        if (/rejected|fetch first|non-fast-forward/.test(error.output))
          throw new GitCloneError('Another user changed the branch in the meantime', { cause: error });
        if (error.failure === 'exit')
          throw new GitCloneError('The repository does not exist, or you may not write to it', { cause: error });
        throw explained(error, this.ref);
      },
    );
  }

  close(): Promise<void> {
    return removeWorkFolder(this.base);
  }

  /** A command that contacts the remote. */
  private asking(...command: string[]): Promise<string> {
    const { protocol, configuration, secrets } = this.remote;
    return this.run({ arguments: command, protocol, configuration, secrets });
  }

  private async git(...command: string[]): Promise<string> {
    return (await this.run({ arguments: command })).trim();
  }

  private run(command: Omit<GitCommand, 'folder' | 'limits'>): Promise<string> {
    return runGit({ folder: this.base, limits: CLONE_LIMITS, ...command });
  }
}
