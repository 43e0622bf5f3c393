import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentPage, GitSyncOperation, GitSyncState, Revision, RevisionPage } from '@bindery/contracts';
import { flat, GitServer, importFiles } from '@bindery/testing';
import {
  createInProcessOrganization,
  type InProcessOrganization,
  type TestOrganization,
} from '../support/test-organization';

/** Bytes that no formatter would write: they come back as they are only when nothing touches them. */
export const odd = '# Guide\r\n\r\n*  odd   bullets\r\n+ of   two kinds\r\n\r\nSee [home](README.md).';

export const files = {
  'docs/README.md': '# Home\n\nThe beginning.\n',
  'docs/guide.md': odd,
  'docs/SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n* [Guide](guide.md)\n',
  LICENSE: 'None of the space.\n',
  'src/tool.sh': '#!/bin/sh\n',
};

/** A platform that may reach a Git server beside it, and what users do with both. */
export class GitWorld {
  private constructor(
    readonly world: InProcessOrganization,
    readonly server: GitServer,
  ) {}

  static async start(): Promise<GitWorld> {
    const server = await new GitServer().start();
    return new GitWorld(await createInProcessOrganization(), server);
  }

  async close(): Promise<void> {
    await this.world.close();
    await this.server.stop();
  }

  expect<T>(operation: string, spaceId: string, call: { params?: Record<string, string>; body?: object } = {}) {
    const { admin, api } = this.world;
    return api.expect<T>(operation, { token: admin.token, ...call, params: { spaceId, ...call.params } });
  }

  repository(name: string, content: Record<string, string | Buffer> = files): void {
    this.server.repository(name, (folder, git) => {
      writeAll(folder, content);
      git('add', '.');
      git('commit', '-qm', 'First');
    });
  }

  /** Commits these files, as another author does. */
  commit(name: string, content: Record<string, string | Buffer>, message?: string): void {
    this.server.commit(name, (folder) => writeAll(folder, content), message);
  }

  committed(name: string, path: string): string {
    return this.server.git(name, 'show', `main:${path}`);
  }

  /** The number of commits of the branch. */
  commits(name: string): string {
    return this.server.git(name, 'rev-list', '--count', 'main').trim();
  }

  /** The paths of the newest commit, sorted. */
  pathsOf(name: string): string[] {
    return this.server.git(name, 'ls-tree', '-r', '--name-only', 'main').trim().split('\n').sort();
  }

  inDocs(name: string) {
    return { url: this.server.url(`${name}.git`), ref: 'refs/heads/main', repoProjectDirectory: 'docs' };
  }

  /** The bytes of a file of the newest commit. */
  bytesOf(name: string, path: string): Buffer {
    return execFileSync('git', ['show', `main:${path}`], {
      cwd: join(this.server.folder, `${name}.git`),
      maxBuffer: 64 * 1024 * 1024,
    });
  }

  async newSpace(): Promise<string> {
    const { admin, api, organization } = this.world;
    const { id } = await api.expect<{ id: string }>('createSpace', {
      token: admin.token,
      params: { organizationId: organization },
      body: { title: 'Synchronised' },
    });
    return id;
  }

  /** Synchronises and waits for the end. */
  sync(direction: 'import' | 'export', spaceId: string, body: object): Promise<GitSyncState> {
    return synchronised(this.world, direction, spaceId, body);
  }

  async succeed(direction: 'import' | 'export', spaceId: string, body: object): Promise<GitSyncOperation> {
    const { operation } = await this.sync(direction, spaceId, body);
    if (operation?.error) throw new Error(`The ${direction} failed: ${operation.error}`);
    expect(operation).toMatchObject({ state: 'success', direction, stage: 'finalize' });
    return operation!;
  }

  current(spaceId: string): Promise<Revision> {
    return this.expect<Revision>('getCurrentRevision', spaceId);
  }

  async titles(spaceId: string): Promise<string[]> {
    return flat((await this.current(spaceId)).pages).map(({ title }) => title);
  }

  async page(spaceId: string, title: string): Promise<RevisionPage> {
    return flat((await this.current(spaceId)).pages).find((one) => one.title === title)!;
  }

  async markdown(spaceId: string, title: string): Promise<string> {
    const { id: pageId } = await this.page(spaceId, title);
    const { body } = await this.world.api.call<DocumentPage>('getPageById', {
      token: this.world.admin.token,
      params: { spaceId, pageId },
      query: { format: 'markdown' },
    });
    return body.markdown ?? '';
  }

  /** Replaces what the space holds by the files with these changes. */
  edit(spaceId: string, changes: Record<string, string>, without: string[] = []) {
    const own = Object.entries({ ...files, ...changes }).flatMap(([path, text]) =>
      path.startsWith('docs/') && !without.includes(path) ? [[path.slice(5), text]] : [],
    );
    return importFiles(this.world, Object.fromEntries(own) as Record<string, string>, { space: spaceId });
  }

  /** Gives a page a new text, in the space itself. */
  async write(spaceId: string, title: string, markdown: string): Promise<void> {
    const { id: page } = await this.page(spaceId, title);
    const changes = [{ operation: 'update_page', page, document: { markdown } }];
    await this.expect('updateSpaceContent', spaceId, { body: { changes } });
  }
}

export function writeAll(folder: string, content: Record<string, string | Buffer>): void {
  for (const [path, text] of Object.entries(content)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text, path.endsWith('.sh') ? { mode: 0o755 } : {});
  }
}

/** Has a space synchronised with a repository, as its administrator; the test's own timeout ends the wait for its end. */
export async function synchronised(
  { admin, api }: TestOrganization,
  direction: 'import' | 'export',
  spaceId: string,
  body: object,
): Promise<GitSyncState> {
  const request = { token: admin.token, params: { spaceId } };
  const before = await api.call<GitSyncState>('getSpaceGitInfo', request);
  await api.expect(direction === 'import' ? 'importGitRepository' : 'exportToGitRepository', {
    ...request,
    body: { ...(direction === 'export' && { commitMessage: 'From the space' }), ...body },
  });
  for (;;) {
    const state = await api.expect<GitSyncState>('getSpaceGitInfo', request);
    const isNew = state.operation!.startedAt !== before.body?.operation?.startedAt;
    if (isNew && state.operation!.state !== 'running') return state;
    await sleep(50);
  }
}
