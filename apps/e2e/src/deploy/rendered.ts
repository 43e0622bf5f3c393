import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { secretSettings, signingSettings } from '@bindery/testing';
import { parseAllDocuments } from 'yaml';

export const root = join(__dirname, '../../../..');

interface Reference {
  name: string;
  key?: string;
  optional?: boolean;
}

interface Variable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: Reference; configMapKeyRef?: Reference; fieldRef?: object };
}

interface Probe {
  httpGet?: { path: string };
}

export interface Container {
  name: string;
  image: string;
  env?: Variable[];
  envFrom?: { configMapRef?: Reference; secretRef?: Reference }[];
  args?: string[];
  ports?: { name: string; containerPort: number }[];
  securityContext?: Record<string, unknown>;
  resources?: Record<'requests' | 'limits', Record<string, string> | undefined>;
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  volumeMounts?: { name: string; mountPath: string }[];
  lifecycle?: { preStop?: { exec?: { command: string[] } } };
}

interface PodSpec {
  containers: Container[];
  initContainers?: Container[];
  securityContext?: Record<string, unknown>;
  automountServiceAccountToken?: boolean;
  serviceAccountName?: string;
  runtimeClassName?: string;
  terminationGracePeriodSeconds?: number;
  topologySpreadConstraints?: { labelSelector: Selector }[];
  volumes?: {
    name: string;
    configMap?: { name: string };
    secret?: { secretName: string; optional?: boolean };
    emptyDir?: { sizeLimit?: string };
    projected?: { sources: { secret: { name: string; items: { key: string; path: string }[] } }[] };
  }[];
}

interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
}

/** The fields of the specifications of several kinds that tests read. */
interface ManifestSpec {
  replicas?: number;
  minReplicas?: number;
  maxReplicas?: number;
  selector?: Selector & Record<string, unknown>;
  podSelector?: Selector;
  scaleTargetRef?: { name: string };
  template?: { metadata: { labels: Record<string, string> }; spec: PodSpec };
  ports?: { targetPort: string }[];
  ingress?: TrafficRule[];
  egress?: TrafficRule[];
  /** Of the operator of Postgres: a Cluster, and a Pooler before one. */
  postgresql?: { parameters: Record<string, string>; pg_hba?: string[] };
  certificates?: { serverAltDNSNames: string[] };
  instances?: number;
  cluster?: { name: string };
  pgbouncer?: { poolMode: string; parameters: Record<string, string> };
  rules?: { host?: string; http: { paths: { path: string; backend: { service: { name: string } } }[] } }[];
  tls?: { hosts: string[]; secretName: string }[];
  strategy?: { type?: string };
  /** Of an HTTPRoute. */
  hostnames?: string[];
}

interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string; except: string[] };
}

/** One allowance of a NetworkPolicy. */
export interface TrafficRule {
  from?: Peer[];
  to?: Peer[];
  ports?: { port: number }[];
}

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  data?: Record<string, string>;
  /** Of a ServiceAccount. */
  automountServiceAccountToken?: boolean;
  /** Absent from ConfigMaps. */
  spec: ManifestSpec;
}

/** The pods that a rendered object makes, with the labels that they carry. */
interface Workload {
  owner: Manifest;
  labels: Record<string, string>;
  pod: PodSpec;
}

export const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

/** By folder: tests render the same ones again and again, at a quarter of a second of processor time each. */
const rendered = new Map<string, string>();

/** The objects of a folder of k8s, as kustomize renders them. */
export function render(folder: string): Manifest[] {
  const text = rendered.get(folder) ?? kustomize(folder);
  rendered.set(folder, text);
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

const kustomize = (folder: string): string =>
  execFileSync('kubectl', ['kustomize', join(root, 'k8s', folder)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

export const ofKind = (objects: Manifest[], kind: string): Manifest[] =>
  objects.filter((object) => object.kind === kind);

export function workloads(objects: Manifest[]): Workload[] {
  return objects.flatMap((owner) => {
    const { template } = owner.spec ?? {};
    // The operator of Postgres adds most of what the pods of a pooler are.
    return template && owner.kind !== 'Pooler' ? [{ owner, labels: template.metadata.labels, pod: template.spec }] : [];
  });
}

/** Whether labels match a selector. */
export function selects(
  { matchLabels = {}, matchExpressions = [] }: Selector = {},
  labels: Record<string, string>,
): boolean {
  const holds = ({ key, operator, values }: { key: string; operator: string; values: string[] }) =>
    operator === 'In' ? values.includes(labels[key] ?? '') : !values.includes(labels[key] ?? '');
  return Object.entries(matchLabels).every(([key, value]) => labels[key] === value) && matchExpressions.every(holds);
}

/** The process, or what else a pod runs. */
export const nameOf = ({ labels }: Workload): string => labels['app.kubernetes.io/name'] ?? '';

const keys: Record<string, string> = { ...signingSettings('gateway'), ...secretSettings('gateway') };

/** A value of the form that a setting has in a Secret. */
const plausible = (setting: string): string =>
  keys[setting] ??
  (setting.endsWith('DATABASE_URL')
    ? 'postgres://role:password@postgres:5432/bindery'
    : Buffer.alloc(32, 7).toString('base64url'));

/** The environment of the first container of a pod; the values of Secrets have a plausible form. */
export function environmentOf({ pod }: Workload, objects: Manifest[]): Record<string, string> {
  const [container] = pod.containers;
  const maps = (container?.envFrom ?? []).map(
    ({ configMapRef }) =>
      objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef?.name)?.data,
  );
  const own = (container?.env ?? []).map(({ name, value }) => [name, value ?? plausible(name)]);
  return Object.assign({}, ...maps, Object.fromEntries(own)) as Record<string, string>;
}
