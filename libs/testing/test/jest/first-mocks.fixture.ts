import { startOptions } from '@bindery/launcher';
import { closeAtEnd } from '../../src/run/close-at-end';

jest.mock('../../../launcher/src/embedded/free-port', () => ({ LOOPBACK: '127.0.0.9' }));

it('has those that import a module take what it is mocked with', () => {
  expect(startOptions([])).toMatchObject({ host: '127.0.0.9' });
});

closeAtEnd(() => Promise.resolve(void (process.env.SHARED_SERVICE = 'closed')));

it('leaves fake timers behind', () => {
  jest.useFakeTimers({ now: 0 });
  expect(Date.now()).toBe(0);
});
