import { startOptions } from '@bindery/launcher';

jest.mock('../../../launcher/src/embedded/free-port', () => ({ LOOPBACK: '127.0.0.9' }));

it('has those that import a module take what it is mocked with', () => {
  expect(startOptions([])).toMatchObject({ host: '127.0.0.9' });
});

it('leaves fake timers behind', () => {
  jest.useFakeTimers({ now: 0 });
  expect(Date.now()).toBe(0);
});
