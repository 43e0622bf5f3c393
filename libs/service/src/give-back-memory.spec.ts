import { setTimeout as sleep } from 'node:timers/promises';
import { giveBackMemory } from './give-back-memory';

/** In milliseconds. */
const after = 300;

/** Whether an object to which nothing refers is still there some time after the process was ready. */
async function isKept(meanwhile: () => void): Promise<boolean> {
  // Until the end of a turn, what was made in it is kept.
  const reference = await Promise.resolve(new WeakRef({}));
  giveBackMemory(after);
  meanwhile();
  await sleep(2 * after);
  return reference.deref() !== undefined;
}

it('collects what nothing refers to any more once the process was at rest', async () => {
  expect(await isKept(() => undefined)).toBe(false);
});

it('lets nobody wait for it in a process that is busy', async () => {
  const work = () => {
    for (const end = performance.now() + after; performance.now() < end;);
  };
  expect(await isKept(work)).toBe(true);
});
