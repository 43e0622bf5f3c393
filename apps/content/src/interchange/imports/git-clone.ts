import { mkdir } from 'node:fs/promises';
import { isIP, isIPv6 } from 'node:net';
import { join } from 'node:path';
import {
  ALLOW_NOTHING,
  type AllowList,
  type CheckedUrl,
  checkUrl,
  OutboundError,
  type Resolver,
} from '@bindery/outbound';
import { createWorkFolder, removeWorkFolder } from '@bindery/storage';
import { type GitCommand, type GitFailure, type GitLimits, GitProgramError, runGit } from './git-program';

export interface CloneOptions {
  /** A branch or tag; by default the branch that the repository names as its own. */
  readonly ref?: string;
  /** Hosts that the operator lets organizations reach, besides public https servers. */
  readonly allow?: AllowList;
  readonly resolve?: Resolver;
  readonly limits?: Partial<GitLimits>;
  /** The value of the header `Authorization`, if the server requires one. */
  readonly authorization?: string;
}

/** A repository, checked out in a temporary folder. */
export interface GitClone {
  readonly folder: string;
  /** The commit, 40 (or 64) hex digits. */
  readonly commit: string;
  /** The message of the commit. */
  readonly message: string;
  /** The branch or tag. */
  readonly ref: string;
  /** Removes the folder. */
  cleanup(): Promise<void>;
}

/** The reason why a repository cannot be cloned, for the user who imports. */
export class GitCloneError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GitCloneError';
  }
}

export const CLONE_LIMITS: GitLimits = { timeout: 120_000, maxBytes: 1024 * 1024 * 1024, maxFiles: 50_000 };

