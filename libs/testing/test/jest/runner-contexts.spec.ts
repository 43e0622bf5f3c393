import type { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';

const hooks = createRequire(__filename)('../../jest/runner-contexts.cjs') as typeof import('node:async_hooks');
const used = (globalThis as unknown as Record<symbol, Set<AsyncLocalStorage<unknown>>>)[
  Symbol.for('bindery.storages')
]!;

it('gives the test runners of all files the same storage of contexts', () => {
  expect(used.has(new hooks.AsyncLocalStorage())).toBe(true);
});
