import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, readlink, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { checkout, type RunAs } from '@bindery/launcher';
import { copyFiles } from '@bindery/tools';

const root = join(__dirname, '../../../..');

/** Folders that a clone lacks: those that installing and a start make. */
const absent = ['node_modules', '.git', '.bindery', '.nx'];

interface CloneOptions {
  /** The owner, where that is another user than the one who runs the tests. */
  user?: RunAs;
  /** With what is compiled of this checkout: to compile all takes half a minute. */
  isCompiled?: boolean;
  /** With the servers' programs that this checkout has downloaded. */
  hasPrograms?: boolean;
}

/** The last line of `npm start` when the platform is there. */
export const ready = /Ctrl-C stops everything/;

export interface ProcessEnd {
  code: number | null;
  output: string;
}

/** A checkout that was never started, with the dependencies of this one: to install them takes a minute and a network. */
export class Clone {
  private readonly started = new Set<ChildProcess>();

  private constructor(
    readonly folder: string,
    private readonly user: RunAs | undefined,
  ) {}

  static async create({ user, isCompiled = false, hasPrograms = false }: CloneOptions = {}): Promise<Clone> {
    const left = isCompiled ? absent : [...absent, 'dist'];
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'bindery-clone-')));
    await chmod(folder, 0o755);
    copyFiles(['.'], root, folder, left);
    await installInto(folder);
    if (hasPrograms && existsSync(checkout.programs))
      await cp(checkout.programs, join(folder, '.bindery', 'bin'), { recursive: true });
    if (user) await promisify(execFile)('chown', ['-R', '-h', `${user.uid}:${user.gid}`, folder]);
    return new Clone(folder, user);
  }

  /** Runs a script as one who has typed it in the folder of the clone. */
  async run(script: string): Promise<ProcessEnd> {
    const child = this.spawn(script);
    return new Promise((resolve, reject) => {
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream!.on('data', (data) => (output += String(data)));
      child.on('error', reject).on('close', (code) => resolve({ code, output }));
    });
  }

  /** Runs a command that goes on, and answers what it has said when it has said `ready`. */
  async start(command: string, ready: RegExp): Promise<string> {
    const child = this.spawn(command);
    this.started.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream!.on('data', (data) => (output += String(data)));
    while (!ready.test(output)) {
      if (child.exitCode !== null) throw new Error(`${command} ended with code ${child.exitCode}:\n${output}`);
      await sleep(100);
    }
    return output;
  }

  async remove(): Promise<void> {
    if ([...this.started].some(({ exitCode }) => exitCode === null)) await this.run('npm run bindery -- stop');
    await rm(this.folder, { recursive: true, force: true });
  }

  private spawn(script: string): ChildProcess {
    // As in a terminal: not as in the script of npm that runs the tests.
    const own = Object.entries(process.env).filter(
      ([name]) => !/^(npm_|INIT_CWD$|NODE_ENV$|JEST_|BINDERY_)/.test(name),
    );
    const home = join(this.folder, '.bindery', 'home');
    const env = {
      ...Object.fromEntries(own),
      ...(this.user && { HOME: home, USER: this.user.name }),
      npm_config_update_notifier: 'false',
      // An answer that is no success ends the command.
      CURL_HOME: join(__dirname, 'curl'),
    };
    const { uid, gid } = this.user ?? {};
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    return spawn('sh', ['-e', '-c', script], { cwd: this.folder, env, stdio: [...stdio], uid, gid });
  }
}

/** Links the packages of this checkout into the clone, but for its own workspaces. */
async function installInto(folder: string): Promise<void> {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')];
  await mkdir(join(to, '@bindery'), { recursive: true });
  const names = (await readdir(from)).filter((name) => name !== '@bindery' && !/^\.(?!bin$)/.test(name));
  for (const name of names) await symlink(join(from, name), join(to, name), 'junction');
  for (const name of await readdir(join(from, '@bindery')))
    await symlink(await readlink(join(from, '@bindery', name)), join(to, '@bindery', name), 'junction');
  // By its time the start knows that what is installed is not older than the lock file.
  await copyFile(join(from, '.package-lock.json'), join(to, '.package-lock.json'));
}
