import { join } from 'node:path';
import ts from 'typescript';
import type { Manifest } from './rendered';

/** Kinds of operators that a cluster has besides: their schemas are theirs. */
export const ofOperators =
  /^(postgresql|barmancloud)\.cnpg\.io\/|^monitoring\.coreos\.com\/|^gateway\.networking\.k8s\.io\//;

/** Where the types of an API version are: `networking.k8s.io/v1` is in `networking/v1`. */
const typesOf = (apiVersion: string): string =>
  `kubernetes-types/${apiVersion === 'v1' ? 'core/v1' : apiVersion.replace('.k8s.io', '')}`;

/**
 * The differences of some objects from the types that are generated from the OpenAPI document of Kubernetes. As each is written
 * out as a literal, a field that the API does not know is an error as well.
 */
export function typeErrors(objects: Manifest[]): string[] {
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
