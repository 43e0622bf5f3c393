import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Milliseconds between two looks at the lag of the event loop, which the lag contains. Each look wakes the process: with the default
 * of 10, all processes of an idle platform use 3 % of a core for it.
 */
const lagResolution = 100;

/** The metrics of one service; several services in one process have a registry each. */
export class Metrics {
  static readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  readonly registry = new Registry();
  readonly operations = new Histogram({
    name: 'bindery_operation_seconds',
    help: 'Duration of operations by name and status',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });
  readonly shed = new Counter({
    name: 'bindery_shed_total',
    help: 'Requests refused because too many were waiting',
    registers: [this.registry],
  });
  readonly malformed = new Counter({
    name: 'bindery_malformed_messages_total',
    help: 'Messages over NATS that were refused or put aside, as they are not what their subject carries',
    labelNames: ['kind'],
    registers: [this.registry],
  });
  readonly jobs = new Histogram({
    name: 'bindery_job_seconds',
    help: 'Duration of attempts at jobs by kind and outcome',
    labelNames: ['kind', 'outcome'],
    buckets: [0.05, 0.25, 1, 5, 15, 60, 300, 1800],
    registers: [this.registry],
  });
  readonly deadLetters = new Counter({
    name: 'bindery_dead_letters_total',
    help: 'Events given up after the last attempt',
    labelNames: ['consumer'],
    registers: [this.registry],
  });

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
  }

  /** Also report event loop, memory and garbage collection: once a process. */
  collectProcess(): void {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: lagResolution });
  }

  /** A histogram of durations, in seconds: returns the function that records one; `buckets` are its upper bounds. */
  seconds(name: string, help: string, buckets: number[]): (seconds: number) => void {
    const histogram = new Histogram({ name, help, buckets, registers: [this.registry] });
    return (seconds) => histogram.observe(seconds);
  }

  /** A figure that is read when metrics are scraped; not a number while it cannot be read. */
  gauge(name: string, help: string, read: () => Promise<number>): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: async () => gauge.set(await read().catch(() => NaN)),
    });
  }

  /** Several gauges that differ by a label; absent while they cannot be read. */
  gauges(name: string, help: string, label: string, read: () => Promise<(readonly [string, number])[]>): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect: async () => {
        gauge.reset();
        for (const [value, figure] of await read().catch(() => [])) gauge.set({ [label]: value }, figure);
      },
    });
  }
}

/** The figures of several services as one text: a family has one head, with the samples of all below it. */
export async function figuresOf(all: readonly Metrics[]): Promise<string> {
  const families = new Map<string, string[]>();
  for (const text of await Promise.all(all.map(({ registry }) => registry.metrics())))
    for (const family of text.split(/\n+(?=# HELP )/)) {
      const [help = '', type = '', ...samples] = family.trimEnd().split('\n');
      const lines = families.get(type) ?? [help, type];
      families.set(type, [...lines, ...samples]);
    }
  return [...families.values()].map((lines) => `${lines.join('\n')}\n`).join('\n');
}
