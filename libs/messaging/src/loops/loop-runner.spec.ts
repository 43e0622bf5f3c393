import { Injectable, type INestApplicationContext } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import type { Logger } from '@bindery/observability';
import { DecoratedMethods } from '../decorated-methods';
import { Interval } from './interval';
import { LoopRunner } from './loop-runner';

const hour = 60 * 60 * 1000;
let steps: number;
let step: () => Promise<boolean>;
let app: INestApplicationContext;

/** A service that repeats `step`, and waits for it for `bound` milliseconds when it closes. */
async function start({ every = hour, bound = hour } = {}): Promise<void> {
  @Injectable()
  class Stepper {
    @Interval('steps', every)
    run(add = 1): Promise<boolean> {
      steps += add;
      return step();
    }
  }
  class Service {}
  const runner = {
    provide: LoopRunner,
    useFactory: (methods: DecoratedMethods) => new LoopRunner(methods, {} as Logger, bound),
    inject: [DecoratedMethods],
  };
  app = await NestFactory.createApplicationContext(
    { module: Service, imports: [DiscoveryModule], providers: [Stepper, DecoratedMethods, runner] },
    { logger: false },
  );
}

const turn = () => new Promise(setImmediate);

beforeEach(() => void (steps = 0));

it('steps from the start, and at once while there may be more', async () => {
  step = () => Promise.resolve(steps < 3);
  await start();
  await turn();
  expect(steps).toBe(3);
  await app.close();
});

it('steps again when it is time', async () => {
  let thrice: () => void;
  const done = new Promise<void>((resolve) => (thrice = resolve));
  step = () => {
    if (steps === 3) thrice();
    return Promise.resolve(false);
  };
  await start({ every: 1 });
  await done;
  await app.close();
});

it('closes after the step in hand', async () => {
  let end: (again: boolean) => void = () => undefined;
  step = () => new Promise((resolve) => (end = resolve));
  await start();
  let closed = false;
  const closing = app.close().then(() => (closed = true));
  await turn();
  expect(closed).toBe(false);
  end(true);
  await closing;
  await turn();
  expect(steps).toBe(1);
});

it('closes although a step never ends', async () => {
  step = () => new Promise(() => undefined);
  await start({ bound: 10 });
  await app.close();
  expect(steps).toBe(1);
});
