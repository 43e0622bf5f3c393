import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

const AUTHOR = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'init.defaultBranch=main'];

/** Bare repositories served over HTTP on 127.0.0.1 by `git http-backend`, with a count of connections. */
export class GitServer {
  readonly folder = mkdtempSync(join(tmpdir(), 'bindery-git-server-'));
  readonly requests: string[] = [];
  connections = 0;
  port = 0;
  /** The `Authorization` header that repositories need whose names begin with `private`. */
  authorization = '';
  /** Awaited before a push reaches its repository. */
  beforePush: () => Promise<void> = () => Promise.resolve();
  /** Awaited before the answer to a push; where it rejects, the answer is lost. */
  afterPush: () => Promise<void> = () => Promise.resolve();
  private changes = 0;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => void this.answer(request, response));
    this.server.on('connection', () => this.connections++);
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    rmSync(this.folder, { recursive: true });
  }

  /** Makes the repository `name` of a working folder that `fill` wrote and `git` committed. */
  repository(name: string, fill: (folder: string, git: (...command: string[]) => string) => void): void {
    const work = join(this.folder, `${name}-work`);
    const git = (...command: string[]) =>
      execFileSync('git', [...AUTHOR, ...command], { cwd: work, stdio: 'pipe' })
        .toString()
        .trim();
    execFileSync('git', [...AUTHOR, 'init', '--quiet', work]);
    fill(work, git);
    const bare = join(this.folder, `${name}.git`);
    execFileSync('git', ['clone', '--quiet', '--bare', work, bare]);
    execFileSync('git', ['config', 'http.receivepack', 'true'], { cwd: bare });
  }

  /** Runs git in the bare repository `name` and answers what it wrote. */
  git(name: string, ...command: string[]): string {
    return execFileSync('git', command, { cwd: join(this.folder, `${name}.git`), stdio: 'pipe' }).toString();
  }

  /** Commits what `change` does to a fresh working folder of `name`, and pushes it. */
  commit(name: string, change: (folder: string) => void, message = 'Change'): void {
    const work = join(this.folder, `${name}-change-${this.changes++}`);
    execFileSync('git', ['clone', '--quiet', join(this.folder, `${name}.git`), work], { stdio: 'pipe' });
    change(work);
    for (const command of [
      ['add', '.'],
      ['commit', '-qm', message],
      ['push', '--quiet'],
    ])
      execFileSync('git', [...AUTHOR, ...command], { cwd: work, stdio: 'pipe' });
  }

  url(path: string, host = '127.0.0.1'): string {
    return `http://${host}:${this.port}/${path}`;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '', 'http://git');
    this.requests.push(pathname);
    if (pathname.startsWith('/silent')) return;
    if (
      pathname.startsWith('/private') &&
      (!this.authorization || request.headers.authorization !== this.authorization)
    ) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
      return;
    }
    if (pathname.startsWith('/moved')) {
      response.writeHead(301, { location: request.url?.replace('/moved', '/docs') }).end();
      return;
    }
    const isPush = request.method === 'POST' && pathname.endsWith('/git-receive-pack');
    if (isPush) await this.beforePush();
    const backend = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: this.folder,
        GIT_HTTP_EXPORT_ALL: '1',
        REQUEST_METHOD: request.method,
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        CONTENT_TYPE: request.headers['content-type'],
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
        HTTP_GIT_PROTOCOL: request.headers['git-protocol'] as string | undefined,
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    request.pipe(backend.stdin);
    const output = await buffer(backend.stdout);
    const isAnswered =
      !isPush ||
      (await this.afterPush().then(
        () => true,
        () => false,
      ));
    if (!isAnswered) return void response.destroy();
    const end = output.indexOf('\r\n\r\n');
    const headers = output
      .subarray(0, end)
      .toString()
      .split('\r\n')
      .map((line) => line.split(': ', 2) as [string, string]);
    const { Status = '200', ...others } = Object.fromEntries(headers);
    response.writeHead(Number.parseInt(Status, 10), others).end(output.subarray(end + 4));
  }
}
