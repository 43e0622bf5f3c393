import perfHooks, { type IntervalHistogram } from 'node:perf_hooks';
import { figuresOf, Metrics } from './metrics';

it('reports the metrics of several services as one text, with each family once', async () => {
  const [gateway, content] = [new Metrics('gateway'), new Metrics('content')];
  gateway.operations.observe({ operation: 'getSpace', status: 200 }, 0.01);
  content.operations.observe({ operation: 'getSpace', status: 200 }, 0.02);
  content.gauge('bindery_pool_size', 'Connections', () => Promise.resolve(8));
  gateway.gauge('bindery_pool_size', 'The same, told in other words', () => Promise.resolve(1));
  const text = await figuresOf([gateway, content]);
  const heads = text.split('\n').filter((line) => line.startsWith('# TYPE '));
  expect(new Set(heads).size).toBe(heads.length);
  for (const service of ['gateway', 'content'])
    expect(text).toMatch(
      new RegExp(`^bindery_operation_seconds_count\\{(?=.*operation="getSpace").*service="${service}".*\\} 1$`, 'm'),
    );
  expect(text).toContain('bindery_pool_size{service="content"} 8');
});

it('reports those of one service as its registry does', async () => {
  const metrics = new Metrics('gateway');
  expect((await figuresOf([metrics])).trim()).toBe((await metrics.registry.metrics()).trim());
});

it('wakes a process that has nothing to do at most ten times a second', () => {
  const monitor = jest.spyOn(perfHooks, 'monitorEventLoopDelay');
  new Metrics('gateway').collectProcess();
  expect(monitor.mock.calls).toEqual([[{ resolution: 100 }]]);
  (monitor.mock.results[0]!.value as IntervalHistogram).disable();
});
