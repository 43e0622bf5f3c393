import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cyclesOf, fileImports, folderImports } from './import-graph';

const root = join(__dirname, '..', '..', '..', '..');
const projects = ['apps', 'libs']
  .flatMap((kind) => readdirSync(join(root, kind)).map((name) => `${kind}/${name}`))
  .filter((project) => existsSync(join(root, project, 'src')))
  .map((project) => ({ project, files: fileImports(root, `${project}/src`) }));

const filesInCircles = ({ files }: (typeof projects)[number]) => cyclesOf(files).length > 0;
const foldersInCircles = ({ project, files }: (typeof projects)[number]) =>
  cyclesOf(folderImports(files, `${project}/src`)).length > 0;
const names = (found: typeof projects) => found.map(({ project }) => project).sort();

describe('imports', () => {
  it('lead from no file back to itself', () => {
    expect(names(projects.filter(filesInCircles))).toEqual([]);
  });

  it('lead from no folder back to itself', () => {
    expect(names(projects.filter(foldersInCircles))).toEqual([]);
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
