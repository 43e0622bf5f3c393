import { startOptions } from '../../src/start/options';

it('knows nothing of the mocks and timers of the file before', () => {
  expect(startOptions([])).toMatchObject({ host: '127.0.0.1' });
  expect(Date.now()).toBeGreaterThan(0);
});
