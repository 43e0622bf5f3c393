import type { RunningService } from '@bindery/service';
import { PlatformServices } from './platform-services';

it('puts a service back after the restart of a test that timed out', async () => {
  const started: object[] = [];
  let running = 1;
  let letStart: () => void = () => undefined;
  const starts = new Promise<void>((resolve) => (letStart = resolve));
  const service = { close: () => Promise.resolve(void running--) } as RunningService;
  const services = new PlatformServices({ content: service } as never, async (_, settings) => {
    started.push(settings);
    if (started.length === 1) await starts;
    running++;
    return service;
  });
  const timedOut = services.restart('content', { SETTING: 'of the test' });
  const putBack = services.putBack();
  letStart();
  await Promise.all([timedOut, putBack]);
  expect(started).toEqual([{ SETTING: 'of the test' }, {}]);
  expect(running).toBe(1);
  await services.putBack();
  expect(started).toHaveLength(2);
});
