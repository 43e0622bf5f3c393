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
import { quoted } from '../imports/archive-source';
import { blobId } from '../imports/git-blob';
import { type GitCommand, GitProgramError, runGit } from '../imports/git-program';
import { CommittedTree, type CommittedFile, type TreeEntry } from './committed-tree';

interface BranchChange {
  /** Whether the commit differs from the one before. */
  changed: boolean;
  /** Symbolic links that became files or folders. */
  replacedLinks: string[];
}

/** Bytes of the longest target of a link (PATH_MAX of Linux). */
const longestTarget = 4096;

/** The author and committer of every commit. */
const identity = { 'user.name': 'Bindery', 'user.email': 'bindery@localhost' };

/**
 * The newest commit of a branch, without a work tree: unwritten files keep their bytes and modes, and attributes of the
 * repository do not change written ones.
 */
export class GitBranch {
  /** Paths of the added bytes. */
  private readonly added: string[] = [];

  private constructor(
    private readonly base: string,
    private readonly remote: GitRemote,
    private readonly ref: string,
    /** The commit; absent when there is no such branch yet. */
    readonly head: string | undefined,
    /** The files of the commit. */
    readonly tree: CommittedTree,
  ) {}

  /** Throws GitCloneError. */
  static async open(url: string, ref: string, options: Omit<CloneOptions, 'ref'>): Promise<GitBranch> {
    const remote = await remoteOf(url, options, CLONE_LIMITS.timeout);
    const base = await createWorkFolder();
    const open = new GitBranch(base, remote, ref, undefined, new CommittedTree(new Map()));
    try {
      await checkVersion(base, CLONE_LIMITS);
      await mkdir(join(base, 'objects-to-write'));
      await open.git('init', '--quiet', '--bare', '--template=', '.');
      const listed = await open.asking('ls-remote', '--quiet', remote.url, `refs/heads/${ref}`);
      const head = /^[0-9a-f]{40,64}(?=\t)/.exec(listed)?.[0];
      if (head === undefined) return open;
      await open.asking('fetch', '--quiet', '--depth=1', '--no-tags', remote.url, `refs/heads/${ref}`);
      const tree = await open.treeOf(head);
      await open.git('read-tree', head);
      return new GitBranch(base, remote, ref, head, tree);
    } catch (error) {
      await open.close();
      throw error instanceof GitProgramError ? explained(error, ref) : error;
    }
  }

  /** The files of the commit before; none before the first one. */
  async previousTree(): Promise<CommittedTree> {
    await this.asking('fetch', '--quiet', '--depth=2', '--no-tags', this.remote.url, `refs/heads/${this.ref}`);
    const [, parent] = (await this.git('rev-list', '--parents', '--max-count=1', this.head!)).split(' ');
    return parent === undefined ? new CommittedTree(new Map()) : this.treeOf(parent);
  }

  /** Stores the bytes of a file for a change; returns Git's id of them. */
  async add(bytes: Buffer): Promise<string> {
    const name = join(this.base, 'objects-to-write', String(this.added.length));
    this.added.push(name);
    await writeFile(name, bytes);
    return blobId(bytes);
  }

  /** Writes and removes files, whose bytes were added before. Links stay as long as the files that lead through them hold what their targets hold. */
  async change(files: readonly CommittedFile[], removed: readonly string[]): Promise<BranchChange> {
    const replaced = this.tree.linksToReplace(files, removed);
    const written = files.filter(({ path }) => {
      const link = this.tree.linkOn(path);
      return link === undefined || replaced.has(link);
    });
    const names = this.added.map((name) => `${name}\n`).join('');
    await this.run({ arguments: ['hash-object', '-w', '--no-filters', '--stdin-paths'], input: names });
    const gone = removed.map((path) => ({ path, mode: '0', oid: '0'.repeat(40) }));
    const copied = [...replaced].flatMap((link) => this.tree.copies(link));
    const kept = written.map(({ path, oid }) => ({ path, mode: this.tree.modeOf(path), oid }));
    const input = [...copied, ...gone, ...kept].map(({ path, mode, oid }) => `${mode} ${oid}\t${path}\0`).join('');
    await this.run({ arguments: ['update-index', '-z', '--index-info'], input });
    await this.requireWritten(kept.map(({ path }) => path));
    const before = this.head === undefined ? undefined : await this.git('rev-parse', `${this.head}^{tree}`);
    return { changed: (await this.git('write-tree')) !== before, replacedLinks: [...replaced].sort() };
  }

  /** Git leaves out a path that some systems cannot write, such as `.git/a`, and reports success. */
  private async requireWritten(paths: readonly string[]): Promise<void> {
    const listed = await this.run({ arguments: ['ls-files', '-z'], returnsAll: true });
    const written = new Set(listed.split('\0'));
    const refused = paths.find((path) => !written.has(path));
    if (refused !== undefined)
      throw new GitCloneError(`Git does not take the path ${quoted(refused)}. Rename the file and import it again`);
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

  private async treeOf(commit: string): Promise<CommittedTree> {
    const listed = await this.run({
      arguments: ['ls-tree', '-r', '-l', '-z', '--full-tree', commit],
      returnsAll: true,
    });
    const entries = new Map<string, TreeEntry>();
    const links: TreeEntry[] = [];
    for (const [, mode, oid, size, path] of listed.matchAll(/(\d+) \w+ ([0-9a-f]+) +([0-9]+|-)\t([^\0]+)\0/g)) {
      const entry = { mode: mode!, oid: oid! };
      entries.set(path!, entry);
      if (mode === '120000' && Number(size) <= longestTarget) links.push(entry);
    }
    const targets = await this.textsOf(links.map(({ oid }) => oid));
    for (const [index, link] of links.entries()) link.target = targets[index];
    return new CommittedTree(entries);
  }

  /** The texts of objects. */
  private async textsOf(oids: readonly string[]): Promise<string[]> {
    if (oids.length === 0) return [];
    const input = oids.map((oid) => `${oid}\n`).join('');
    const output = await this.run({ arguments: ['cat-file', '--batch'], input, returnsAll: true });
    let at = 0;
    return oids.map((_, index) => {
      const start = output.indexOf('\n', at) + 1;
      const next = oids[index + 1];
      const end = next === undefined ? output.length - 1 : output.indexOf(`\n${next} blob `, start);
      at = end + 1;
      return output.slice(start, end);
    });
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
