import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';

/** The graph of imports: from names of files, or of folders, to those that they import. */
type ImportGraph = Map<string, Set<string>>;

/** The relative imports between the source files below `root/folder`, tests left out. Paths are relative to `root`. */
export function fileImports(root: string, folder: string): ImportGraph {
  const files = new Set(sourcesBelow(join(root, folder)).map((file) => relative(root, file).split(sep).join('/')));
  return new Map([...files].map((file) => [file, importsOf(root, file, files)]));
}

/** The imports between the folders directly below `folder`; files that lie in it directly belong to none. */
export function folderImports(files: ImportGraph, folder: string): ImportGraph {
  const folders: ImportGraph = new Map();
  for (const [file, imports] of files) {
    const from = folderOf(file, folder);
    if (from === undefined) continue;
    const targets = [...imports].map((target) => folderOf(target, folder));
    const others = targets.filter((target) => target !== undefined && target !== from);
    folders.set(from, new Set([...(folders.get(from) ?? []), ...(others as string[])]));
  }
  return folders;
}

/** One way around for each cycle found, as names in the order of their imports. */
export function cyclesOf(graph: ImportGraph): string[][] {
  const cycles: string[][] = [];
  const finished = new Set<string>();
  const path: string[] = [];
  const visit = (name: string): void => {
    if (finished.has(name)) return;
    const start = path.indexOf(name);
    if (start !== -1) return void cycles.push([...path.slice(start), name]);
    path.push(name);
    for (const target of graph.get(name) ?? []) visit(target);
    path.pop();
    finished.add(name);
  };
  for (const name of graph.keys()) visit(name);
  return cycles;
}

function importsOf(root: string, file: string, files: Set<string>): Set<string> {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'), true, true);
  const relatives = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith('.'));
  const targets = relatives.map((name) => join(dirname(file), name).split(sep).join('/'));
  return new Set(targets.flatMap((name) => [`${name}.ts`, `${name}/index.ts`].filter((path) => files.has(path))));
}

function folderOf(file: string, folder: string): string | undefined {
  const [first, ...rest] = file.slice(folder.length + 1).split('/');
  return rest.length > 0 ? first : undefined;
}

const sourcesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => join(folder, file));