/** Stricter than git-check-ref-format(1): plain segments, none of which begins with `-` or `.`. */
const REF = /^(?=.{1,200}$)[A-Za-z0-9_][A-Za-z0-9_.-]*(\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/;

/** Before this version git ignores `http.curloptResolve`, and would resolve the host a second time. */
const LEAST_GIT = [2, 37] as const;

/**
 * Clones the newest commit of a branch or tag from a public https URL; http only where the operator allows the host.
 * The host is checked like every address from an organization, and git connects to the checked addresses.
 * No credentials, submodules, hooks or redirects. Throws GitCloneError; nothing is left behind then.
 */
export async function cloneRepository(url: string, options: CloneOptions = {}): Promise<GitClone> {
  const { ref } = options;
  if (ref !== undefined && !isPlainRef(ref)) throw new GitCloneError('The name of the branch or tag is not valid');
  const limits = { ...CLONE_LIMITS, ...options.limits };
  const remote = await remoteOf(url, options, limits.timeout);
  const base = await createWorkFolder();
  const cleanup = () => removeWorkFolder(base);
  try {
    const folder = join(base, 'repository');
    await mkdir(folder);
    await checkVersion(base, limits);
    await clone(remote, ref, folder, limits);
    return { folder, ...(await headOf(folder, ref, limits)), cleanup };
  } catch (error) {
    await cleanup();
    throw error instanceof GitProgramError ? explained(error, ref) : error;
  }
}

/** Whether a text is accepted as the name of a branch or tag. */
export function isPlainRef(ref: string): boolean {
  return REF.test(ref) && !ref.includes('..') && !/\.(lock)?(\/|$)/.test(ref);
}

/** A checked repository, in the form that git commands need. */
export type GitRemote = { url: string } & Pick<GitCommand, 'protocol' | 'configuration' | 'secrets'>;

/** Checks the address of a repository, as `cloneRepository` does. Throws GitCloneError. */
export async function remoteOf(text: string, options: CloneOptions, timeout: number): Promise<GitRemote> {
  const { url, addresses } = await checkedTarget(text, options, timeout);
  return {
    url: url.href,
    protocol: url.protocol.slice(0, -1),
    configuration: isIP(hostOf(url)) ? {} : { 'http.curloptResolve': pinned(url, addresses) },
    secrets: options.authorization ? { 'http.extraHeader': `Authorization: ${options.authorization}` } : {},
  };
}

async function checkedTarget(text: string, options: CloneOptions, timeout: number): Promise<CheckedUrl> {
  const { allow = ALLOW_NOTHING, resolve } = options;
  try {
    const target = await checkUrl(text, { allow, resolve, signal: AbortSignal.timeout(timeout) });
    const { url, addresses } = target;
    // git queries the host name of the URL, so it must be exactly the name that its addresses are given for.
    url.hostname = url.hostname.replace(/\.$/, '');
    const to = { protocol: url.protocol, hostname: hostOf(url), port: portOf(url) };
    const isAllowed = url.protocol === 'https:' || addresses.every((address) => allow.permits({ ...to, address }));
    if (!isAllowed) throw new GitCloneError('The URL of the repository must begin with https://');
    return target;
  } catch (error) {
    throw error instanceof OutboundError ? new GitCloneError(error.message, { cause: error }) : error;
  }
}

async function clone({ url, ...remote }: GitRemote, ref: string | undefined, folder: string, limits: GitLimits) {
  const branch = ref === undefined ? [] : [`--branch=${ref}`];
  const shallow = ['--depth=1', '--single-branch', '--no-tags', '--no-recurse-submodules', '--template='];
  await runGit({
    arguments: ['clone', '--quiet', ...shallow, ...branch, '--', url, '.'],
    folder,
    ...remote,
    limits,
  });
}

/** The value of CURLOPT_RESOLVE: the host and port of the URL, and the addresses to use for them. */
function pinned(url: URL, addresses: readonly string[]): string {
  const hosts = addresses.map((address) => (isIPv6(address) ? `[${address}]` : address));
  return `${hostOf(url)}:${portOf(url)}:${hosts.join(',')}`;
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

/** Throws GitCloneError when the installed git is too old. */
export async function checkVersion(folder: string, limits: GitLimits): Promise<void> {
  const version = await runGit({ arguments: ['--version'], folder, limits });
  const [major = 0, minor = 0] = (/\d+\.\d+/.exec(version)?.[0] ?? '').split('.').map(Number);
  if (major < LEAST_GIT[0] || (major === LEAST_GIT[0] && minor < LEAST_GIT[1])) {
    throw new GitCloneError(`The server needs git ${LEAST_GIT.join('.')} or newer to clone repositories`);
  }
}

async function headOf(folder: string, ref: string | undefined, limits: GitLimits) {
  const commit = (await runGit({ arguments: ['rev-parse', 'HEAD'], folder, limits })).trim();
  const message = (await runGit({ arguments: ['log', '-1', '--format=%B'], folder, limits })).trim();
  if (ref !== undefined) return { commit, message, ref };
  const branch = await runGit({ arguments: ['symbolic-ref', '--short', 'HEAD'], folder, limits });
  return { commit, message, ref: branch.trim() };
}

const FAILURES: Record<Exclude<GitFailure, 'exit'>, string> = {
  timeout: 'The repository took too long to clone',
  size: 'The repository is too large',
  absent: 'The server needs the program git to clone repositories',
};

/** The meaning of a git failure, for the user who imports or exports. */
export function explained(error: GitProgramError, ref: string | undefined): GitCloneError {
  const { failure, output } = error;
  if (failure !== 'exit') return new GitCloneError(FAILURES[failure], { cause: error });
  const text = /Remote branch .* not found/.test(output)
    ? `The repository has no branch or tag ${ref}`
    : /not found|could not read Username|Authentication failed|403/.test(output)
      ? 'The repository does not exist or is not public'
      : /ambiguous argument 'HEAD'/.test(output)
        ? 'The repository is empty'
        : 'The repository could not be cloned';
  return new GitCloneError(text, { cause: error });
}
