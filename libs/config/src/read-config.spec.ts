import { ConfigError, flag, integer, list, oneOf, proxies, readConfig, secret, text } from './index';

const settings = {
  PORT: integer('a port'),
  NAME: text('a name', 'docs'),
  ON: flag('whether it is on', false),
  LEVEL: oneOf(['low', 'high'], 'a level', 'low'),
  HOSTS: list('hosts'),
};

it('reads values by their type and falls back where one is absent or empty', () => {
  expect(readConfig(settings, { PORT: '80', NAME: ' ', ON: 'yes', HOSTS: 'a, b,' })).toEqual({
    PORT: 80,
    NAME: 'docs',
    ON: true,
    LEVEL: 'low',
    HOSTS: ['a', 'b'],
  });
});

it('names every variable at fault and what to set', () => {
  const read = () => readConfig({ ...settings, KEY: secret('a key') }, { ON: 'maybe', LEVEL: 'top', KEY: 'c2hvcnQ' });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/PORT is missing: set it to a port/);
  expect(read).toThrow(/ON must be true or false/);
  expect(read).toThrow(/LEVEL must be one of low, high/);
  expect(read).toThrow(/KEY must be at least 32 bytes/);
});

it.each([
  [undefined, false],
  ['no', false],
  ['true', 1],
  ['2', 2],
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
])('takes %j for the proxies %j', (given, proxiesInFront) => {
  expect(readConfig({ TRUST_PROXY: proxies('proxies') }, { TRUST_PROXY: given })).toEqual({
    TRUST_PROXY: proxiesInFront,
  });
});

it.each(['everybody', '10.0.0.0/8;::1', '-1', 'proxy.example.com'])('does not take %j for proxies', (given) => {
  expect(() => readConfig({ TRUST_PROXY: proxies('proxies') }, { TRUST_PROXY: given })).toThrow(/number of proxies/);
});
