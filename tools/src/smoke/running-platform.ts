import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { dirname, join, delimiter } from 'node:path';
import { promisify } from 'node:util';
import { ApiClient } from '@bindery/command-line';
import { type Developer, freePorts } from '@bindery/launcher';

/** `npm start` in a checkout, on a Node of its own. */
export class RunningPlatform {
  private constructor(
    private readonly folder: string,
    private readonly node: string,
    readonly child: ChildProcess,
    readonly developer: Developer,
  ) {}

  /** Answers once it says that it is ready. Throws with what it printed when it ends before. */
  static async start(folder: string, node: string, program = [node, 'tools/start.mjs']): Promise<RunningPlatform> {
    const [port] = await freePorts(1);
    const [command, ...args] = [...program, '--port', String(port)];
    const child = spawn(command!, args, { cwd: folder, env: environment(node), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (data: Buffer) => {
          output += data.toString();
          if (output.includes('✓ Ready in')) resolve();
        });
      child.once('close', (code) => reject(new Error(`npm start ended with code ${code}:\n${output}`)));
    });
    const developer = JSON.parse(await readFile(join(folder, '.bindery', 'dev.json'), 'utf8')) as Developer;
    return new RunningPlatform(folder, node, child, developer);
  }

  get api(): ApiClient {
    return new ApiClient(this.developer.baseUrl, this.developer.token);
  }

  /** Runs a command of the command line and answers what it printed. Throws when it fails. */
  async command(...words: string[]): Promise<string> {
    return command(this.folder, this.node, words);
  }

  /** Ends it as `kill` does, and answers the exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode !== null) return this.child.exitCode;
    const ended = once(this.child, 'close');
    this.child.kill(signal);
    return ((await ended) as [number | null])[0];
  }
}

/** `npm run bindery -- <words>` in a checkout. */
async function command(folder: string, node: string, words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(node, ['tools/bindery.mjs', ...words], {
    cwd: folder,
    env: environment(node),
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** The system's environment with this Node first, and none of the settings of the user who runs this. */
export const environment = (node: string): NodeJS.ProcessEnv => ({
  PATH: [dirname(node), process.env.PATH].join(delimiter),
  HOME: process.env.HOME,
  TMPDIR: process.env.TMPDIR,
});
