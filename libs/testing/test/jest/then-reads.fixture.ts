import { startOptions } from '@bindery/launcher';

it('knows nothing of the mocks and timers of the file before', () => {
  expect(startOptions([])).toMatchObject({ host: '127.0.0.1' });
  expect(Date.now()).toBeGreaterThan(0);
});

it('uses none of the services that ran while timers were fake', () => {
  expect(process.env.SHARED_SERVICE).toBe('closed');
});
