import { parseAllowList } from './allow-list';

const at = (url: string, address: string) => {
  const { protocol, hostname, port } = new URL(url);
  return { protocol, hostname, port: Number(port || 80), address };
};

describe('parseAllowList', () => {
  it.each([
    ['docs.internal', at('http://docs.internal/', '10.0.0.1'), true],
    ['Docs.Internal.', at('http://docs.internal/', '10.0.0.1'), true],
    ['docs.internal', at('http://sub.docs.internal/', '10.0.0.1'), false],
    ['docs.internal', at('https://docs.internal:8443/', '10.0.0.1'), true],
    ['docs.internal:8080', at('http://docs.internal:8080/', '10.0.0.1'), true],
    ['docs.internal:8080', at('http://docs.internal:8081/', '10.0.0.1'), false],
    ['https://docs.internal', at('http://docs.internal/', '10.0.0.1'), false],
    ['http://docs.internal:80', at('http://docs.internal/', '10.0.0.1'), true],
    ['10.1.0.0/16', at('http://any/', '10.1.255.255'), true],
    ['10.1.0.0/16', at('http://any/', '10.2.0.0'), false],
    ['10.1.0.0/16:8080', at('http://any:8080/', '10.1.0.1'), true],
    ['10.1.0.0/16:8080', at('http://any:8081/', '10.1.0.1'), false],
    ['http://10.1.0.0/16', at('http://any/', '10.1.0.1'), true],
    ['127.0.0.1', at('http://any:9/', '127.0.0.1'), true],
    ['127.0.0.1', at('http://any:9/', '127.0.0.2'), false],
    ['127.0.0.1', at('http://any:9/', '::ffff:127.0.0.1'), true],
    ['127.0.0.1', at('http://any:9/', '::1'), false],
    ['::1', at('http://any:9/', '::1'), true],
    ['[::1]:9', at('http://any:9/', '::1'), true],
    ['[::1]:9', at('http://any:8/', '::1'), false],
    ['fd00::/8', at('http://any/', 'fd12::1'), true],
    ['fd00::/8', at('http://any/', 'fe12::1'), false],
    ['a, b ,,10.0.0.0/8,', at('http://b/', '192.168.0.1'), true],
    ['', at('http://b/', '192.168.0.1'), false],
  ])('%j permits %j: %s', (setting, destination, permitted) => {
    expect(parseAllowList(setting).permits(destination)).toBe(permitted);
  });

  it.each([
    ...[
      'ftp://a',
      'a/8',
      'a b',
      '10.0.0.0/33',
      '10.0.0',
      '300.1.1.1',
      'a:0',
      'a:65536',
      'a:b',
      '*.a',
      '[a]',
      '::1/129',
    ],
    ...['http://a/path', 'user@a', 'http://', '[::1', '0x7f000001', '1:2'],
  ])('refuses %j', (entry) => {
    expect(() => parseAllowList(`docs.internal, ${entry}`)).toThrow(`has ${JSON.stringify(entry)}`);
  });
});
