import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  readDocsYaml,
  readGitbookYaml,
  readRepository,
  readSpaceTree,
  readSummary,
  writeSummary,
  type FileSource,
  type TreeNode,
} from './index';

const corpus = join(__dirname, '../../../../shared/corpus/public-docs');

function sourceOf(files: Record<string, string>): FileSource {
  return {
    paths: () => Object.keys(files),
    read: (path) => Promise.resolve(Buffer.from(files[path]!)),
    text: (path) => Promise.resolve(files[path]!),
  };
}

function folder(path: string): FileSource {
  const paths = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1));
  const read = (file: string) => readFileSync(join(path, file));
  return {
    paths: () => paths,
    read: (file) => Promise.resolve(read(file)),
    text: (file) => Promise.resolve(read(file).toString()),
  };
}

const summary = `# Table of contents

* [Welcome](README.md)
* [Guides](guides/README.md "How-to")
  * [First \\[steps\\]](guides/first.md)
  * [Elsewhere](https://example.com/a_(b))

## Reference <a href="#ref" id="ref"></a>

* [API](reference/api.md)
  * \`\`\`yaml
    type: builtin:openapi
    props:
      models: true
    \`\`\`
* [Errors](reference/api.md#errors)

***

* [Imprint](imprint.md)
`;

it('reads and writes a table of contents', () => {
  const { nodes, problems } = readSummary(summary);
  expect(problems).toEqual([]);
  expect(writeSummary(nodes).replace('<https://example.com/a_(b)>', 'https://example.com/a_(b)')).toBe(summary);
});

it('builds the tree of a space', async () => {
  const files = {
    'SUMMARY.md': summary,
    'README.md': '',
    'guides/README.md': '',
    'guides/first.md': '',
    'reference/api.md': '',
    'imprint.md': '',
  };
  const { tree, problems } = await readSpaceTree(sourceOf(files));
  expect(problems).toEqual([]);
  expect(outline(tree)).toEqual([
    'readme Welcome README.md',
    'guides Guides guides/README.md',
    '  first First [steps] guides/first.md',
    '  link Elsewhere {"url":"https://example.com/a_(b)"}',
    'group ref Reference',
    '  api API reference/api.md',
    '    computed builtin:openapi',
    '  link Errors {"file":"reference/api.md","anchor":"errors"}',
    'imprint Imprint imprint.md',
  ]);
});

it('reports entries without a file and goes on with what is below them', async () => {
  const { tree, problems } = await readSpaceTree(
    sourceOf({ 'SUMMARY.md': '* [Gone](gone.md)\n  * [Here](here.md)\n* text\n', 'here.md': '' }),
  );
  expect(outline(tree)).toEqual(['here Here here.md']);
  expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '3 An entry without a link is not a page; its line is kept',
    '1 gone.md does not exist; its line is kept',
  ]);
});

it('does not leave the folder', async () => {
  const { tree } = await readSpaceTree(sourceOf({ 'SUMMARY.md': '* [a](../../etc/passwd)\n* [b](/etc/passwd)\n' }));
  expect(tree).toEqual([]);
});

it('infers a tree where there is no table of contents', async () => {
  const files = [
    'README.md',
    'b.md',
    'a/README.md',
    'a/x10.md',
    'a/x9.md',
    'c/only.md',
    'node_modules/p/README.md',
    '.github/x.md',
    'logo.png',
  ];
  const { tree } = await readSpaceTree(sourceOf(Object.fromEntries(files.map((file) => [file, '']))));
  expect(outline(tree)).toEqual([
    'readme  README.md',
    'a  a/README.md',
    '  x9  a/x9.md',
    '  x10  a/x10.md',
    'b  b.md',
    'only  c/only.md',
  ]);
});

it('infers a page of each of two readme files in one folder', async () => {
  const files = ['README.md', 'readme.markdown', 'a/README.md', 'a/readme.markdown', 'a/x.md'];
  const { tree } = await readSpaceTree(sourceOf(Object.fromEntries(files.map((file) => [file, '']))));
  expect(outline(tree)).toEqual([
    'readme  README.md',
    'a  a/README.md',
    '  a  a/readme.markdown',
    '  x  a/x.md',
    'readme-1  readme.markdown',
  ]);
});

