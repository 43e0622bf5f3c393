import { setTimeout as sleep } from 'node:timers/promises';
import type { AllowanceLease } from '@bindery/contracts';
import { Allowances } from './allowances';

let time = 0;

/** A keeper that issues leases in the same way as identity. */
function keeper(limit: number, size: number) {
  const state = { used: 0, endsAt: 60_000, asked: 0 };
  const lease = async (): Promise<AllowanceLease> => {
    state.asked++;
    await sleep(1);
    if (time >= state.endsAt) Object.assign(state, { used: 0, endsAt: time + 60_000 });
    const granted = Math.min(size, limit - state.used);
    state.used += granted;
    return { limit, granted, remaining: limit - state.used, resetsIn: state.endsAt - time };
  };
  return { state, lease };
}

const admitted = async (replicas: Allowances[], requests: number) => {
  const taken = await Promise.all(
    Array.from({ length: requests }, (_, i) => replicas[i % replicas.length]!.take('token', 'a')),
  );
  return taken.filter((one) => one.admitted).length;
};

beforeEach(() => (time = 0));

it('admits exactly the limit through three replicas, with a question for each lease rather than each request', async () => {
  const { state, lease } = keeper(100, 10);
  const replicas = [1, 2, 3].map(() => new Allowances(lease, () => time));
  expect(await admitted(replicas, 1_000)).toBe(100);
  expect(state.asked).toBeLessThanOrEqual(13);
  expect(await admitted(replicas, 1_000)).toBe(0);
  expect(state.asked).toBeLessThanOrEqual(13);
});

it('leaves at most one lease of another replica unused', async () => {
  const { lease } = keeper(100, 10);
  const [busy, idle] = [new Allowances(lease, () => time), new Allowances(lease, () => time)];
  expect(await admitted([idle], 1)).toBe(1);
  expect(await admitted([busy], 1_000)).toBe(90);
});

it('admits again in the next period, and nothing out of a lease of the last', async () => {
  const { state, lease } = keeper(20, 10);
  const replica = new Allowances(lease, () => time);
  expect(await admitted([replica], 5)).toBe(5);
  time = 60_000;
  expect(await admitted([replica], 50)).toBe(20);
  expect(state.used).toBe(20);
});

it('tells what is left and when there is more', async () => {
  const { lease } = keeper(20, 10);
  const replica = new Allowances(lease, () => time);
  expect(await replica.take('token', 'a')).toEqual({ admitted: true, limit: 20, remaining: 19, resetsAt: 60_000 });
  await admitted([replica], 19);
  expect(await replica.take('token', 'a')).toEqual({ admitted: false, limit: 20, remaining: 0, resetsAt: 60_000 });
});

it('fails when nobody can be asked, and asks again', async () => {
  let up = false;
  const { lease } = keeper(20, 10);
  const replica = new Allowances(
    () => (up ? lease() : Promise.reject(new Error('away'))),
    () => time,
  );
  await expect(replica.take('token', 'a')).rejects.toThrow('away');
  up = true;
  expect((await replica.take('token', 'a')).admitted).toBe(true);
});
