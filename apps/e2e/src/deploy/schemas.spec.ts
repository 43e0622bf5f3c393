import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2019 from 'ajv/dist/2019';
import addFormats from 'ajv-formats';
import { validate as lintDockerfile } from 'dockerfile-utils';
import { parse } from 'yaml';
import { hasKubectl, render, root, type Manifest } from './rendered';
import { ofOperators, typeErrors } from './type-errors';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

const describeRendered = hasKubectl ? describe : describe.skip;

describeRendered('the manifests', () => {
  const folders = ['overlays/dev', 'overlays/production', 'overlays/small', 'base/gateway-api'];
  const objects = hasKubectl ? folders.flatMap(render).filter(({ apiVersion }) => !ofOperators.test(apiVersion)) : [];

  it('are of the kinds, with the fields and the types that the Kubernetes API has', () => {
    expect(objects.length).toBeGreaterThan(100);
    expect(typeErrors(objects)).toEqual([]);
  });

  it('would be refused with a field that the API does not know, or with one of another type', () => {
    const deployment = objects.find(({ kind }) => kind === 'Deployment')!;
    const pod = deployment.spec.template!.spec;
    const errorsOf = (change: object) => {
      const template = { ...deployment.spec.template!, spec: { ...pod, ...change } };
      return typeErrors([{ ...deployment, spec: { ...deployment.spec, template } } as unknown as Manifest]);
    };
    expect(errorsOf({ terminationGracePeriod: 30 })).toEqual([expect.stringContaining('terminationGracePeriod')]);
    expect(errorsOf({ terminationGracePeriodSeconds: '30' })).toEqual([expect.stringContaining("'string'")]);
  });
});

describe.each(['compose.yaml', 'compose.small.yaml'])('%s', (file) => {
  const ajv = new Ajv2019({ strict: false, allErrors: true, verbose: false });
  addFormats(ajv);
  ajv.addFormat('duration', /^([\d.]+(ns|us|ms|s|m|h))+$/);
  ajv.addFormat('subnet_ip_address', true);
  ajv.addFormat('ports', true).addFormat('expose', true);
  const { $schema: _, ...schema } = JSON.parse(read('node_modules/dclint/schemas/compose.schema.json')) as object & {
    $schema: string;
  };
  const validate = ajv.compile(schema);
  const compose = parse(read(`docker/${file}`), { merge: true }) as { services: Record<string, object> };

  it('is as the Compose Specification says', () => {
    expect([validate(compose), validate.errors]).toEqual([true, null]);
  });

  it('would be refused with a key that there is not', () => {
    const services = { ...compose.services, nats: { ...compose.services.nats, depend_on: [] } };
    expect(validate({ ...compose, services })).toBe(false);
  });
});

describe('the Dockerfile', () => {
  it('has instructions, flags and arguments as Docker has them', () => {
    expect(lintDockerfile(read('docker/Dockerfile'))).toEqual([]);
  });

  it.each(['RUNN x', 'COPY a', 'EXPOSE many', 'FROM node AS 1x', 'HEALTHCHECK --every=1s CMD x'])(
    'would be refused with %s',
    (line) => expect(lintDockerfile(`${read('docker/Dockerfile')}\n${line}\n`)).not.toEqual([]),
  );
});
