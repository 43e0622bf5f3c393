import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllowList } from '@bindery/outbound';
import { GitServer } from '@bindery/testing';
import { openFolder } from './archive-folder';
import { type CloneOptions, cloneRepository, GitCloneError, isPlainRef } from './git-clone';

const allow = parseAllowList('127.0.0.1');
/** The work folders of this process; other test files that it ran may have left some, too. */
const workFolders = () =>
  readdirSync(tmpdir()).filter(
    (name) => name.startsWith('bindery-work-') && name.split('.')[1] === String(process.pid),
  );
const before = new Set(workFolders());
const leftovers = () => workFolders().filter((name) => !before.has(name));

describe('cloneRepository', () => {
  let server: GitServer;
  let head: string;

  beforeAll(async () => {
    server = await new GitServer().start();
    server.repository('docs', (folder, git) => {
      writeFileSync(join(folder, 'README.md'), '# First');
      git('add', '.');
      git('commit', '-qm', 'First');
      git('tag', 'v1.0');
      git('checkout', '-qb', 'next/one');
      writeFileSync(join(folder, 'README.md'), '# Next');
      git('commit', '-qam', 'Next');
      git('checkout', '-q', 'main');
      mkdirSync(join(folder, 'docs'));
      writeFileSync(join(folder, 'docs', 'a.md'), '# A');
      writeFileSync(join(folder, '.gitmodules'), `[submodule "sub"]\n\tpath = sub\n\turl = ${server.url('sub.git')}\n`);
      git('update-index', '--add', '--cacheinfo', `160000,${git('rev-parse', 'HEAD')},sub`);
      git('add', '.');
      git('commit', '-qm', 'Second');
      head = git('rev-parse', 'HEAD');
    });
    server.repository('large', (folder, git) => {
      for (let count = 0; count < 20; count++) writeFileSync(join(folder, `${count}.bin`), randomBytes(100_000));
      git('add', '.');
      git('commit', '-qm', 'Large');
    });
    server.repository('empty', () => {});
  });

  afterAll(() => server.stop());

  beforeEach(() => {
    server.requests.length = 0;
    server.connections = 0;
  });

  const clone = (path: string, options: CloneOptions = {}) => cloneRepository(server.url(path), { allow, ...options });

  it('answers the newest commit of the main branch, without history and submodules', async () => {
    const { folder, commit, ref, cleanup } = await clone('docs.git');
    expect({ commit, ref }).toEqual({ commit: head, ref: 'main' });
    expect((await openFolder(folder)).paths()).toEqual(['.gitmodules', 'README.md', 'docs/a.md']);
    expect(readFileSync(join(folder, '.git', 'shallow'), 'utf8').trim()).toBe(head);
    expect(server.requests.some((path) => path.startsWith('/sub'))).toBe(false);
    await cleanup();
    expect(existsSync(folder)).toBe(false);
    expect(leftovers()).toEqual([]);
  });

  it.each([
    ['next/one', '# Next'],
    ['v1.0', '# First'],
  ])('checks out %s', async (ref, text) => {
    const cloned = await clone('docs.git', { ref });
    expect(cloned.ref).toBe(ref);
    expect(readFileSync(join(cloned.folder, 'README.md'), 'utf8')).toBe(text);
    await cloned.cleanup();
  });

  it('connects to the address that was checked, whatever the name would resolve to', async () => {
    let lookups = 0;
    const resolve = async () => (lookups++ === 0 ? ['127.0.0.1'] : ['203.0.113.1']);
    const cloned = await cloneRepository(server.url('docs.git', 'Docs.Example.'), { allow, resolve });
    expect(cloned.commit).toBe(head);
    expect(lookups).toBe(1);
    await cloned.cleanup();
  });

  it.each([
    ['absent.git', {}, 'does not exist or is not public'],
    ['private.git', {}, 'does not exist or is not public'],
    ['moved.git', {}, 'could not be cloned'],
    ['docs.git', { ref: 'absent' }, 'no branch or tag absent'],
    ['empty.git', {}, 'The repository is empty'],
    ['large.git', { limits: { maxBytes: 1_000_000 } }, 'too large'],
    ['large.git', { limits: { maxFiles: 10 } }, 'too large'],
    ['silent.git', { limits: { timeout: 700 } }, 'took too long'],
  ])('says of %s with %j: %s', async (path, options, message) => {
    const cloning = clone(path, options);
    await expect(cloning).rejects.toThrow(GitCloneError);
    await expect(cloning).rejects.toThrow(message);
    expect(leftovers()).toEqual([]);
  });

  it.each(['127.0.0.1', 'localhost', '127.1', '2130706433', '[::ffff:127.0.0.1]', '[::1]', '0.0.0.0'])(
    'refuses the private host %s without a connection',
    async (host) => {
      for (const protocol of ['http', 'https']) {
        const url = server.url('docs.git', host).replace('http', protocol);
        await expect(cloneRepository(url)).rejects.toThrow('not public or does not exist');
      }
      expect(server.connections).toBe(0);
    },
  );

  it('takes http only from a host that the operator allows', async () => {
    const resolve = async () => ['93.184.216.34'];
    await expect(cloneRepository('http://docs.example/a.git', { resolve })).rejects.toThrow('must begin with https://');
  });

  it.each([
    ...['file:///etc', '/etc', 'ssh://git@example.com/a.git', 'git@example.com:a.git', 'git://example.com/a.git'],
    ...['ext::sh -c id', '--upload-pack=id', 'https://user:secret@example.com/a.git', ''],
  ])('refuses the URL %j', async (url) => {
    await expect(cloneRepository(url)).rejects.toThrow('must begin with http or https and have no credentials');
  });

  it.each([
    '--upload-pack=id',
    '-b',
    'a..b',
    'a b',
    'a;b',
    '.a',
    'a/.b',
    'a.lock',
    'a/',
    '/a',
    'a//b',
    '',
    'a\nb',
    'a@{1}',
  ])('refuses the ref %j', async (ref) => {
    expect(isPlainRef(ref)).toBe(false);
    await expect(clone('docs.git', { ref })).rejects.toThrow('is not valid');
    expect(server.connections).toBe(0);
  });
});
