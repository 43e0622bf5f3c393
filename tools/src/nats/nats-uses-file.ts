import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { usedSubjects, type EventConsumer, type EventType, type ServiceName } from '@bindery/contracts';
import { consumesKey, durableOf, type Consumption } from '@bindery/messaging';
import type { ServiceDefinition } from '@bindery/service';
import { type NatsUse, checkout, PROCESSES, type ProcessName } from '@bindery/launcher';

const usesFile = join(checkout.root, 'libs', 'launcher', 'src', 'embedded', 'nats-uses.ts');
const consumersFile = join(checkout.root, 'libs', 'contracts', 'src', 'core', 'event-consumers.ts');

/** Settings with which services consume all that they ever do. */
const everything = { RENDERER_URL: 'http://renderer.example.com' };

/** Loaded late: all of them take seconds. */
const definitions: Record<ServiceName, () => Promise<(env: Record<string, string>) => ServiceDefinition>> = {
  identity: async () => (await import('@bindery/identity')).identity,
  content: async () => (await import('@bindery/content')).content,
  'change-requests': async () => (await import('@bindery/change-requests')).changeRequests,
  sites: async () => (await import('@bindery/sites')).sites,
  integrations: async () => (await import('@bindery/integrations')).integrations,
  'ai-jobs': async () => (await import('@bindery/ai-jobs')).aiJobs,
};

/** The NATS uses of each process, from the contracts and the consumers in its code. */
export async function usesInCode(): Promise<Record<ProcessName, NatsUse>> {
  const uses = PROCESSES.map(async (name) => {
    const found = name === 'gateway' ? [] : consumersOf(name, (await definitions[name]())(everything));
    const consumers = found.map(({ producer, durable, subject }) => [producer, durable, subject] as const);
    return [name, { operations: usedSubjects(name), consumers }] as const;
  });
  const named: Record<string, NatsUse> = Object.fromEntries(await Promise.all(uses));
  return named as Record<ProcessName, NatsUse>;
}

function consumersOf(service: ServiceName, definition: ServiceDefinition): EventConsumer[] {
  return classesOf(definition as Parts)
    .flatMap((one) => methodsOf(one.prototype as object))
    .flatMap((method) => {
      const consumption = Reflect.getMetadata(consumesKey, method) as Consumption | undefined;
      return (consumption?.events ?? []).map((event: EventType) => ({
        producer: event.service,
        durable: durableOf(service, consumption!.name, event),
        subject: event.subject,
      }));
    })
    .sort((a, b) => (a.durable < b.durable ? -1 : 1));
}

type Class = new () => unknown;
/** The parts of a service or a module of Nest that matter here; modules are classes or objects that name one. */
interface Parts {
  module?: Class;
  imports?: unknown[];
  providers?: unknown[];
  controllers?: unknown[];
}

/** The classes of providers and controllers, those of the modules that it imports included. */
function classesOf(parts: Parts, seen = new Set<unknown>()): Class[] {
  if (seen.has(parts)) return [];
  seen.add(parts);
  const { module = typeof parts === 'function' ? (parts as Class) : undefined } = parts;
  const declared = (name: string) =>
    module ? ((Reflect.getMetadata(name, module) as unknown[] | undefined) ?? []) : [];
  const all = (name: 'imports' | 'providers' | 'controllers') => [...(parts[name] ?? []), ...declared(name)];
  const own = [...all('providers'), ...all('controllers')].filter((one): one is Class => typeof one === 'function');
  const inner = all('imports').flatMap((one) => (one ? classesOf(one as Parts, seen) : []));
  return [...new Set([...own, ...inner])];
}

/** Those of base classes included. */
function methodsOf(prototype: object): object[] {
  const own = Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([, { value }]) =>
    typeof value === 'function' ? [value as object] : [],
  );
  const base = Object.getPrototypeOf(prototype) as object | null;
  return base && base !== Object.prototype ? [...own, ...methodsOf(base)] : own;
}

/** Writes what permissions are made of, so that a start need not load what they follow from, and what the gateway makes consumers of. */
export async function writeNatsUses(): Promise<void> {
  const uses = await usesInCode();
  await write(usesFile, [
    "import type { ProcessName } from '../services';",
    "import type { NatsUse } from './nats-use';",
    '',
    '/** Written by tools/nats-files.mjs from the contracts and the consumers of all services; a test compares them. */',
    `export const natsUses: Record<ProcessName, NatsUse> = ${JSON.stringify(uses)};`,
  ]);
  const before = await readFile(consumersFile, 'utf8');
  const declared = before.slice(0, before.indexOf(' = ['));
  await write(consumersFile, [`${declared} = ${JSON.stringify(eventConsumersOf(uses))};`]);
}

/** The consumers of all services. */
export const eventConsumersOf = (uses: Record<ProcessName, NatsUse>): EventConsumer[] =>
  PROCESSES.flatMap((name) =>
    uses[name].consumers.map(([producer, durable, subject]) => ({ producer, durable, subject })),
  );

async function write(file: string, lines: string[]): Promise<void> {
  const { format, resolveConfig } = await import('prettier');
  await writeFile(file, await format(lines.join('\n'), { ...(await resolveConfig(file)), parser: 'typescript' }));
}
