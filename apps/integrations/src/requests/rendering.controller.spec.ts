import type { CallScript } from './call-script';
import { RenderingController } from './rendering.controller';

const card = { type: 'element', element: {} };

/** A script that permits caching for a minute. */
function controllerOf() {
  const ask = jest.fn<Promise<unknown>, Parameters<CallScript['ask']>>(() =>
    Promise.resolve({
      status: 200,
      headers: { 'cache-control': 'max-age=60' },
      body: Buffer.from(JSON.stringify(card)),
    }),
  );
  const integrations = { byName: () => Promise.resolve({ id: 'card', version: 1 }) };
  const places = { at: () => Promise.resolve({ installation: { id: 'installed', version: 1 } }) };
  const scripts = { ask, tunnelOf: () => undefined };
  const controller = new RenderingController(integrations as never, places as never, scripts as never);
  const render = (props: object, user = 'one') =>
    controller.render({
      params: { integrationName: 'card' },
      body: { componentId: 'card', props, context: { type: 'document', spaceId: 'space' } },
      principal: { kind: 'user', user },
    } as never);
  return { controller, render, ask };
}

it('asks the script once for the same component of the same user', async () => {
  const { render, ask } = controllerOf();
  for (const user of ['one', 'one', 'other']) expect(await render({ of: 'a' }, user)).toEqual(card);
  expect(ask).toHaveBeenCalledTimes(2);
  await render({ of: 'b' });
  expect(ask).toHaveBeenCalledTimes(3);
});

it('holds nothing of long properties', async () => {
  const { controller, render } = controllerOf();
  for (let index = 0; index < 50; index++) await render({ text: `${index}`.padEnd(100_000) });
  const kept = [...controller['kept'].entries()];
  expect(kept).toHaveLength(50);
  expect(JSON.stringify(kept).length).toBeLessThan(50 * 200);
});