it('gives siblings slugs of their own', async () => {
  const files = { 'SUMMARY.md': '* [A](x/a.md)\n* [B](y/a.md)\n', 'x/a.md': '', 'y/a.md': '' };
  expect(outline((await readSpaceTree(sourceOf(files))).tree)).toEqual(['a A x/a.md', 'a-1 B y/a.md']);
});

it('honours root and structure of .gitbook.yaml', async () => {
  const files = {
    '.gitbook.yaml': 'root: ./docs\nstructure:\n  summary: TOC.md\n',
    'docs/TOC.md': '* [A](a.md)\n',
    'docs/a.md': '',
    'docs/.gitbook/assets/i.png': '',
  };
  const { tree, assets, sources } = await readSpaceTree(sourceOf(files));
  expect(outline(tree)).toEqual(['a A docs/a.md']);
  expect(assets).toEqual(['docs/.gitbook/assets/i.png']);
  expect(Object.keys(sources)).toEqual(['.gitbook.yaml', 'docs/TOC.md']);
});

it.each([
  ['not: [closed', /not valid YAML/],
  ['root: ../outside', /root is not a path inside/],
  ['- a list', /not a map/],
  ['a: &a [1]\nb: [*a,*a,*a,*a,*a,*a]', undefined],
])('reads the settings %j', (source, problem) => {
  const { settings, problems } = readGitbookYaml(source);
  expect(settings).toMatchObject({ root: '', summary: 'SUMMARY.md' });
  if (problem) expect(problems[0]!.message).toMatch(problem);
});

it('reads the spaces of docs.yaml and reports those without a folder', async () => {
  const docs = `site:
  title: Docs
  structure:
    - type: section
      title: Product
      children:
        - { type: space, title: English, default: true, content: { directory: ./en, language: en } }
        - { type: space, title: Deutsch, content: { directory: ./de, language: de } }
        - { type: space, title: Français, content: { directory: null, language: fr } }
    - { type: space, title: Blog, content: { directory: blog } }
`;
  const { spaces, problems } = await readRepository(sourceOf({ 'docs.yaml': docs }));
  expect(spaces).toEqual([
    { directory: 'en', title: 'Product', language: 'en' },
    { directory: 'de', title: 'Product (Deutsch)', language: 'de' },
    { directory: 'blog', title: 'Blog' },
  ]);
  expect(problems.map(({ message }) => message)).toEqual(['Français has no folder and was left out']);
  expect(readDocsYaml('x: 1').problems).toHaveLength(1);
});

(existsSync(corpus) ? describe : describe.skip)(
  'the public corpus (skipped where it is not beside the checkout)',
  () => {
    it('gives every listed page, and each SUMMARY.md back byte for byte', async () => {
      const files = folder(corpus);
      const { spaces } = await readRepository(files);
      const pages = new Set<string>();
      for (const { directory } of spaces) {
        const { tree } = await readSpaceTree(files, directory);
        const walk = (nodes: readonly TreeNode[]) => {
          for (const node of nodes) {
            if (node.type === 'page') pages.add(node.file);
            if ('children' in node) walk(node.children);
          }
        };
        walk(tree);
        const source = await files.text(`${directory}/SUMMARY.md`);
        expect(writeSummary(readSummary(source).nodes)).toBe(source);
      }
      expect({ spaces: spaces.length, pages: pages.size }).toEqual({ spaces: 5, pages: 283 });
    });
  },
);

function outline(nodes: readonly TreeNode[], indent = ''): string[] {
  return nodes.flatMap((node) => {
    if (node.type === 'link') return [`${indent}link ${node.title} ${JSON.stringify(node.target)}`];
    if (node.type === 'computed') return [`${indent}computed ${String(node.source.type)}`];
    const own = node.type === 'group' ? `group ${node.slug} ${node.title}` : `${node.slug} ${node.title} ${node.file}`;
    return [indent + own, ...outline(node.children, `${indent}  `)];
  });
}
