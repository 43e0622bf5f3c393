import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkRecorded } from '@bindery/testing';
import type { TestOrganization } from '../support/test-organization';

const execute = promisify(execFile);
const version = '0.25.1';
const root = join(__dirname, '..', '..', '..', '..');
const programs = join(root, '.bindery', 'bin');
const folder = join(programs, `gitbook-cli-${version}`);
const recorder = join(root, 'libs', 'testing', 'jest', 'record-fetch.cjs');
const program = join(folder, 'node_modules', '@gitbook', 'cli', 'cli.js');

/** Milliseconds after which a command is stopped. */
const patience = 60_000;

/** The output of a command on its terminal. */
interface Run {
  code: number;
  output: string;
}

/**
 * The public command line, as its users have it. It is installed once for a checkout, without its install scripts, and is
 * no dependency of the platform.
 */
export class GitBookCli {
  private readonly suffix = randomBytes(4).toString('hex');

  private constructor(
    private readonly home: string,
    private readonly env: Record<string, string>,
  ) {}

  static async of({ admin }: TestOrganization, endpoint: string): Promise<GitBookCli> {
    if (!existsSync(program)) await install();
    const home = await mkdtemp(join(tmpdir(), 'bindery-cli-'));
    return new GitBookCli(home, { GITBOOK_ENDPOINT: endpoint, GITBOOK_TOKEN: admin.token });
  }

  /** Runs a command, which gets `typed`. */
  run(args: string[], cwd = this.home, env = this.env, typed = ''): Promise<Run> {
    return this.start(args, cwd, env, typed);
  }

  /** Runs a command that goes on until it is stopped, which it is once it has written all of the texts. */
  follow(args: string[], cwd: string, texts: string[]): Promise<Run> {
    return this.start(args, cwd, this.env, '', (output) => texts.every((text) => output.includes(text)));
  }

  private start(
    args: string[],
    cwd: string,
    env: Record<string, string>,
    typed: string,
    isEnough: (output: string) => boolean = () => false,
  ): Promise<Run> {
    const child = spawn(process.execPath, [program, ...args], {
      cwd,
      env: {
        PATH: process.env.PATH,
        HOME: this.home,
        NODE_OPTIONS: `--require ${JSON.stringify(recorder)}`,
        BINDERY_RECORDED_ANSWERS: this.recorded,
        ...env,
      },
      timeout: patience,
    });
    let output = '';
    const add = (part: Buffer) => {
      output += part.toString();
      if (isEnough(output)) child.kill();
    };
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    child.stdin.end(typed);
    return new Promise((resolve) => child.once('close', (code) => resolve({ code: code ?? 1, output })));
  }

  /** The operations that its commands were answered. Throws for an answer that the public client does not read. */
  async answered(): Promise<string[]> {
    return checkRecorded(await readFile(this.recorded, 'utf8'));
  }

  private get recorded(): string {
    return join(this.home, 'answers.jsonl');
  }

  /** The name under which an example is published here: other files may have published it, too. */
  nameOf(example: string): string {
    return `${example}-${this.suffix}`;
  }

  /** Publishes an example for an organization; answers its folder. */
  async publish(example: string, organization: string): Promise<string> {
    const cwd = await this.copy(example, organization);
    const { code, output } = await this.run(['publish'], cwd);
    if (code !== 0) throw new Error(output);
    return cwd;
  }

  async copy(example: string, organization: string): Promise<string> {
    const examples = join(this.home, 'examples');
    await cp(join(root, 'apps', 'e2e', 'examples'), examples, { recursive: true });
    const manifest = join(examples, example, 'gitbook-manifest.yaml');
    const text = await readFile(manifest, 'utf8');
    const named = text.replace(`name: ${example}`, `name: ${this.nameOf(example)}`);
    await writeFile(manifest, named.replace('organization: organization', `organization: ${organization}`));
    return join(examples, example);
  }

  close(): Promise<void> {
    return rm(this.home, { recursive: true, force: true });
  }
}

/** Several test files may install at once: the first to end wins. */
async function install(): Promise<void> {
  await mkdir(programs, { recursive: true });
  const made = await mkdtemp(`${folder}-`);
  await writeFile(join(made, 'package.json'), '{ "private": true }');
  const npm = ['install', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund', `@gitbook/cli@${version}`];
  await execute('npm', npm, { cwd: made, timeout: 120_000, shell: process.platform === 'win32' });
  await rename(made, folder).catch(() => rm(made, { recursive: true, force: true }));
}
