import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@bindery/messaging';
import { Database } from '@bindery/persistence';
import { Storage } from '@bindery/storage';
import { workbench, type Workbench } from './workbench';

let bench: Workbench;
beforeAll(async () => {
  bench = await workbench();
});
afterAll(() => bench.close());

it('leaves database and files to the step in hand while the service closes', async () => {
  let close: () => void;
  const closing = new Promise<void>((resolve) => (close = resolve));
  const seen: unknown[] = [];

  @Injectable()
  class Stepper implements OnModuleDestroy {
    constructor(
      private readonly db: Database,
      storage: Storage,
    ) {
      storage.close = async () => void seen.push('files closed');
    }

    @Interval('steps', 60_000)
    async step(): Promise<boolean> {
      await closing;
      // Long enough for the service to close what it does not keep.
      await sleep(300);
      seen.push(...(await this.db.query(`select 'queried' as step`)));
      return true;
    }

    onModuleDestroy(): void {
      close();
    }
  }

  const service = await bench.start({ name: 'ai-jobs', providers: [Stepper] });
  await service.close();
  expect(seen).toEqual([{ step: 'queried' }, 'files closed']);
});
