import { allEndpoints } from '@bindery/contracts';
import { officialOperations, routeOf } from '@bindery/testing';

/** The operations of the services, and the one that the gateway answers itself: its version. */
const have = new Set([...allEndpoints().map(({ method, path }) => routeOf(method, path)), 'GET /']);

/** Operations of the clients that the platform leaves out, with the reason; in a path, `*` is everything below it. */
const leftOut: Record<string, string> = {
  '/ads/*': 'there are no ads',
  '/orgs/{}/sites/{}/ads': 'there are no ads',
  '/orgs/{}/agent/*': 'there are no agent conversations',
  '/orgs/{}/sites/{}/agent-settings': 'there are no agent conversations',
  '/orgs/{}/sites/{}/agent-feedback': 'there are no agent conversations',
  '/orgs/{}/sites/{}/agents/*': 'there are no agent conversations',
  '/orgs/{}/sites/{}/channels*': 'there are no channels',
  '/orgs/{}/sites/{}/findings*': 'there are no findings',
  '/orgs/{}/sites/{}/stats/findings': 'there are no findings',
  '/orgs/{}/sites/{}/topics*': 'there are no findings',
  '/orgs/{}/sites/{}/questions*': 'there are no findings',
  '/orgs/{}/sites/{}/question-stats': 'there are no findings',
  '/orgs/{}/sites/{}/answers*': 'there are no findings',
  '/orgs/{}/sites/{}/scans*': 'there are no scans',
  '/orgs/{}/sites/{}/context-*': 'there are no scans',
  '/orgs/{}/sites/{}/styleguide*': 'there are no scans',
  '/orgs/{}/styleguide*': 'there are no scans',
};

const isLeftOut = (route: string): boolean =>
  Object.keys(leftOut).some((pattern) => {
    const path = route.slice(route.indexOf(' ') + 1);
    return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
  });

it.each([
  ['0.146.0', 297],
  ['0.202.0', 305],
] as const)('prints which operations of the client %s exist, and has as many as before', (version, least) => {
  const operations = officialOperations(version);
  const missing = operations.filter(({ route }) => !have.has(route));
  const open = missing.filter(({ route }) => !isLeftOut(route));
  const count = operations.length - missing.length;
  process.stdout.write(
    `Operations of @gitbook/api ${version}: ${count} of ${operations.length}, ${missing.length - open.length} left out\n` +
      open.map(({ id, route }) => `  not there: ${route} (${id})\n`).join(''),
  );
  expect(count).toBeGreaterThanOrEqual(least);
});
