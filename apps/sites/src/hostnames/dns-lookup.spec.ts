import { PlatformHosts } from '../model/platform-hosts';
import { DnsLookup } from './dns-lookup';

const config = { PUBLIC_URL: 'https://docs.example.com' } as ConstructorParameters<typeof DnsLookup>[2];
const hosts = new PlatformHosts(config, { INTEGRATIONS_URL: 'https://endpoints.example.com' });
/** All names lead to the platform. */
const resolver = {
  resolveCname: () => Promise.resolve(['docs.example.com']),
  resolve4: () => Promise.resolve(['192.0.2.1']),
  resolve6: () => Promise.resolve([]),
} as unknown as ConstructorParameters<typeof DnsLookup>[0];
const lookup = new DnsLookup(resolver, hosts, config);

it('lets the host of a customer pass, and no host of the platform', async () => {
  expect(await lookup.check('docs.customer.example')).toBe('dns_passed');
  for (const host of ['docs.example.com', 'endpoints.example.com'])
    expect(await lookup.check(host)).toBe('dns_wrong_cname');
});
