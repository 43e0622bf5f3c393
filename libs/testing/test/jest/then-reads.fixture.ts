import { startOptions } from '@bindery/launcher';

it('knows nothing of the mocks of the file before', () => {
  expect(startOptions([])).toMatchObject({ host: '127.0.0.1' });
});
