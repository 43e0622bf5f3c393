import { gatewaySettings } from '@bindery/gateway';
import { runtimeProcessSettings } from '@bindery/integrations';
import { readConfig, serviceSettings } from '@bindery/config';
import { clusterSecrets } from '@bindery/command-line';
import { PROCESSES, SERVICES, settingsOf, type ProcessName } from '@bindery/launcher';
import { parseAllDocuments } from 'yaml';
import { largestUpload } from '@bindery/contracts';
import { expectNoWayIn } from './ingress-rules';
import { allows } from './network-rules';
import { environmentOf, hasKubectl, nameOf, ofKind, render, selects, workloads } from './rendered';

/** Secrets that are made by the operator of Postgres, and by the owners of the archive and the model server. */
const MADE_ELSEWHERE = {
  'postgres-superuser': ['password'],
  'postgres-ca': ['ca.crt', 'ca.key'],
  archive: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  models: settingsOf('ai-jobs'),
};

/** Read by libraries, and by services that send mails. */
const OF_LIBRARIES = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'NODE_OPTIONS', 'MAIL_URL'];

const describeRendered = hasKubectl ? describe : describe.skip;
if (!hasKubectl) console.warn('kubectl is not on PATH: the manifests of k8s are not checked');

describeRendered.each(['dev', 'production'])('the overlay %s', (overlay) => {
  const objects = hasKubectl ? render(`overlays/${overlay}`) : [];
  const all = workloads(objects);
  const servers = all.filter(({ labels }) => labels['app.kubernetes.io/component'] === 'server');
  let secrets: Record<string, string[]>;
  let databaseUrls: string[];
  beforeAll(async () => {
    const text = await clusterSecrets({ namespace: 'bindery', postgres: 'postgres-rw:5432' });
    const made = parseAllDocuments(text).map(
      (document) => document.toJS() as { metadata: { name: string }; stringData: Record<string, string> },
    );
    secrets = Object.fromEntries(made.map(({ metadata, stringData }) => [metadata.name, Object.keys(stringData)]));
    databaseUrls = made.flatMap(({ stringData }) =>
      Object.entries(stringData).flatMap(([key, value]) => (key.endsWith('DATABASE_URL') ? [value] : [])),
    );
    expect(databaseUrls).toHaveLength(2 * SERVICES.length);
  });

  it('has a server for each process, and a migration for each service', () => {
    expect(servers.map(nameOf).sort()).toEqual([...PROCESSES].sort());
    const migrations = all.filter(({ labels }) => labels['app.kubernetes.io/component'] === 'migration');
    expect(migrations.map(nameOf).sort()).toEqual([...SERVICES].sort());
  });

  it('names no object twice and keeps all of them in one namespace that enforces the restricted standard', () => {
    const ids = objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    expect(new Set(ids).size).toBe(ids.length);
    const [namespace] = ofKind(objects, 'Namespace');
    expect(namespace?.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
    const others = objects.filter(({ kind }) => kind !== 'Namespace').map(({ metadata }) => metadata.namespace);
    expect(new Set(others)).toEqual(new Set([namespace?.metadata.name]));
  });

  it('runs everything without any right that it does not need', () => {
    for (const { pod } of all) {
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      for (const { securityContext, resources, image } of [...pod.containers, ...(pod.initContainers ?? [])]) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        for (const amounts of [resources?.requests, resources?.limits])
          expect(Object.keys(amounts ?? {}).sort()).toEqual(['cpu', 'memory']);
        expect(image).toMatch(/^[a-z\d./-]+:(?!latest$)[\w.-]+$/);
      }
    }
  });

  it('asks everything that stays whether it lives and is ready, and lets servers finish', () => {
    for (const { owner, pod } of all.filter(({ owner }) => owner.kind !== 'Job')) {
      for (const container of pod.containers) {
        const { startupProbe, readinessProbe, livenessProbe } = container;
        expect([owner.metadata.name, startupProbe, readinessProbe, livenessProbe]).not.toContain(undefined);
      }
    }
    for (const { pod } of servers) {
      const [server] = pod.containers;
      expect(server?.readinessProbe?.httpGet?.path).toBe('/readyz');
      expect(server?.livenessProbe?.httpGet?.path).toBe('/livez');
      // preStop, the 15 s after which a process ends by force, and 5 s to spare.
      const waits = Number(/, (\d+)\)/.exec(server?.lifecycle?.preStop?.exec?.command.at(-1) ?? '')?.[1]) / 1_000;
      expect(waits).toBeGreaterThanOrEqual(10);
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(waits + 20);
    }
  });

  it('has at least two of every server, spread, scaled and protected from drains', () => {
    for (const { owner, pod, labels } of servers) {
      const scaling = ofKind(objects, 'HorizontalPodAutoscaler').find(
        ({ spec }) => spec.scaleTargetRef?.name === owner.metadata.name,
      );
      expect(scaling?.spec.minReplicas).toBeGreaterThanOrEqual(2);
      expect(pod.topologySpreadConstraints?.length).toBe(2);
      for (const { labelSelector } of pod.topologySpreadConstraints ?? []) {
        expect(servers.filter((other) => selects(labelSelector, other.labels)).map(nameOf)).toEqual([
          labels['app.kubernetes.io/name'],
        ]);
      }
      const budgets = ofKind(objects, 'PodDisruptionBudget').filter(({ spec }) => selects(spec.selector, labels));
      expect(budgets).toHaveLength(1);
    }
  });

  it('selects with every selector exactly what belongs to it', () => {
    for (const { metadata, spec } of ofKind(objects, 'Service').filter(({ spec }) => spec.selector)) {
      const selected = all.filter(({ labels }) =>
        selects({ matchLabels: spec.selector as Record<string, never> }, labels),
      );
      expect([metadata.name, selected.length]).toEqual([metadata.name, 1]);
      expect(selected[0]?.owner.kind).not.toBe('Job');
      const ports = selected[0]?.pod.containers[0]?.ports?.map(({ name }) => name);
      for (const { targetPort } of spec.ports ?? []) expect(ports).toContain(targetPort);
    }
    for (const { owner, labels } of all.filter(({ owner }) => owner.kind !== 'Job'))
      expect(selects(owner.spec.selector, labels)).toBe(true);
    for (const { metadata, spec } of ofKind(objects, 'NetworkPolicy')) {
      if (metadata.name === 'postgres') continue; // Its pods are made by an operator.
      const selected = all.filter(({ labels }) => selects(spec.podSelector, labels));
      expect([metadata.name, selected.length > 0]).toEqual([metadata.name, true]);
    }
  });

  it('refers only to Secrets and ConfigMaps that are there, with keys that they hold', () => {
    const held = { ...secrets, ...MADE_ELSEWHERE } as Record<string, readonly string[]>;
    const configMaps = ofKind(objects, 'ConfigMap').map(({ metadata }) => metadata.name);
    for (const { pod } of all) {
      for (const container of pod.containers) {
        for (const { valueFrom } of container.env ?? []) {
          const reference = valueFrom?.secretKeyRef;
          if (reference && !reference.optional) expect(held[reference.name]).toContain(reference.key);
        }
        for (const { configMapRef } of container.envFrom ?? []) expect(configMaps).toContain(configMapRef?.name);
      }
      for (const { configMap, secret, projected } of pod.volumes ?? []) {
        if (configMap) expect(configMaps).toContain(configMap.name);
        if (secret) expect(Object.keys(held)).toContain(secret.secretName);
        for (const { secret } of projected?.sources ?? [])
          expect(held[secret.name]).toEqual(expect.arrayContaining(secret.items.map(({ key }) => key)));
      }
    }
    const archives = ofKind(objects, 'ObjectStore').map(({ spec }) => JSON.stringify(spec));
    for (const text of archives) expect(text).toContain('"name":"archive"');
  });

  it('gives every server each setting that it needs and no unknown one', () => {
    for (const server of servers) {
      const name = nameOf(server) as ProcessName;
      const env = environmentOf(server, objects);
      const settings = name === 'gateway' ? gatewaySettings : serviceSettings;
      expect(() => readConfig(settings, env)).not.toThrow();
      // Settings that are no secrets stand in one ConfigMap for all of them.
      const known = [...Object.keys(settings), ...PROCESSES.flatMap((process) => settingsOf(process)), ...OF_LIBRARIES];
      expect(Object.keys(env).filter((variable) => !known.includes(variable))).toEqual([]);
      expect(env.NATS_USER).toBe(name);
      // As migrations run before and apart, no server knows the owner of its schema.
      expect(env.MIGRATION_DATABASE_URL).toBeUndefined();
    }
  });

  it('speaks TLS to NATS and Postgres, with authorities that pods find where their settings say, and no keys of those', () => {
    const ofPostgres = 'sslmode=verify-full&sslrootcert=/etc/authorities/postgres.crt';
    for (const url of databaseUrls) expect(url.split('?')[1]).toBe(ofPostgres);
    for (const workload of all) {
      const { pod, owner } = workload;
      const env = environmentOf(workload, objects);
      const asked = [
        ...(servers.includes(workload) ? [env.NATS_CA] : []),
        ...(Object.keys(env).some((name) => name.endsWith('DATABASE_URL')) ? ['/etc/authorities/postgres.crt'] : []),
      ];
      if (env.NATS_URL) expect(env.NATS_URL).toMatch(/^tls:/);
      const files = pod.containers.flatMap(({ volumeMounts = [] }) =>
        volumeMounts.flatMap(({ name, mountPath }) => {
          const volume = pod.volumes?.find((one) => one.name === name);
          const items = (volume?.projected?.sources ?? []).flatMap(({ secret }) => secret.items);
          for (const { key } of items) expect(key).toBe('ca.crt');
          return items.map(({ path }) => `${mountPath}/${path}`);
        }),
      );
      expect(files).toEqual(expect.arrayContaining(asked));
      const whole = (pod.volumes ?? []).flatMap(({ secret }) => secret?.secretName ?? []);
      expect(whole).toEqual(owner.metadata.name === 'nats' ? ['nats-tls'] : []);
    }
    const [cluster] = ofKind(objects, 'Cluster');
    expect(cluster?.spec.postgresql?.pg_hba).toEqual(['hostnossl all all all reject']);
    for (const { metadata } of ofKind(objects, 'Pooler'))
      expect(cluster?.spec.certificates?.serverAltDNSNames).toContain(metadata.name);
    const provision = all.find(({ labels }) => labels['app.kubernetes.io/component'] === 'provision')!;
    expect(environmentOf(provision, objects).DATABASE_URL).toContain(`@postgres-rw:5432/postgres?${ofPostgres}`);
  });

  it('denies all traffic that no policy allows, and lets each reach what it needs', () => {
    const policies = ofKind(objects, 'NetworkPolicy');
    const denial = policies.find(({ metadata }) => metadata.name === 'deny-all');
    expect(denial?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    const nats = { 'app.kubernetes.io/name': 'nats' };
    const postgres = { 'cnpg.io/cluster': 'postgres' };
    for (const { labels } of servers) {
      expect(allows(policies, labels, nats, 4222)).toBe(true);
      expect(allows(policies, labels, nats, 6222)).toBe(false);
      expect(allows(policies, labels, postgres, 5432)).toBe(labels['app.kubernetes.io/name'] !== 'gateway');
      // Services talk over NATS alone.
      for (const other of servers) expect(allows(policies, labels, other.labels, 8080)).toBe(false);
    }
    for (const { labels } of all.filter(({ owner }) => owner.kind === 'Job'))
      expect([allows(policies, labels, postgres, 5432), allows(policies, labels, nats, 4222)]).toEqual([true, false]);
    expect(allows(policies, nats, nats, 6222)).toBe(true);
    expect(allows(policies, nats, postgres, 5432)).toBe(false);
    // As the operator labels the pods of a pooler.
    const pooler = { ...postgres, 'cnpg.io/poolerName': 'postgres-pooler' };
    for (const { labels } of servers)
      expect(allows(policies, labels, pooler, 5432)).toBe(labels['app.kubernetes.io/name'] !== 'gateway');
    expect(allows(policies, pooler, postgres, 5432)).toBe(true);
  });

  it('runs scripts apart, with an account and a kernel of their own, within reach of the API and of no part behind it', () => {
    const [runtime, ...others] = all.filter(({ labels }) => labels['app.kubernetes.io/component'] === 'runtime');
    expect(others).toEqual([]);
    const { pod, labels, owner } = runtime!;
    const env = environmentOf(runtime!, objects);
    expect(() => readConfig(runtimeProcessSettings, env)).not.toThrow();
    const integrations = servers.find((server) => nameOf(server) === 'integrations')!;
    expect(environmentOf(integrations, objects).RUNTIME_URL).toBe(`http://${owner.metadata.name}:${env.PORT}`);
    const account = ofKind(objects, 'ServiceAccount').find(({ metadata }) => metadata.name === pod.serviceAccountName);
    expect(account?.automountServiceAccountToken).toBe(false);
    expect(all.filter((other) => other.pod.serviceAccountName === pod.serviceAccountName)).toEqual([runtime]);
    expect(pod.runtimeClassName).toBe(overlay === 'production' ? 'gvisor' : undefined);
    const held = pod.containers.flatMap(({ env: variables = [] }) =>
      variables.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.name ?? []),
    );
    expect(held).toEqual(['runtime']);
    const policies = ofKind(objects, 'NetworkPolicy');
    for (const other of servers) {
      const name = nameOf(other);
      expect([name, allows(policies, other.labels, labels, 8080)]).toEqual([name, name === 'integrations']);
      expect([name, allows(policies, labels, other.labels, 8080)]).toEqual([name, name === 'gateway']);
    }
    expect(allows(policies, labels, { 'app.kubernetes.io/name': 'nats' }, 4222)).toBe(false);
    expect(allows(policies, labels, { 'cnpg.io/cluster': 'postgres' }, 5432)).toBe(false);
    expect(allows(policies, labels, { 'app.kubernetes.io/name': 'storage' }, 8333)).toBe(false);
  });

  it('lets addresses of the internet be reached but not those of the cluster or the cloud', () => {
    for (const { metadata, spec } of ofKind(objects, 'NetworkPolicy')) {
      if (metadata.name === 'postgres') continue; // Its instances ask the Kubernetes API.
      const blocks = ((spec.egress ?? []) as { to?: { ipBlock?: { cidr: string; except: string[] } }[] }[])
        .flatMap(({ to = [] }) => to)
        .flatMap(({ ipBlock }) => (ipBlock?.cidr === '0.0.0.0/0' ? [ipBlock] : []));
      for (const { except } of blocks)
        expect(except).toEqual(expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '192.168.0.0/16']));
    }
  });

  it('routes no outside request to metrics and health', () => {
    expectNoWayIn(objects);
  });
});

