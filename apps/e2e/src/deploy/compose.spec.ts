import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf as ownOf, processSettings, readConfig, serviceSettings } from '@bindery/config';
import { gatewaySettings } from '@bindery/gateway';
import { runtimeProcessSettings } from '@bindery/integrations';
import { composeSecrets, installationIn, rolesOf } from '@bindery/command-line';
import { PROCESSES, SERVICES, settingsOf } from '@bindery/launcher';
import { compose, environmentOf, networksOf, once, secrets, variablesIn, type ComposeService } from './composed';
import { root } from './rendered';

const variableOf = (name: string, setting: string) => `${name.replaceAll('-', '_').toUpperCase()}_${setting}`;

/** Settings that are not for docker/.env: there is one NATS server, in the clear and beside the services; containers listen on all of their addresses. */
const fixed = ['NATS_CA', 'STREAM_REPLICAS', 'HOST'];
const ofLibraries = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'MAIL_URL', 'NODE_OPTIONS'];
/** Our own programs that serve. */
const servers = (services: Record<string, ComposeService>) =>
  Object.entries(services).filter(([, service]) => service.image.startsWith('bindery/') && !once(service));

describe.each(['compose.yaml', 'compose.small.yaml'])('%s', (file) => {
  const { services, networks, volumes } = compose(file);

  it('waits for what is healthy or has ended well, and needs nothing that a profile may leave out', () => {
    for (const [name, { depends_on: needs = {}, profiles }] of Object.entries(services)) {
      for (const [needed, { condition, required = true }] of Object.entries(needs)) {
        const target = services[needed];
        expect([name, needed, target !== undefined]).toEqual([name, needed, true]);
        const expected = once(target!) ? 'service_completed_successfully' : 'service_healthy';
        expect([name, needed, condition]).toEqual([name, needed, expected]);
        if (!profiles) expect([name, needed, required]).toEqual([name, needed, target!.profiles === undefined]);
      }
    }
    for (const [name, service] of Object.entries(services))
      if (!once(service)) expect([name, service.healthcheck?.test[0]]).toEqual([name, 'CMD']);
  });

  it('builds each image of ours once, and takes the others by what they are and not by a name alone', () => {
    const ours = Object.values(services).filter(({ image }) => image.startsWith('bindery/'));
    const built = ours.flatMap(({ image, build }) => (build ? [[image, build.args.APP]] : []));
    expect(built.map(([image]) => image).sort()).toEqual([...new Set(ours.map(({ image }) => image))].sort());
    for (const [image, app] of built) expect(image).toBe(`bindery/${app}`);
    for (const { image } of Object.values(services))
      if (!image.startsWith('bindery/')) expect(image).toMatch(/^[\w./-]+:v?\d[\w.-]+@sha256:[\da-f]{64}$/);
  });

  it('runs everything without a place to write and without rights but those that it needs', () => {
    for (const [name, service] of Object.entries(services)) {
      expect([name, service]).toEqual([name, expect.objectContaining({ read_only: true, cap_drop: ['ALL'] })]);
      expect(service.security_opt).toEqual(['no-new-privileges:true']);
      const needed = {
        postgres: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
        caddy: ['NET_BIND_SERVICE'],
      }[name];
      expect([name, service.cap_add]).toEqual([name, needed]);
      for (const volume of service.volumes ?? []) {
        const [source, , mode] = volume.split(':') as [string, string, string?];
        expect([volume, source.startsWith('./') ? mode : source in volumes]).toEqual([
          volume,
          source.startsWith('./') ? 'ro' : true,
        ]);
      }
    }
  });

  it('keeps Postgres, NATS and files away from the internet, and only Caddy accepts connections from other machines', () => {
    expect(networks.data).toEqual({ internal: true });
    for (const name of ['postgres', 'nats', 'storage'].filter((server) => server in services))
      expect([name, networksOf(services[name]!)]).toEqual([name, ['data']]);
    for (const [name, { ports = [] }] of Object.entries(services))
      for (const port of ports) expect([name, name === 'caddy' || port.startsWith('127.0.0.1:')]).toEqual([name, true]);
    for (const [, service] of Object.entries(services)) expect(service.networks).toBeDefined();
  });

  it('runs scripts where the gateway and the service that sends them are, and nothing else', () => {
    const env = environmentOf(services.runtime!);
    expect(() => readConfig(runtimeProcessSettings, env)).not.toThrow();
    const variables = Object.keys(services.runtime!.environment!);
    expect(variables.sort()).toEqual(Object.keys(runtimeProcessSettings).sort());
    const { RUNTIME_URL, RUNTIME_KEY } = environmentOf(services.integrations ?? services.bindery!);
    expect([RUNTIME_URL, RUNTIME_KEY]).toEqual([`http://runtime:${env.PORT}`, env.RUNTIME_KEY]);
    expect(networksOf(services.runtime!)).toEqual(['scripts']);
    const beside = Object.keys(services).filter((name) => networksOf(services[name]!).includes('scripts'));
    expect(beside.sort()).toEqual(services.bindery ? ['bindery', 'runtime'] : ['gateway', 'integrations', 'runtime']);
  });

  it('lets Caddy alone say who the client is', () => {
    const gateway = services.gateway ?? services.bindery!;
    const subnet = (variables: Record<string, string>) => environmentOf(gateway, variables).TRUST_PROXY;
    expect(networks.edge?.ipam?.config).toEqual([{ subnet: '${EDGE_SUBNET:-172.30.250.0/24}' }]);
    expect(subnet(secrets)).toBe('172.30.250.0/24');
    expect(subnet({ ...secrets, EDGE_SUBNET: '10.9.8.0/24' })).toBe('10.9.8.0/24');
    expect(subnet({ ...secrets, TRUST_PROXY: '1' })).toBe('1');
    const onEdge = Object.keys(services).filter((name) => networksOf(services[name]!).includes('edge'));
    expect(onEdge.sort()).toEqual(['caddy', services.gateway ? 'gateway' : 'bindery'].sort());
    // The name by which Caddy asks.
    const { networks: own } = gateway;
    if (!Array.isArray(own)) expect(own?.edge?.aliases).toEqual(['gateway']);
  });

  it('provisions roles with the passwords that services and migrations have', () => {
    const provisioned = environmentOf(services.provision!);
    expect(rolesOf(provisioned)).toMatchObject({ database: 'bindery' });
    for (const name of SERVICES) {
      const [server, migration] = [
        services[name] ?? services.bindery!,
        services[`${name}-migrate`] ?? services.migrate!,
      ];
      const url = ownOf(name, environmentOf(server)).DATABASE_URL;
      expect(url).toBe(provisioned[variableOf(name, 'DATABASE_URL')]);
      const migrationUrl = ownOf(name, environmentOf(migration)).MIGRATION_DATABASE_URL;
      expect(migrationUrl).toBe(provisioned[variableOf(name, 'MIGRATION_DATABASE_URL')]);
    }
  });

  it('gives doctor what it needs in the container of the provisioning, and a way to it', () => {
    const { provision, nats, mail } = services;
    const { databases, nats: login, mailUrl } = installationIn('http://{name}:8080', environmentOf(provision!));
    expect(Object.keys(databases)).toEqual([...SERVICES]);
    const user = { url: 'nats://nats:4222', user: 'gateway', password: secrets.GATEWAY_NATS_PASSWORD };
    expect([login, mailUrl]).toEqual([expect.objectContaining(user), 'smtp://mail:1025']);
    const reached = [nats, mail, ...PROCESSES.map((name) => services[name] ?? services.bindery)];
    for (const service of reached)
      expect(networksOf(service!).some((network) => networksOf(provision!).includes(network))).toBe(true);
  });

  it('makes a container anew whose mounted file has changed: node tools/nats-files.mjs writes the hashes', () => {
    const mounted = Object.entries(services).flatMap(([name, { volumes: all = [] }]) =>
      all.flatMap((volume) => (volume.startsWith('./') ? [[name, /^\.\/([^:]+)/.exec(volume)![1]!] as const] : [])),
    );
    expect(mounted.map(([name]) => name)).toEqual(['nats', 'caddy']);
    for (const [name, mount] of mounted) {
      const hash = createHash('sha256').update(readFileSync(join(root, 'docker', mount)));
      expect([name, services[name]!.labels]).toEqual([name, { [`bindery.file.${mount}`]: hash.digest('hex') }]);
    }
  });

  it('takes every setting that its processes read from docker/.env, and gives each no other', () => {
    for (const name of PROCESSES) {
      const service = services[name] ?? services.bindery!;
      const env = ownOf(name, environmentOf(service));
      const settings = name === 'gateway' ? gatewaySettings : serviceSettings;
      expect(() => readConfig(settings, env)).not.toThrow();
      expect(env).toMatchObject({ NATS_USER: name, NATS_PASSWORD: secrets[variableOf(name, 'NATS_PASSWORD')] });
      const common = Object.keys(name === 'gateway' ? processSettings : serviceSettings);
      const read = [...settingsOf(name)].filter((setting) => !Object.keys(serviceSettings).includes(setting));
      const wanted = [...common, ...read].filter((setting) => ![...fixed, 'MIGRATION_DATABASE_URL'].includes(setting));
      expect([name, wanted.filter((setting) => !(setting in ownOf(name, declared(service))))]).toEqual([name, []]);
      if (services.bindery) continue;
      const known = [...wanted, ...ofLibraries];
      expect([name, Object.keys(service.environment!).filter((variable) => !known.includes(variable))]).toEqual([
        name,
        [],
      ]);
    }
    for (const setting of ['SIGN_UP', 'RATE_LIMIT_TOKEN', 'MAIL_FROM', 'CORS_ORIGINS', 'MODEL_KEY', 'INSIGHTS_DAYS']) {
      const given = { ...secrets, [setting]: 'given' };
      const told = servers(services).filter(([, service]) => environmentOf(service, given)[setting] === 'given');
      expect([setting, told.length > 0]).toEqual([setting, true]);
    }
  });
});

