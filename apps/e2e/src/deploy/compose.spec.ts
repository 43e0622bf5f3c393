import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readConfig, serviceSettings } from '@bindery/config';
import { gatewaySettings } from '@bindery/gateway';
import { runtimeProcessSettings } from '@bindery/integrations';
import { composeSecrets, natsFile, PROCESSES, rolesOf, SERVICES, settingsOf } from '@bindery/tools';
import { root } from './rendered';

interface ComposeService {
  image: string;
  build?: { dockerfile: string; args: { APP: string } };
  command?: string[];
  environment?: Record<string, string | number>;
  depends_on?: Record<string, { condition: string }>;
  networks?: string[];
  healthcheck?: { test: string[] };
  restart?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const composeText = read('docker/compose.yaml');
const { services } = parse(composeText, { merge: true }) as { services: Record<string, ComposeService> };
const secrets = Object.fromEntries(
  composeSecrets()
    .trim()
    .split('\n')
    .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
);

/** A value as compose puts variables into it. */
const filled = (value: string | number): string =>
  String(value).replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string, other: string) => {
    const known = secrets[name] ?? (kind === '-' ? other : undefined);
    if (known === undefined) throw new Error(`Nothing sets ${name}`);
    return known;
  });

const environmentOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(services[name]?.environment ?? {}).map(([variable, value]) => [variable, filled(value)]),
  );

/** Runs to its end, as a migration does. */
const once = ({ restart }: ComposeService): boolean => restart === 'no';

describe('compose.yaml', () => {
  it('runs every process and every migration', () => {
    expect(Object.keys(services)).toEqual(
      expect.arrayContaining([...PROCESSES, ...SERVICES.map((name) => `${name}-migrate`), 'provision']),
    );
  });

  it('waits for what is healthy or has ended well, and for nothing that can be neither', () => {
    for (const [name, { depends_on: needs = {} }] of Object.entries(services)) {
      for (const [needed, { condition }] of Object.entries(needs)) {
        const target = services[needed];
        expect([name, needed, target !== undefined]).toEqual([name, needed, true]);
        const expected = once(target!) ? 'service_completed_successfully' : 'service_healthy';
        expect([name, needed, condition]).toEqual([name, needed, expected]);
      }
    }
    for (const [name, service] of Object.entries(services))
      if (!once(service)) expect([name, service.healthcheck?.test[0]]).toEqual([name, 'CMD']);
    for (const name of SERVICES) {
      expect(Object.keys(services[name]?.depends_on ?? {})).toEqual(
        expect.arrayContaining([`${name}-migrate`, 'nats', 'storage']),
      );
      expect(services.gateway?.depends_on).toHaveProperty(name);
    }
  });

  it('gives each process every setting that it needs and none that nobody knows', () => {
    for (const name of PROCESSES) {
      const env = environmentOf(name);
      const settings = name === 'gateway' ? gatewaySettings : serviceSettings;
      expect(() => readConfig(settings, env)).not.toThrow();
      const known = [
        ...Object.keys(settings),
        ...settingsOf(name),
        'MAIL_URL',
        'AWS_ACCESS_KEY_ID',
        'AWS_SECRET_ACCESS_KEY',
      ];
      expect(Object.keys(env).filter((variable) => !known.includes(variable))).toEqual([]);
      expect(env).toMatchObject({ NATS_USER: name, NATS_PASSWORD: environmentOf('nats')[passwordVariable(name)] });
    }
  });

  it('runs scripts where the gateway and the service that sends them are, and nothing else', () => {
    const env = environmentOf('runtime');
    expect(() => readConfig(runtimeProcessSettings, env)).not.toThrow();
    expect(Object.keys(env).filter((variable) => !(variable in runtimeProcessSettings))).toEqual([]);
    const { RUNTIME_URL, RUNTIME_KEY } = environmentOf('integrations');
    expect([RUNTIME_URL, RUNTIME_KEY]).toEqual([`http://runtime:${env.PORT}`, env.RUNTIME_KEY]);
    expect(services.runtime!.networks).toEqual(['scripts']);
    const beside = Object.keys(services).filter((name) => services[name]!.networks?.includes('scripts'));
    expect(beside.sort()).toEqual(['gateway', 'integrations', 'runtime']);
  });

  it('provisions roles with the passwords that services and migrations have', () => {
    const provisioned = environmentOf('provision');
    expect(rolesOf(provisioned)).toMatchObject({ database: 'bindery' });
    for (const name of SERVICES) {
      const prefix = name.replaceAll('-', '_').toUpperCase();
      expect(environmentOf(name).DATABASE_URL).toBe(provisioned[`${prefix}_DATABASE_URL`]);
      const { MIGRATION_DATABASE_URL } = environmentOf(`${name}-migrate`);
      expect(MIGRATION_DATABASE_URL).toBe(provisioned[`${prefix}_MIGRATION_DATABASE_URL`]);
    }
  });

  it('builds each image of ours once, and runs it without rights and without a place to write', () => {
    const ours = Object.values(services).filter(({ image }) => image.startsWith('bindery/'));
    const built = ours.flatMap(({ image, build }) => (build ? [[image, build.args.APP]] : []));
    expect(built.map(([image]) => image).sort()).toEqual([...new Set(ours.map(({ image }) => image))].sort());
    for (const [image, app] of built) expect(image).toBe(`bindery/${app}`);
    for (const service of ours) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(service.security_opt).toContain('no-new-privileges:true');
    }
    for (const { image } of Object.values(services))
      if (!image.startsWith('bindery/')) expect(image).toMatch(/:(?!latest)[\w.-]+$/);
  });
});

describe('the configuration of NATS', () => {
  it('is what follows from the permissions', () => {
    expect(read('docker/nats.conf')).toBe(natsFile('single'));
    expect(read('k8s/base/nats/nats.conf')).toBe(natsFile('cluster'));
  });

  it('takes every password from a variable that is set', () => {
    const used = [...natsFile('single').matchAll(/password: \$(\w+)/g)].map(([, name]) => name);
    expect(used.sort()).toEqual(Object.keys(environmentOf('nats')).sort());
  });
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

  it('copies only from stages that are there and builds on images with a version', () => {
    const stages = instructions.flatMap(([name, rest]) => (name === 'FROM' ? [/ AS (\w+)$/.exec(rest)?.[1]] : []));
    const bases = instructions.flatMap(([name, rest]) => (name === 'FROM' ? [rest.split(' ')[0]!] : []));
    for (const base of bases)
      expect(stages.includes(base) || base === 'scratch' || /:\d[\w.-]+$/.test(base)).toBe(true);
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

const passwordVariable = (name: string): string => `${name.replaceAll('-', '_').toUpperCase()}_NATS_PASSWORD`;
