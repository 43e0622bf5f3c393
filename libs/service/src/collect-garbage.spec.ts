import { setImmediate as turn } from 'node:timers/promises';
import { collectGarbage } from './collect-garbage';

it('collects what nothing refers to any more, again and again', async () => {
  for (let run = 0; run < 3; run += 1) {
    const reference = new WeakRef({ run });
    // Until the end of a turn, what was made in it is kept.
    await turn();
    await collectGarbage();
    expect(reference.deref()).toBeUndefined();
  }
});
