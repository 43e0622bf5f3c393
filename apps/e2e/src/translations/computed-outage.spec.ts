import { ModelServer, translated, until } from '@bindery/testing';
import { startIsolatedPlatform, type IsolatedPlatform } from '../support/test-organization';
import { ComputedWorld, notShown, shown, sourceFiles } from './computed-world';

let server: ModelServer;
let world: IsolatedPlatform;
let computed: ComputedWorld;
beforeAll(async () => {
  server = await ModelServer.open();
  world = await startIsolatedPlatform({
    ...{ MODEL_URL: server.url, MODEL_NAME: 'test', MODEL_REQUESTS_PER_MINUTE: '60000' },
    TRANSLATION_PROVIDER: 'model',
  });
  computed = new ComputedWorld(world);
});
afterAll(async () => {
  await world.close();
  await server.close();
});

const untilShown = (spaceId: string) => until(async () => (await computed.outline(spaceId)).join() === shown.join());

it('says that there is nothing until the first run has ended well', async () => {
  const { translations } = computed;
  server.behave = () => 'silent';
  const { id } = await translations.create(await computed.imported(sourceFiles), { automatic: false });
  const spaceId = await computed.spaceWith(id);
  expect(await computed.outline(spaceId)).toEqual(notShown);
  const [run] = await translations.runs(id);
  await world.api.expect('cancelTranslationRun', translations.as({ translationId: id, runId: run!.id }));
  expect(await computed.outline(spaceId)).toEqual(notShown);
  server.behave = ({ data }) => ({ answer: translated(data) });
  await translations.run(id);
  await untilShown(spaceId);
});

it('shows translations while the service that runs them is down, and can always be read', async () => {
  server.behave = ({ data }) => ({ answer: translated(data) });
  const { id } = await computed.translated();
  const spaceId = await computed.spaceWith(id);
  expect(await computed.outline(spaceId)).toEqual(shown);
  await world.platform.stop('ai-jobs');
  expect(await computed.outline(spaceId)).toEqual(shown);
  // A service that has just started does not know their addresses.
  await world.platform.stop('content');
  await world.platform.restart('content');
  expect(await computed.outline(spaceId)).toEqual(notShown);
  await world.platform.restart('ai-jobs');
  await untilShown(spaceId);
});
