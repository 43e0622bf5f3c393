import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2019 from 'ajv/dist/2019';
import addFormats from 'ajv-formats';
import { validate as lintDockerfile } from 'dockerfile-utils';
import ts from 'typescript';
import { parse } from 'yaml';
import { hasKubectl, render, root, type Manifest } from './rendered';

jest.setTimeout(180_000);

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Kinds of operators that a cluster has besides: their schemas are theirs. */
const ofOperators = /^(postgresql|barmancloud)\.cnpg\.io\/|^monitoring\.coreos\.com\/|^gateway\.networking\.k8s\.io\//;

/** Where the types of an API version are: `networking.k8s.io/v1` is in `networking/v1`. */
const typesOf = (apiVersion: string): string =>
  `kubernetes-types/${apiVersion === 'v1' ? 'core/v1' : apiVersion.replace('.k8s.io', '')}`;

/**
 * What of some objects is not as the types say that are generated from the OpenAPI document of Kubernetes. As each is written
 * out as a literal, a field that the API does not know is an error as well.
 */
function typeErrors(objects: Manifest[]): string[] {
  const file = join(__dirname, 'manifests.ts');
  const lines = objects.map(
    (object, index) =>
      `const o${index}: import('${typesOf(object.apiVersion)}').${object.kind} = ${JSON.stringify(object)};`,
  );
  const options: ts.CompilerOptions = {
    ...{ noEmit: true, strict: true, skipLibCheck: true, types: [], lib: ['lib.es2023.d.ts'] },
    ...{ module: ts.ModuleKind.Preserve, moduleResolution: ts.ModuleResolutionKind.Bundler },
  };
  const host = ts.createCompilerHost(options);
  const onDisk = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...how) =>
    name === file ? ts.createSourceFile(name, lines.join('\n'), ts.ScriptTarget.ES2023) : onDisk(name, ...how);
  return ts.getPreEmitDiagnostics(ts.createProgram([file], options, host)).map(({ start, messageText, file }) => {
    const object = objects[file?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0];
    return `${object?.kind} ${object?.metadata.name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

const describeRendered = hasKubectl ? describe : describe.skip;

describeRendered('the manifests', () => {
  const folders = ['overlays/dev', 'overlays/production', 'base/gateway-api'];
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

describe('compose.yaml', () => {
  const ajv = new Ajv2019({ strict: false, allErrors: true, verbose: false });
  addFormats(ajv);
  ajv.addFormat('duration', /^([\d.]+(ns|us|ms|s|m|h))+$/);
  ajv.addFormat('subnet_ip_address', true);
  ajv.addFormat('ports', true).addFormat('expose', true);
  const { $schema: _, ...schema } = JSON.parse(read('node_modules/dclint/schemas/compose.schema.json')) as object & {
    $schema: string;
  };
  const validate = ajv.compile(schema);
  const compose = parse(read('docker/compose.yaml'), { merge: true }) as { services: Record<string, object> };

  it('is as the Compose Specification says', () => {
    expect([validate(compose), validate.errors]).toEqual([true, null]);
  });

  it('would be refused with a key that there is not', () => {
    const services = { ...compose.services, gateway: { ...compose.services.gateway, depend_on: [] } };
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
