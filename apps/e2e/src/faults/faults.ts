import { setTimeout as sleep } from 'node:timers/promises';
import { PROCESSES, type ProcessName } from '@bindery/launcher';
import { signal, type Cluster } from './cluster';

/** Something that goes wrong; it answers when it is over, which is before everything is well again. */
interface Fault {
  name: string;
  strike(cluster: Cluster, random: () => number): Promise<void>;
}

const pick = (cluster: Cluster, name: ProcessName, random: () => number) => {
  const all = cluster.of(name);
  return all[Math.floor(random() * all.length)]!;
};

const kill = (name: ProcessName): Fault => ({
  name: `kill -9 of ${name}`,
  strike: (cluster, random) => Promise.resolve(signal(pick(cluster, name, random).pid, 'SIGKILL')),
});

/** Ended in good order; it comes back by itself. */
const restart = (name: ProcessName): Fault => ({
  name: `restart of ${name}`,
  strike: (cluster, random) => Promise.resolve(signal(pick(cluster, name, random).pid, 'SIGTERM')),
});

const halt = (name: ProcessName, milliseconds: number): Fault => ({
  name: `SIGSTOP of ${name}`,
  async strike(cluster, random) {
    const { pid } = pick(cluster, name, random);
    signal(pid, 'SIGSTOP');
    await sleep(milliseconds * (0.2 + random()));
    signal(pid, 'SIGCONT');
  },
});

const nats = (wipe: boolean): Fault => ({
  name: wipe ? 'kill -9 of NATS, its streams deleted' : 'kill -9 of NATS',
  async strike(cluster, random) {
    await cluster.endNats('SIGKILL', { wipe });
    await sleep(random() * 1_000);
    await cluster.startNats();
  },
});

const haltNats = (milliseconds: number): Fault => ({
  name: 'SIGSTOP of NATS',
  async strike(cluster, random) {
    const pid = cluster.natsPid;
    signal(pid, 'SIGSTOP');
    await sleep(milliseconds * (0.2 + random()));
    signal(pid, 'SIGCONT');
  },
});

const postgres = (name: string, end: NodeJS.Signals, milliseconds = 0): Fault => ({
  name,
  async strike(cluster, random) {
    await cluster.endPostgres(end);
    await sleep(milliseconds || random() * 1_000);
    await cluster.startPostgres();
  },
});

const refusing = (milliseconds: number): Fault => ({
  name: 'Postgres out of reach',
  async strike({ databaseProxy }) {
    await databaseProxy.refuse();
    await sleep(milliseconds);
    await databaseProxy.accept();
  },
});

/** Every fault of the long form, 30 in all. */
export const allFaults: Fault[] = [
  ...PROCESSES.flatMap((name) => [kill(name), halt(name, 4_000), restart(name)]),
  nats(false),
  nats(true),
  nats(true),
  haltNats(4_000),
  postgres('Postgres shut down fast', 'SIGINT'),
  postgres('Postgres shut down at once', 'SIGQUIT'),
  postgres('kill -9 of Postgres', 'SIGKILL'),
  postgres('Postgres away for 20 s', 'SIGINT', 20_000),
  refusing(5_000),
];

/** One of each sort, for a few seconds of them. */
export function someFaults(random: () => number): Fault[] {
  const name = () => PROCESSES[Math.floor(random() * PROCESSES.length)]!;
  const ends = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const;
  const end = ends[Math.floor(random() * ends.length)]!;
  return [
    kill(name()),
    nats(true),
    halt(name(), 1_000),
    restart(name()),
    postgres(`Postgres, ${end}`, end),
    refusing(500),
  ];
}

/** In another order, the same for the same random numbers. */
export function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => [random(), value] as const)
    .sort(([a], [b]) => a - b)
    .map(([, value]) => value);
}