describeRendered('what clusters have in common', () => {
  it('keeps each event on three NATS servers, which write it before they acknowledge', () => {
    const objects = render('overlays/production');
    const [nats] = ofKind(objects, 'StatefulSet');
    expect(nats?.spec.replicas).toBe(3);
    const maps = ofKind(objects, 'ConfigMap');
    expect(maps.find(({ data }) => data?.['nats.conf'])?.data?.['nats.conf']).toContain('sync_interval: always');
    expect(maps.find(({ metadata }) => metadata.name === 'platform')?.data?.STREAM_REPLICAS).toBe('3');
  });

  it('pools transactions, with room for all services before the pooler and behind it', () => {
    const objects = render('overlays/production');
    const [pooler] = ofKind(objects, 'Pooler');
    const { instances = 0, cluster, pgbouncer } = pooler!.spec;
    const { poolMode, parameters } = pgbouncer!;
    expect([poolMode, Number(parameters.max_prepared_statements) > 0]).toEqual(['transaction', true]);
    const [postgres] = ofKind(objects, 'Cluster');
    expect(cluster?.name).toBe(postgres?.metadata.name);
    const sessions = SERVICES.length * instances * Number(parameters.default_pool_size);
    expect(sessions).toBeLessThan(Number(postgres?.spec.postgresql?.parameters.max_connections));
    // One pod of the pooler may be left, while a roll-out has twice the pods of services.
    const pods = ofKind(objects, 'HorizontalPodAutoscaler')
      .filter(({ spec }) => SERVICES.some((name) => spec.scaleTargetRef?.name === `bindery-${name}`))
      .reduce((sum, { spec }) => sum + (spec.maxReplicas ?? 0), 0);
    const connections = serviceSettings.DATABASE_POOL.fallback!;
    expect(Number(parameters.max_client_conn)).toBeGreaterThanOrEqual(2 * pods * connections);
  });

  it('leads services to the pooler, and migrations past it', async () => {
    const hosts = { postgres: 'postgres-rw:5432', pooler: 'postgres-pooler:5432' };
    const text = await clusterSecrets({ namespace: 'bindery', ...hosts });
    const addresses = parseAllDocuments(text).flatMap((document) =>
      Object.entries((document.toJS() as { stringData: Record<string, string> }).stringData).filter(([key]) =>
        key.endsWith('DATABASE_URL'),
      ),
    );
    expect(addresses).toHaveLength(2 * SERVICES.length);
    for (const [key, url] of addresses)
      expect(new URL(url).host).toBe(key === 'DATABASE_URL' ? 'postgres-pooler:5432' : 'postgres-rw:5432');
  });

  it('uses no annotation that only one controller understands, but those without which it refuses uploads', () => {
    for (const folder of ['overlays/dev', 'overlays/production', 'overlays/small', 'base/gateway-api'])
      for (const { kind, metadata } of render(folder)) {
        const { 'nginx.ingress.kubernetes.io/proxy-body-size': size, ...others } = metadata.annotations ?? {};
        expect(others).toEqual(
          kind === 'Ingress' ? { 'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off' } : {},
        );
        // In MiB.
        if (kind === 'Ingress') expect(Number(/^(\d+)m$/.exec(size ?? '')?.[1]) * 1024 ** 2).toBe(largestUpload);
      }
  });

  it('routes any host name of a site to the gateway', () => {
    for (const folder of ['overlays/dev', 'overlays/production', 'overlays/small']) {
      const [platform, sites] = ofKind(render(folder), 'Ingress');
      expect(platform?.spec.rules?.map(({ host }) => host)).toEqual([expect.stringMatching(/^docs\./)]);
      expect(sites?.spec.rules?.map(({ host }) => host)).toEqual([undefined]);
    }
    const routes = ofKind(render('base/gateway-api'), 'HTTPRoute');
    expect(routes.map(({ spec }) => spec.hostnames)).toEqual([['docs.example.com'], undefined]);
    const ways = routes.map(({ spec }) => JSON.stringify(spec).match(/"value":"[^"]+"/g));
    expect(ways.map((paths) => paths?.length)).toEqual([4, 1]);
  });
});
