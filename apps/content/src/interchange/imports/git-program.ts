import { spawn } from 'node:child_process';
import { opendir, stat } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';

export interface GitLimits {
  /** For one command, in milliseconds. */
  readonly timeout: number;
  /** Bytes of all files below the folder, those of git included. */
  readonly maxBytes: number;
  /** Files and folders below the folder. */
  readonly maxFiles: number;
}

export type GitFailure = 'exit' | 'timeout' | 'size' | 'absent';

/** A git command that failed; `output` is its stderr, at most 16 KiB, and is only for the log. */
export class GitProgramError extends Error {
  constructor(
    readonly failure: GitFailure,
    readonly output: string,
  ) {
    super(`git failed: ${failure}`);
    this.name = 'GitProgramError';
  }
}

/** Operators with their own certificate authority set it in these; no other variable of our environment is passed to git. */
const PASSED_ON = ['PATH', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'GIT_SSL_CAINFO'];
const KEPT_OUTPUT = 16 * 1024;
const MAX_OUTPUT = 32 * 1024 * 1024;
const MEASURE_EVERY_MS = 250;

/** Configuration of every command: no helpers, hooks, redirects (nor alternates of the server), nor anything automatic. */
const CONFIGURATION = {
  'credential.helper': '',
  'core.askPass': '',
  'core.hooksPath': devNull,
  'core.fsmonitor': 'false',
  'core.protectHFS': 'true',
  'core.protectNTFS': 'true',
  'fetch.recurseSubmodules': 'false',
  'gc.auto': '0',
  'http.followRedirects': 'false',
  'http.lowSpeedLimit': '1000',
  'http.lowSpeedTime': '15',
  'submodule.recurse': 'false',
  'transfer.bundleURI': 'false',
};

export interface GitCommand {
  readonly arguments: readonly string[];
  /** The working directory of the command, whose size is watched. */
  readonly folder: string;
  readonly configuration?: Readonly<Record<string, string>>;
  /** Configuration that other users of the machine must not see in the list of processes. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** The text for stdin. */
  readonly input?: string;
  /** Returns all of stdout, which is too large beyond 32 MiB, instead of its last 16 KiB. */
  readonly returnsAll?: boolean;
  /** The only transport, `http` or `https`; by default none. */
  readonly protocol?: string;
  readonly limits: GitLimits;
}

/**
 * Runs the git program without shell, prompt, helper, hook or any configuration but ours, and returns its stdout.
 * Kills it, with all its children, when it takes too long or when the folder grows over the limits.
 * Throws GitProgramError.
 */
export async function runGit(command: GitCommand): Promise<string> {
  const { folder, limits } = command;
  const configuration = Object.entries({ ...CONFIGURATION, ...command.configuration });
  const options = configuration.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn('git', [...options, ...command.arguments], {
    cwd: folder,
    env: { ...environment(command.protocol), ...secretConfiguration(command.secrets) },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own, so that the transport, which is a child of git, is killed with it.
    detached: true,
  });
  // A command that ends before it has read all input reports that by its exit code.
  child.stdin.on('error', () => undefined);
  child.stdin.end(command.input ?? '');
  let [stdout, stderr, failure] = ['', '', 'exit' as GitFailure];
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    if (!command.returnsAll) stdout = (stdout + piece).slice(-KEPT_OUTPUT);
    else if (stdout.length + piece.length > MAX_OUTPUT) kill('size');
    else stdout += piece;
  });
  child.stderr.on('data', (piece: Buffer) => (stderr = (stderr + piece).slice(-KEPT_OUTPUT)));
  const kill = (reason: GitFailure) => {
    failure = reason;
    if (child.pid !== undefined) killGroup(child.pid);
  };
  const timer = setTimeout(() => kill('timeout'), limits.timeout);
  const stopMeasuring = watch(folder, limits, () => kill('size'));
  try {
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
    if (code !== 0) throw new GitProgramError(failure, stderr);
    if (await isOver(folder, limits)) throw new GitProgramError('size', stderr);
    return stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new GitProgramError('absent', '');
    throw error;
  } finally {
    clearTimeout(timer);
    stopMeasuring();
  }
}

function environment(protocol: string | undefined): NodeJS.ProcessEnv {
  const passed = PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return {
    ...Object.fromEntries(passed),
    // A null device: git must not read credentials or attributes of the user who runs this process.
    HOME: devNull,
    LC_ALL: 'C',
    GIT_ALLOW_PROTOCOL: protocol ?? '',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_TERMINAL_PROMPT: '0',
  };
}

/** Configuration as git-config(1) reads it from the environment. */
function secretConfiguration(secrets: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const entries = Object.entries(secrets).flatMap(([name, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(entries.length / 2), ...(Object.fromEntries(entries) as NodeJS.ProcessEnv) };
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    // It has just ended on its own.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Measures the folder repeatedly, until it is over the limits or the caller calls the returned function. */
function watch(folder: string, limits: GitLimits, whenOver: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const measure = async () => {
    const over = await isOver(folder, limits);
    if (stopped) return;
    if (over) whenOver();
    else timer = setTimeout(() => void measure(), MEASURE_EVERY_MS);
  };
  void measure();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

async function isOver(folder: string, { maxBytes, maxFiles }: GitLimits): Promise<boolean> {
  let [bytes, files] = [0, 0];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    // git removes files during the walk; removed ones are not counted.
    const entries = await opendir(next).catch(() => []);
    for await (const entry of entries) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile())
        bytes += await stat(path).then(
          ({ size }) => size,
          () => 0,
        );
      if (++files > maxFiles || bytes > maxBytes) return true;
    }
  }
  return false;
}
