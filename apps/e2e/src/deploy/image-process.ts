import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pathToFileURL } from 'node:url';

const run = promisify(execFile);

type Env = Record<string, string>;

/** Writes what the images of these apps hold to folders of their names, as the Dockerfile does for one. */
export function writeImages(checkout: string, apps: readonly string[], folder: string): void {
  const script = `
    import { writeImage } from ${JSON.stringify(pathToFileURL(join(checkout, 'tools/image.mjs')).href)};
    const cache = {};
    for (const app of ${JSON.stringify(apps)}) await writeImage(app, ${JSON.stringify(folder)} + '/' + app, cache);
  `;
  execFileSync(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'inherit', 'inherit'] });
}

/** Runs a program of an image to its end and answers what it wrote. Throws when it fails. */
export async function runImage(folder: string, args: string[], env: Env): Promise<string> {
  const { stdout } = await run(process.execPath, args, { cwd: folder, env });
  return stdout;
}

/** A server of an image, started as its container would. */
export class ImageProcess {
  private output = '';
  private readonly child: ChildProcess;

  constructor(
    folder: string,
    private readonly port: number,
    env: Env,
    program = 'main.js',
  ) {
    this.child = spawn(process.execPath, [program], { cwd: folder, env: { ...env, PORT: String(port) } });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (data: Buffer) => (this.output = (this.output + data.toString()).slice(-4_000)));
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The answer of `/readyz`, as soon as there is one. Throws with the log when the process has ended. */
  async health(): Promise<{ ready: boolean; checks: Record<string, boolean> }> {
    for (;;) {
      if (this.child.exitCode !== null) throw new Error(`It ended with ${this.child.exitCode}:\n${this.output}`);
      const response = await fetch(`${this.url}/readyz`).catch(() => undefined);
      if (response) return (await response.json()) as { ready: boolean; checks: Record<string, boolean> };
      await delay(50);
    }
  }

  async untilReady(): Promise<void> {
    while (!(await this.health()).ready) await delay(50);
  }

  /** Ends it as Kubernetes does and answers the exit code. */
  async stop(): Promise<number | null> {
    if (this.child.exitCode !== null) return this.child.exitCode;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const [code] = (await exited) as [number | null];
    return code;
  }
}

/** The files below a folder, and the bytes of all of them. */
export function contentOf(folder: string): { files: string[]; bytes: number } {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return { files: files.sort(), bytes: files.reduce((sum, file) => sum + statSync(file).size, 0) };
}
