import { mock } from 'node:test';
import type { Logger } from '@bindery/observability';
import { Loop } from './loop';

const logger = { warn: () => undefined } as unknown as Logger;
let steps: number;
let step: () => Promise<boolean>;
let loop: Loop;

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  steps = 0;
  step = () => Promise.resolve(false);
  loop = new Loop('test', () => (steps++, step()), { every: 1_000, logger });
});
afterEach(async () => {
  await loop.stop();
  mock.timers.reset();
});

const turn = () => new Promise(setImmediate);
const pass = async (milliseconds: number) => {
  mock.timers.tick(milliseconds);
  await turn();
};

it('steps when it is time, and at once when woken', async () => {
  loop.start();
  await turn();
  expect(steps).toBe(1);
  await pass(1_000);
  expect(steps).toBe(2);
  loop.wake();
  await turn();
  expect(steps).toBe(3);
});

it('waits longer and longer after failures, even when it is woken', async () => {
  step = () => Promise.reject(new Error('failed'));
  loop.start();
  for (let wakes = 0; wakes < 100; wakes++) {
    loop.wake();
    await turn();
  }
  expect(steps).toBe(1);
  await pass(200);
  expect(steps).toBe(2);
  await pass(399);
  loop.wake();
  await turn();
  expect(steps).toBe(2);
  await pass(1);
  expect(steps).toBe(3);
});

it('stops at once while it waits after a failure', async () => {
  step = () => Promise.reject(new Error('failed'));
  loop.start();
  await turn();
  await loop.stop();
  expect(steps).toBe(1);
});
