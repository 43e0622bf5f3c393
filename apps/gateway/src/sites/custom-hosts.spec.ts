import type { IncomingMessage } from 'node:http';
import { CustomHosts } from './custom-hosts';

const requestTo = (host: string) => ({ headers: { host }, url: '/page' }) as IncomingMessage;

it('gives no request to a host of the platform to a site, also where a site claims that host', async () => {
  const hosts = new CustomHosts(['docs.example.com', 'endpoints.example.com'], () => Promise.resolve(true));
  for (const host of ['docs.example.com', 'Endpoints.example.com:8443']) {
    const request = requestTo(host);
    await hosts.route(request);
    expect(hosts.isRouted(request)).toBe(false);
    expect(request.url).toBe('/page');
  }
  const request = requestTo('docs.customer.example');
  await hosts.route(request);
  expect(hosts.isRouted(request)).toBe(true);
});