it('compose.yaml runs every process and every migration, and compose.small.yaml all of them in one', () => {
  const names = Object.keys(compose('compose.yaml').services);
  expect(names).toEqual(
    expect.arrayContaining([...PROCESSES, ...SERVICES.map((name) => `${name}-migrate`), 'provision']),
  );
  const small = servers(compose('compose.small.yaml').services).map(([name]) => name);
  expect(small.sort()).toEqual(['bindery', 'runtime']);
});

it('gives no process a secret of another', () => {
  const { services } = compose('compose.yaml');
  const holders = new Map<string, string[]>();
  const known = Object.values(secrets).filter((value) => value.length > 40);
  for (const name of PROCESSES)
    for (const [setting, value] of Object.entries(environmentOf(services[name]!)))
      if (known.includes(value)) holders.set(value, [...(holders.get(value) ?? []), setting]);
  const shared = new Set([...holders.values()].filter((settings) => settings.length > 1).flat());
  expect([...shared].sort()).toEqual(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'VERIFYING_KEYS']);
});

describe('docker/.env', () => {
  it('keeps what an installation has, and the key that all services shared', () => {
    const all = `${composeSecrets()}SECRET_KEY=shared\nOF_THE_OPERATOR=kept\n`;
    const present = all.replace(/^CONTENT_SECRET_KEY=.*\n/m, '');
    const after = composeSecrets({ present });
    for (const line of present.trim().split('\n')) expect(after).toContain(line);
    expect(after).toMatch(/^CONTENT_SECRET_KEY=[\w-]{43}$/m);
    expect(after).toContain('CONTENT_SECRET_KEY_OLD=shared');
    expect(after).toContain('OLD_FILE_KEYS=,content=shared,integrations=shared');
  });

  const profilesOf = (options: Parameters<typeof composeSecrets>[0]) => variablesIn(composeSecrets(options));

  it('catches mails and serves this machine alone, unless settings name a mail server and an address', () => {
    expect(profilesOf({})).toMatchObject({
      COMPOSE_PROFILES: 'mail',
      PUBLIC_URL: 'http://localhost:4000',
      MAIL_URL: 'smtp://mail:1025',
    });
    const given = { publicUrl: 'https://docs.example.com', mailUrl: 'smtps://user:password@mail.example.com' };
    expect(profilesOf(given)).toMatchObject({
      COMPOSE_PROFILES: 'caddy',
      PUBLIC_URL: given.publicUrl,
      MAIL_URL: given.mailUrl,
    });
    expect(profilesOf({ publicUrl: given.publicUrl }).COMPOSE_PROFILES).toBe('caddy,mail');
  });

  it('sets profiles that there are', () => {
    for (const file of ['compose.yaml', 'compose.small.yaml']) {
      const profiles = Object.values(compose(file).services).flatMap((service) => service.profiles ?? []);
      expect(new Set(profiles)).toEqual(new Set(['mail', 'caddy']));
    }
  });
});

/** Every variable that a service may be given, with any value. */
const declared = ({ environment = {} }: ComposeService): Record<string, string> =>
  Object.fromEntries(Object.keys(environment).map((name) => [name, 'given']));
