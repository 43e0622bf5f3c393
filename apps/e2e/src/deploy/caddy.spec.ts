import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { importFiles, SiteWorld, until } from '@bindery/testing';
import { exitOf, freePorts, stopProcess } from '@bindery/launcher';
import { startIsolatedPlatform, type IsolatedPlatform } from '../support/test-organization';
import { root } from './rendered';

const hasCaddy = spawnSync('caddy', ['version']).status === 0;
if (!hasCaddy) console.warn('caddy is not on PATH: docker/Caddyfile is not tried');

/** Those of the platform and of a site of it. */
const own = 'docs.bindery.test';
const ofSite = 'handbook.example.test';

(hasCaddy ? describe : describe.skip)('docker/Caddyfile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-caddy-'));
  let world: IsolatedPlatform;
  let caddy: ChildProcess;
  let port: number;

  beforeAll(async () => {
    const settings = { PUBLIC_URL: `https://${own}`, TRUST_PROXY: '127.0.0.0/8', RATE_LIMIT: 'on' };
    world = await startIsolatedPlatform(settings);
    const [httpPort, httpsPort] = (await freePorts(2)) as [number, number];
    port = httpsPort;
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, testFile(httpPort, httpsPort));
    caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
      env: { PATH: process.env.PATH, HOME: folder, PUBLIC_URL: settings.PUBLIC_URL },
      stdio: 'ignore',
    });
    await until(() =>
      get(own, '/v1').then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
  });
  afterAll(async () => {
    if (caddy) {
      const exited = exitOf(caddy);
      await stopProcess(caddy.pid!);
      await exited;
    }
    await world?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('serves the platform at PUBLIC_URL', async () => {
    const { status, body } = await get(own, '/v1');
    expect([status, JSON.parse(body)]).toEqual([200, expect.objectContaining({ name: 'Bindery' })]);
  });

  it('serves a site at its host name, with a certificate that it gets for it, and no other host', async () => {
    const sites = new SiteWorld(world);
    const { spaces } = await importFiles(world, { 'README.md': '# Handbook\n', 'metrics.md': '# Measured\n' });
    const body = { title: 'Handbook', visibility: 'public', spaces: [spaces[0]!.id] };
    const { id } = await sites.expect<{ id: string }>('createSite', { body });
    await sites.publish(id);
    await sites.update(id, { hostname: ofSite });
    await world.records.query('update sites.site set hostname_active = true where id = $1', [id]);
    const shown = () =>
      get(ofSite, '/').then(
        ({ body }) => body,
        () => '',
      );
    await until(async () => (await shown()).includes('Handbook'));
    // Only at the host of the platform are such paths withheld.
    expect(await get(ofSite, '/metrics')).toMatchObject({ status: 200, body: expect.stringContaining('Measured') });
    expect(await get(ofSite, '/livez')).toMatchObject({ status: 404 });
    await expect(get('other.example.test', '/')).rejects.toThrow();
  });

  it.each(['/metrics', '/readyz', '/livez', '/tls-ask?domain=docs.bindery.test'])('does not serve %s', async (path) => {
    expect(await get(own, path)).toMatchObject({ status: 404, body: '' });
  });

  it('makes the gateway count a client once, with any address in its headers', async () => {
    const left = async (address: string) => {
      const { headers } = await get(own, '/v1/user', { 'x-forwarded-for': address });
      return Number(headers['x-ratelimit-remaining']);
    };
    const first = await left('203.0.113.1');
    expect(first).toBeGreaterThan(0);
    expect(await left('203.0.113.2')).toBe(first - 1);
  });

  it("leaves the host that a proxy of a site's owner was asked for", async () => {
    const sites = new SiteWorld(world);
    const { id } = await sites.site(['Manual'], { visibility: 'public' });
    const { pathname } = new URL(await sites.publish(id));
    expect((await sites.update(id, { proxy: 'www.owner.test/help' })).status).toBe(200);
    const linked = async (headers: Record<string, string>) =>
      (await get(own, pathname, headers)).body.includes('"/help');
    await until(() => linked({ 'x-forwarded-host': 'www.owner.test' }));
    expect(await linked({})).toBe(false);
  });

  /** The file with ports of this test, certificates of an authority of its own, and the gateway here. */
  function testFile(httpPort: number, httpsPort: number): string {
    const options = `local_certs
      skip_install_trust
      admin off
      http_port ${httpPort}
      https_port ${httpsPort}
      storage file_system ${folder}/data`;
    return readFileSync(join(root, 'docker/Caddyfile'), 'utf8')
      .replace('\n{\n', `\n{\n${options}\n`)
      .replaceAll('gateway:8080', new URL(world.platform.baseUrl).host);
  }

  function get(host: string, path: string, headers: Record<string, string> = {}) {
    const authority = join(folder, 'data/pki/authorities/local/root.crt');
    const ca = existsSync(authority) ? readFileSync(authority) : undefined;
    return new Promise<{ status?: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
      const asked = {
        host: '127.0.0.1',
        port,
        servername: host,
        path,
        headers: { host, ...headers },
        ca,
        agent: false,
      };
      request(asked as never, (response) => {
        text(response).then(
          (body) => resolve({ status: response.statusCode, headers: response.headers, body }),
          reject,
        );
      })
        .on('error', reject)
        .end();
    });
  }
});
