import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cyclesOf, fileImports, folderImports } from './import-graph';

const root = join(__dirname, '..', '..', '..', '..');
const projects = ['apps', 'libs']
  .flatMap((kind) => readdirSync(join(root, kind)).map((name) => `${kind}/${name}`))
  .filter((project) => existsSync(join(root, project, 'src')))
  .map((project) => ({ project, files: fileImports(root, `${project}/src`) }));

describe('imports', () => {
  it('lead from no file back to itself', () => {
    expect(projects.flatMap(({ files }) => cyclesOf(files))).toEqual([]);
  });

  it('lead from no folder back to itself', () => {
    const folders = projects.map(({ project, files }) => ({
      project,
      cycles: cyclesOf(folderImports(files, `${project}/src`)),
    }));
    expect(folders.filter(({ cycles }) => cycles.length > 0)).toEqual([]);
  });

  it('are found to lead in a circle where they do', () => {
    const graph = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b'])],
    ]);
    expect(cyclesOf(graph)).toEqual([['b', 'c', 'b']]);
  });
});
