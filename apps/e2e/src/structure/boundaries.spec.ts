import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Boundary {
  sourceTag: string;
  onlyDependOnLibsWithTags: string[];
}

interface Project {
  tags: string[];
  /** The names of the projects that it imports. */
  uses: string[];
}

const root = join(__dirname, '..', '..', '..', '..');
const print = "import { boundaries } from './tools/boundaries.mjs'; console.log(JSON.stringify(boundaries))";
const boundaries = JSON.parse(
  execFileSync(process.execPath, ['--input-type=module', '-e', print], { cwd: root, encoding: 'utf8' }),
) as Boundary[];
const folders = ['apps', 'libs'].flatMap((kind) => readdirSync(join(root, kind)).map((name) => `${kind}/${name}`));
const projects = new Map([...folders, 'tools'].map(readProject));

function readProject(folder: string): [name: string, project: Project] {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    name: string;
    nx: { tags: string[] };
    dependencies?: object;
    devDependencies?: object;
  };
  const uses = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  return [manifest.name, { tags: manifest.nx.tags, uses: uses.filter((name) => name.startsWith('@bindery/')) }];
}

/** The tags of everything that projects with this tag import. */
const usedTags = (sourceTag: string): Set<string> =>
  new Set(
    [...projects.values()]
      .filter(({ tags }) => tags.includes(sourceTag))
      .flatMap(({ uses }) => uses.flatMap((name) => projects.get(name)!.tags)),
  );

it('permits projects to import no tag that none of them imports', () => {
  const unused = boundaries.flatMap(({ sourceTag, onlyDependOnLibsWithTags }) => {
    const used = usedTags(sourceTag);
    return onlyDependOnLibsWithTags.filter((tag) => !used.has(tag)).map((tag) => `${sourceTag} → ${tag}`);
  });
  expect(unused).toEqual([]);
});

it('has a rule for each project', () => {
  const named = new Set(boundaries.map(({ sourceTag }) => sourceTag));
  expect([...projects].filter(([, { tags }]) => !tags.some((tag) => named.has(tag))).map(([name]) => name)).toEqual([]);
});
