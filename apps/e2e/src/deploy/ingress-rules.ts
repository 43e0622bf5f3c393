import { ofKind, type Manifest } from './rendered';

/**
 * Expects that paths which the cluster alone may ask have a backend without endpoints at the host of the platform. At the hosts of
 * sites they are those of pages.
 */
export function expectNoWayIn(objects: Manifest[]): void {
  const ingresses = ofKind(objects, 'Ingress');
  expect(ingresses.map(({ metadata }) => metadata.name)).toEqual(['bindery', 'bindery-sites']);
  const backends = ingresses.map(({ spec }) => {
    const paths = spec.rules?.flatMap(({ http }) => http.paths) ?? [];
    return Object.fromEntries(paths.map(({ path, backend }) => [path, backend.service.name]));
  });
  const withheldPaths = { '/metrics': 'withheld', '/livez': 'withheld', '/readyz': 'withheld' };
  expect(backends).toEqual([{ '/': 'bindery-gateway', ...withheldPaths }, { '/': 'bindery-gateway' }]);
  const withheld = ofKind(objects, 'Service').find(({ metadata }) => metadata.name === 'withheld');
  expect(withheld?.spec.selector).toBeUndefined();
}
