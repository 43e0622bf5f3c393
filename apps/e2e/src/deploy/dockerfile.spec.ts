import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { natsFile } from '@bindery/command-line';
import { CONTENT_HEAP, SERVICES } from '@bindery/launcher';
import { compose } from './composed';
import { root } from './rendered';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('the configuration of NATS', () => {
  it('is what follows from the permissions', () => {
    expect(read('docker/nats.conf')).toBe(natsFile('single'));
    expect(read('k8s/base/nats/nats.conf')).toBe(natsFile('cluster'));
  });

  it('takes every password from a variable that is set', () => {
    const used = [...natsFile('single').matchAll(/password: \$(\w+)/g)].map(([, name]) => name);
    expect(used.sort()).toEqual(Object.keys(compose('compose.yaml').services.nats!.environment!).sort());
  });
});

it.each([
  'docker/compose.yaml',
  'docker/compose.small.yaml',
  'k8s/base/content/deployment.yaml',
  'k8s/overlays/small/bindery.yaml',
])('%s gives content the same heap as the launcher', (path) => {
  expect(read(path).match(/--max-semi-space-size=\d+/g)).toEqual([CONTENT_HEAP]);
});

it.each([
  ...SERVICES.map((service) => `k8s/base/${service}/deployment.yaml`),
  'k8s/base/gateway/deployment.yaml',
  'k8s/base/runtime/deployment.yaml',
  'k8s/overlays/small/bindery.yaml',
  'k8s/overlays/small/runtime.yaml',
])('%s leaves an eighth of the limit to memory outside the heap', (path) => {
  // The limit stands behind the flags of its container.
  const text = read(path).replace(/^[^]*NODE_OPTIONS/, '');
  const flag = (name: string) => new RegExp(`--max-${name}-size=(\\d+)`).exec(text)?.[1];
  // 16 MiB is the default of V8. The young generation has three semi-spaces.
  const [oldSpace, semiSpace] = [Number(flag('old-space')), Number(flag('semi-space') ?? 16)];
  const [, amount, unit] = /limits:[^]*?memory: (\d+)([MG])i/.exec(text)!;
  const limit = Number(amount) * (unit === 'G' ? 1_024 : 1);
  expect(oldSpace + 3 * semiSpace).toBeLessThanOrEqual((limit * 7) / 8);
});

describe('the Dockerfile', () => {
  const instructions = read('docker/Dockerfile')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => /^(\w+)\s+(.*)$/s.exec(line)!.slice(1) as [string, string]);
  const last = instructions.slice(instructions.findLastIndex(([name]) => name === 'FROM'));

  it('ends in an image without shell or package manager, of a user without rights', () => {
    expect(last[0]).toEqual(['FROM', 'scratch']);
    expect(last.map(([name]) => name)).not.toContain('RUN');
    expect(Object.fromEntries(last).USER).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  it('starts Node itself, so that signals reach it', () => {
    const { ENTRYPOINT, CMD } = Object.fromEntries(last) as { ENTRYPOINT: string; CMD: string };
    expect(JSON.parse(ENTRYPOINT)).toEqual(['/usr/bin/node']);
    expect(JSON.parse(CMD)).toEqual(['main.js']);
  });

  it('copies only from stages that are there and builds on images that are named by what they are', () => {
    const stages = instructions.flatMap(([name, rest]) => (name === 'FROM' ? [/ AS (\w+)$/.exec(rest)?.[1]] : []));
    const bases = instructions.flatMap(([name, rest]) => (name === 'FROM' ? [rest.split(' ')[0]!] : []));
    for (const base of bases)
      expect(stages.includes(base) || base === 'scratch' || /:\d[\w.-]+@sha256:[\da-f]{64}$/.test(base)).toBe(true);
    for (const [name, rest] of instructions) {
      const from = /--from=(\w+)/.exec(rest)?.[1];
      if (name === 'COPY' && from) expect(stages).toContain(from);
      expect(name).not.toBe('ADD');
    }
  });

  it('sends neither secrets nor what was made outside to the build', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const path of ['**/node_modules', '**/dist', '.git', '.bindery', 'docker/.env'])
      expect(ignored).toContain(path);
  });
});
