import { environmentOf as ownOf, readConfig, serviceSettings } from '@bindery/config';
import { gatewaySettings } from '@bindery/gateway';
import { runtimeProcessSettings } from '@bindery/integrations';
import { PROCESSES, SERVICES, settingsOf } from '@bindery/launcher';
import { rolesOf, smallSecrets } from '@bindery/command-line';
import { parseAllDocuments } from 'yaml';
import { expectNoWayIn } from './ingress-rules';
import { allows } from './network-rules';
import { hasKubectl, nameOf, ofKind, render, selects, workloads, type Container } from './rendered';
import { ofOperators } from './type-errors';

const given = {
  namespace: 'bindery',
  postgres: 'postgres://admin:secret@db.example.com:5432/postgres?sslmode=verify-full',
  nats: 'nats://bindery:secret@nats.example.com:4222',
};

const secretsOf = (text: string): Record<string, Record<string, string>> =>
  Object.fromEntries(
    parseAllDocuments(text).map((document) => {
      const { metadata, stringData } = document.toJS() as {
        metadata: { name: string };
        stringData: Record<string, string>;
      };
      return [metadata.name, stringData];
    }),
  );

(hasKubectl ? describe : describe.skip)('the overlay small', () => {
  const objects = hasKubectl ? render('overlays/small') : [];
  const all = workloads(objects);
  const secrets = secretsOf(smallSecrets(given));
  const workload = (name: string) => all.find((one) => nameOf(one) === name)!;
  const containersOf = () => all.flatMap(({ pod }) => [...pod.containers, ...(pod.initContainers ?? [])]);

  /** The environment of a container. Throws where it refers to an object that is not there. */
  function environmentOf({ env = [], envFrom = [] }: Container): Record<string, string> {
    const sources = envFrom.map(({ configMapRef, secretRef }) => {
      const map = ofKind(objects, 'ConfigMap').find(({ metadata }) => metadata.name === configMapRef?.name)?.data;
      const found = configMapRef ? map : secrets[secretRef!.name];
      if (!found && !secretRef?.optional) throw new Error(`There is no ${configMapRef?.name ?? secretRef?.name}`);
      return found;
    });
    const own = env.map(({ name, value, valueFrom }) => {
      const { name: secret, key } = valueFrom?.secretKeyRef ?? { name: '' };
      return [name, value ?? secrets[secret]![key!]];
    });
    return Object.assign({}, ...sources, Object.fromEntries(own)) as Record<string, string>;
  }

  it('needs no operator, and runs one process beside that of scripts', () => {
    expect(objects.filter(({ apiVersion }) => ofOperators.test(apiVersion))).toEqual([]);
    expect(all.map((one) => [nameOf(one), one.owner.kind, one.owner.spec.replicas])).toEqual([
      ['bindery', 'Deployment', 1],
      ['runtime', 'Deployment', 1],
    ]);
    // Its files are those of one pod.
    expect(workload('bindery').owner.spec.strategy?.type).toBe('Recreate');
    for (const kind of ['HorizontalPodAutoscaler', 'PodDisruptionBudget', 'Job'])
      expect(ofKind(objects, kind)).toEqual([]);
  });

  it('asks for a fraction of a processor and 640 MiB', () => {
    const requests = all.flatMap(({ pod }) => pod.containers.map(({ resources }) => resources!.requests!));
    expect(requests.map(({ cpu }) => cpu)).toEqual(['250m', '50m']);
    expect(requests.map(({ memory }) => memory)).toEqual(['512Mi', '128Mi']);
  });

  it('runs everything without any right that it does not need, in a namespace that enforces it', () => {
    const [namespace] = ofKind(objects, 'Namespace');
    expect(namespace?.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
    for (const { metadata, kind } of objects.filter(({ kind }) => kind !== 'Namespace'))
      expect([kind, metadata.namespace]).toEqual([kind, namespace?.metadata.name]);
    for (const { pod } of all) {
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    }
    for (const { securityContext, resources, image } of containersOf()) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      for (const amounts of [resources?.requests, resources?.limits])
        expect(Object.keys(amounts ?? {}).sort()).toEqual(['cpu', 'memory']);
      expect(image).toMatch(/^bindery\/(bindery|operator):(?!latest$)[\w.-]+$/);
    }
  });

  it('asks each pod whether it lives and is ready, and lets it finish', () => {
    for (const { pod } of all) {
      const [server] = pod.containers;
      expect([server?.startupProbe, server?.readinessProbe, server?.livenessProbe]).not.toContain(undefined);
      expect(server?.readinessProbe?.httpGet?.path).toBe('/readyz');
      const waits = Number(/, (\d+)\)/.exec(server?.lifecycle?.preStop?.exec?.command.at(-1) ?? '')?.[1]) / 1_000;
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(waits + 20);
    }
  });

  it('gives the process the settings of every service, from the Secrets that are made for it', () => {
    const env = environmentOf(workload('bindery').pod.containers[0]!);
    for (const name of PROCESSES) {
      const settings = name === 'gateway' ? gatewaySettings : serviceSettings;
      const config = readConfig(settings, ownOf(name, env));
      expect(config).toMatchObject({ NATS_URL: 'nats://nats.example.com:4222', NATS_USER: 'bindery' });
    }
    // As the provisioning and the migrations run before and apart, the server knows neither the administrator nor owners.
    expect(Object.keys(env).filter((name) => /(^|MIGRATION_)DATABASE_URL$/.test(name))).toEqual([]);
    const known = [
      ...Object.keys(gatewaySettings),
      ...PROCESSES.flatMap(settingsOf),
      // A setting of one process alone begins with its name.
      ...PROCESSES.flatMap((name) =>
        ['DATABASE_URL', 'SECRET_KEY', 'FILE_KEY', 'FILE_KEYS', 'SIGNING_KEY'].map(
          (setting) => `${name.replaceAll('-', '_').toUpperCase()}_${setting}`,
        ),
      ),
      ...['MAIL_URL', 'NODE_OPTIONS'],
    ];
    expect(Object.keys(env).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('provisions the database that Postgres has to have before it migrates and serves', () => {
    const { initContainers = [], containers } = workload('bindery').pod;
    expect(initContainers.map(({ args }) => args)).toEqual([
      ['main.js', 'provision'],
      ['main.js', 'migrate'],
    ]);
    const provision = environmentOf(initContainers[0]!);
    expect(provision.DATABASE_URL).toBe(given.postgres);
    expect(rolesOf(provision)).toMatchObject({ database: 'bindery' });
    // A second installation on the same server is refused by it.
    expect(provision.INSTALLATION).toMatch(/^[\da-f-]{36}$/);
    const [migration, server] = [environmentOf(initContainers[1]!), environmentOf(containers[0]!)];
    for (const name of SERVICES) {
      const [migrates, serves] = [ownOf(name, migration).MIGRATION_DATABASE_URL!, ownOf(name, server).DATABASE_URL!];
      for (const url of [migrates, serves].map((address) => new URL(address)))
        expect([url.host, url.pathname, url.search]).toEqual([
          'db.example.com:5432',
          '/bindery',
          '?sslmode=verify-full',
        ]);
      expect(provision[`${name.replaceAll('-', '_').toUpperCase()}_MIGRATION_DATABASE_URL`]).toBe(migrates);
    }
  });

  it('runs scripts in a pod of their own, without any secret but its key', () => {
    const { pod } = workload('runtime');
    const env = environmentOf(pod.containers[0]!);
    const config = readConfig(runtimeProcessSettings, env);
    const integrations = environmentOf(workload('bindery').pod.containers[0]!);
    expect([integrations.RUNTIME_URL, integrations.RUNTIME_KEY]).toEqual([
      'http://bindery-runtime:8080',
      config.RUNTIME_KEY,
    ]);
    expect(config.API_URL).toBe('http://bindery-gateway:8080');
    const held = pod.containers.flatMap(({ env: variables = [], envFrom = [] }) => [
      ...variables.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.name ?? []),
      ...envFrom.flatMap(({ secretRef }) => secretRef?.name ?? []),
    ]);
    expect(held).toEqual(['runtime']);
    // Of what its processes may take, with some for Node itself.
    expect(config.RUNTIME_PROCESSES * config.RUNTIME_MEMORY).toBeLessThan(768 - 192);
  });

  it('routes the Ingress and scripts to the process, and no outside request to metrics and health', () => {
    for (const { metadata, spec } of ofKind(objects, 'Service').filter(({ spec }) => spec.selector)) {
      const selector = { matchLabels: spec.selector as Record<string, never> };
      const selected = all.filter(({ labels }) => selects(selector, labels)).map(nameOf);
      expect([metadata.name, selected]).toEqual([
        metadata.name,
        [metadata.name === 'bindery-gateway' ? 'bindery' : 'runtime'],
      ]);
    }
    expectNoWayIn(objects);
  });

  it('denies all traffic that no policy allows', () => {
    const policies = ofKind(objects, 'NetworkPolicy');
    const denial = policies.find(({ metadata }) => metadata.name === 'deny-all');
    expect(denial?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    const [server, runtime] = [workload('bindery').labels, workload('runtime').labels];
    expect(allows(policies, server, runtime, 8080)).toBe(true);
    expect(allows(policies, runtime, server, 8080)).toBe(true);
    expect(allows(policies, runtime, server, 9090)).toBe(false);
    for (const { metadata, spec } of policies)
      if (metadata.name !== 'deny-all') expect(all.some(({ labels }) => selects(spec.podSelector, labels))).toBe(true);
    const anywhere = policies.flatMap(({ metadata, spec }) =>
      (spec.egress ?? []).flatMap(({ to, ports = [] }) => (to ? [] : [[metadata.name, ports.map(({ port }) => port)]])),
    );
    expect(anywhere).toEqual([['to-postgres-and-nats', [5432, 4222]]]);
  });
});

it.each([
  ['db.example.com', given.nats, /must be a URL such as postgres:/],
  [given.postgres, 'nats://no where', /NATS_URL must be a URL/],
])('refuses the addresses %s and %s', (postgres, nats, says) => {
  expect(() => smallSecrets({ ...given, postgres, nats })).toThrow(says);
});
