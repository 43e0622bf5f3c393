import { ofKind, type Manifest } from './rendered';

/** Expects that paths which the cluster alone may ask have a backend without endpoints, at every host. */
export function expectNoWayIn(objects: Manifest[]): void {
  const ingresses = ofKind(objects, 'Ingress');
  expect(ingresses.map(({ metadata }) => metadata.name)).toEqual(['bindery', 'bindery-sites']);
  for (const { spec } of ingresses) {
    const paths = spec.rules?.flatMap(({ http }) => http.paths) ?? [];
    expect(Object.fromEntries(paths.map(({ path, backend }) => [path, backend.service.name]))).toEqual({
      '/': 'bindery-gateway',
      '/metrics': 'withheld',
      '/livez': 'withheld',
      '/readyz': 'withheld',
    });
  }
  const withheld = ofKind(objects, 'Service').find(({ metadata }) => metadata.name === 'withheld');
  expect(withheld?.spec.selector).toBeUndefined();
}
