import { composedBatches, type Batch } from './compose';
import { allEndpoints, type Endpoint } from './endpoint';
import type { ServiceName } from './services';

/** A process of the platform that calls operations. */
export type ProcessName = ServiceName | 'gateway';

type Operation = Endpoint<never, object, object, never> | Batch<never> | { subject: string };

interface Calls {
  /** In the name of the caller of the request that it works on, as the gateway has signed it. */
  behalf?: readonly Operation[];
  /** On its own: no caller waits for it, or the caller's permissions do not matter. */
  own?: readonly Operation[];
}

/** The operations of other services that a service calls. NATS and every handler refuse all others. */
export interface ServiceUses extends Calls {
  /** The operations that only the previous release calls. Services answer them, because both run during an upgrade. */
  before?: Calls;
}

/** Subjects. */
interface Uses {
  behalf: Set<string>;
  own: Set<string>;
  before: Set<string>;
}

const declared = new Map<ProcessName, Uses>();
const audiences = new Map<ServiceName, readonly ServiceName[]>();

/** Adds to the operations that a process calls. */
export function declareUses(name: ProcessName, { behalf = [], own = [], before = {} }: ServiceUses): void {
  const uses = declared.get(name) ?? { behalf: new Set(), own: new Set(), before: new Set() };
  const { behalf: behalfBefore = [], own: ownBefore = [] } = before;
  for (const { subject } of [...behalf, ...behalfBefore]) uses.behalf.add(subject);
  for (const { subject } of [...own, ...ownBefore]) uses.own.add(subject);
  for (const { subject } of [...behalfBefore, ...ownBefore]) uses.before.add(subject);
  declared.set(name, uses);
  audiences.clear();
}

type UseKind = 'behalf' | 'own';

/** Whether the contracts let a process call the operation of a subject in that way. Only the gateway calls everything of `/v1`. */
export function mayUse(name: ProcessName, subject: string, kind: UseKind): boolean {
  if (declared.get(name)?.[kind].has(subject)) return true;
  return name === 'gateway' && ofGateway().has(subject);
}

/** The subjects of the operations that only the previous release of a process calls. */
export const subjectsBefore = (name: ProcessName): readonly string[] => [...(declared.get(name)?.before ?? [])];

/** Whether a process of this release calls the operation of a subject. */
export function isCalled(subject: string): boolean {
  const uses = [...declared.values()];
  const isUsed = uses.some((use) => (use.behalf.has(subject) || use.own.has(subject)) && !use.before.has(subject));
  return isUsed || ofGateway().has(subject);
}

/** The subjects of all operations that a process calls. */
export function usedSubjects(name: ProcessName): readonly string[] {
  const { behalf = [], own = [] } = declared.get(name) ?? {};
  return [...new Set([...behalf, ...own, ...(name === 'gateway' ? ofGateway() : [])])].sort();
}

let known: { count: number; subjects: Set<string> } | undefined;

/** The operations of the gateway: those that clients call, and the batches that complete answers. */
function ofGateway(): Set<string> {
  const [endpoints, batches] = [allEndpoints(), composedBatches()];
  const count = endpoints.length + batches.size;
  if (known?.count !== count)
    known = { count, subjects: new Set([...endpoints, ...batches].map(({ subject }) => subject)) };
  return known.subjects;
}

export const serviceOf = (subject: string): ServiceName => subject.split('.')[1] as ServiceName;

/**
 * The services that may pass on the principal of a request to `service`: the service itself if it calls others for the caller,
 * and those of the services it calls that do so. Empty if none passes a principal on.
 */
export function audienceOf(service: ServiceName): readonly ServiceName[] {
  let audience = audiences.get(service);
  if (!audience) audiences.set(service, (audience = findAudience(service)));
  return audience;
}

function findAudience(service: ServiceName): readonly ServiceName[] {
  const passesOn = (name: ServiceName) => (declared.get(name)?.behalf.size ?? 0) > 0;
  if (!passesOn(service)) return [];
  const helpers = [...declared.get(service)!.behalf].map(serviceOf).filter(passesOn);
  return [...new Set([service, ...helpers])].sort();
}
