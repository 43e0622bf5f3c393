import { logsWith } from './log-names';

it('finds the lines of a service in its own log, and in the log of all services', () => {
  expect(logsWith('content', ['bindery', 'content', 'nats', 'sites'])).toEqual(['bindery', 'content']);
  expect(logsWith('content', ['bindery', 'nats'])).toEqual(['bindery']);
  expect(logsWith('nats', ['bindery', 'nats'])).toEqual(['nats']);
  expect(logsWith(undefined, ['bindery', 'nats'])).toEqual(['bindery', 'nats']);
});

it('names the services and servers that have logs', () => {
  expect(() => logsWith('spaces', ['bindery', 'nats'])).toThrow(
    'There is no log of spaces; there are gateway, identity, content, change-requests, sites, integrations, ai-jobs, nats',
  );
  expect(() => logsWith('content', [])).toThrow('run npm start first');
});
