import {
  inferTree,
  readDocsYaml,
  readGitbookYaml,
  readRepository,
  readSpace,
  readSummary,
  resolveUrl,
  writeSpace,
  writeSummary,
  type FileSource,
  type TreePage,
} from '../src';

const sourceOf = (files: Record<string, string>): FileSource => ({
  paths: () => Object.keys(files),
  text: (path) =>
    files[path] === undefined ? Promise.reject(new Error(`${path} is gone`)) : Promise.resolve(files[path]),
});

const outline = (pages: TreePage[]): unknown[] =>
  pages.map(({ type, title, path, children }) => [
    type,
    title,
    path,
    ...(children.length > 0 ? [outline(children)] : []),
  ]);

const summary = `# Table of contents

* [Start](README.md "Start here")
* [Guide](guide/README.md)
  * [One \\[new\\]](guide/one.md)
  * [Anchor](guide/one.md#part)

## API <a href="#reference" id="reference"></a>

* [Site](https://example.com)
* \`\`\`yaml
  type: builtin:openapi
  props:
    models: true
  \`\`\`

***

* [Last](last.md)
`;

const files = {
  '.gitbook.yaml': 'root: ./docs/\nredirects:\n  old: last.md\n',
  'docs/SUMMARY.md': summary,
  'docs/README.md': '# Start\n\n[ok](guide/one.md) [folder](guide/)\n\n[broken](gone.md)\n',
  'docs/guide/README.md': '# Guide\n',
  'docs/guide/one.md': '# One\n\n![](../.gitbook/assets/a%20b.png)\n',
  'docs/last.md': '# Last\n\n{% hint %}\nopen\n',
  'docs/.gitbook/assets/a b.png': '',
  'docs/.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nText.\n',
  'docs/.gitbook/vars.yaml': 'version: 1.5\nnested: {}\n',
};

describe('a space', () => {
  it('has the tree of its table of contents', async () => {
    const space = await readSpace(sourceOf(files));
    expect(outline(space.pages)).toEqual([
      ['document', 'Start', 'start'],
      [
        'document',
        'Guide',
        'guide',
        [
          ['document', 'One [new]', 'guide/one'],
          ['link', 'Anchor', 'guide/anchor'],
        ],
      ],
      [
        'group',
        'API',
        'reference',
        [
          ['link', 'Site', 'reference/site'],
          ['computed', 'builtin:openapi', 'reference/computed'],
        ],
      ],
      ['document', 'Last', 'last'],
    ]);
    expect(space.pages[0]).toMatchObject({ file: 'docs/README.md', linkTitle: 'Start here' });
    expect(space.pages[1]?.children[1]).toMatchObject({ target: { file: 'docs/guide/one.md', anchor: 'part' } });
    expect(space.pages[2]?.children[1]?.computed).toEqual({ type: 'builtin:openapi', props: { models: true } });
  });

  it('has assets, reusable contents, variables and redirects', async () => {
    const space = await readSpace(sourceOf(files));
    expect(space.assets).toEqual(['docs/.gitbook/assets/a b.png']);
    expect(space.files.get('docs/.gitbook/includes/note.md')?.page.frontMatter.title).toBe('Note');
    expect(space.variables).toEqual({ version: 1.5 });
    expect(space.redirects).toEqual([{ from: 'old', to: 'last.md' }]);
  });

  it('names what is wrong with file and line, and goes on', async () => {
    const source = sourceOf(files);
    const failing: FileSource = {
      ...source,
      text: (path) => (path.endsWith('one.md') ? Promise.reject(new Error('disk')) : source.text(path)),
    };
    const { problems, files: read } = await readSpace(failing);
    expect(problems).toEqual([
      { file: 'docs/README.md', line: 5, message: 'gone.md leads to no file' },
      { file: 'docs/guide/one.md', line: 1, message: 'The page cannot be read: disk' },
      { file: 'docs/last.md', line: 3, message: '{% hint %} is unknown or has no end' },
    ]);
    expect(read.size).toBe(4);
  });

  it('reports entries without a file and lists a file once', async () => {
    const { pages, problems } = await readSpace(
      sourceOf({ 'SUMMARY.md': '* [A](a.md)\n* [Again](a.md)\n* [B](b.md)\n* [Out](../../etc.md)\n', 'a.md': '' }),
    );
    expect(outline(pages)).toEqual([
      ['document', 'A', 'a'],
      ['link', 'Again', 'again'],
    ]);
    expect(problems.map(({ message }) => message)).toEqual([
      'b.md is listed but not in the repository',
      '../../etc.md is listed but not in the repository',
    ]);
  });

  it('follows the folders where there is no table of contents', () => {
    const paths = [
      'README.md',
      'b10.md',
      'b9.md',
      'x/README.md',
      'x/y.md',
      'z/only.md',
      '.gitbook/includes/i.md',
      'node_modules/m/README.md',
      'a.png',
    ];
    expect(writeSummary(inferTree(paths))).toBe(
      '# Table of contents\n\n* [README](README.md)\n* [B9](b9.md)\n* [B10](b10.md)\n* [X](x/README.md)\n  * [Y](x/y.md)\n\n## Z\n\n* [Only](z/only.md)\n',
    );
  });
});

describe('export', () => {
  it('keeps sources byte for byte and writes what was edited', async () => {
    const { files: read, summarySource } = await readSpace(sourceOf(files));
    const untidy = `${summary}\n\n`;
    const edited = read.get('docs/guide/one.md')?.page;
    const written = writeSpace({
      summary: readSummary(summarySource ?? ''),
      summarySource: untidy,
      pages: [
        { file: 'README.md', source: files['docs/README.md'] },
        {
          file: 'guide/one.md',
          page: {
            frontMatter: {},
            document: edited?.document ?? { object: 'document', data: {}, nodes: [] },
            title: 'Other',
          },
        },
      ],
      redirects: [{ from: 'old', to: 'last.md' }],
    });
    expect(written.get('SUMMARY.md')).toBe(untidy);
    expect(written.get('README.md')).toBe(files['docs/README.md']);
    expect(written.get('guide/one.md')).toMatch(/^# Other\n/);
    expect(readGitbookYaml(written.get('.gitbook.yaml') ?? '').redirects).toEqual([{ from: 'old', to: 'last.md' }]);
    expect(
      writeSpace({ summary: readSummary('* [New](n.md)'), summarySource: untidy, pages: [] }).get('SUMMARY.md'),
    ).toBe('# Table of contents\n\n* [New](n.md)\n');
  });

  it('writes a table of contents as it was read', () => {
    expect(writeSummary(readSummary(summary))).toBe(summary);
  });
});

describe('settings and paths', () => {
  it('read a site, and report spaces that are elsewhere', async () => {
    const docs = `site:
  title: Docs
  structure:
    - type: section-group
      title: All
      children:
        - { type: section, title: One, path: one, children: [{ type: space, title: A, default: true, content: { directory: ./docs, language: en } }] }
        - { type: space, title: B, content: { directory: null, language: fr } }
        - { type: riddle }
`;
    expect(readDocsYaml(docs)).toMatchObject({
      title: 'Docs',
      structure: [{ type: 'section-group', children: [{ path: 'one' }, { directory: null, language: 'fr' }] }],
    });
    expect(readDocsYaml(docs).problems).toEqual([
      'B: no directory, left out',
      'site.structure[0].children[2].type is unknown',
    ]);
    const { spaces } = await readRepository(sourceOf({ 'docs.yaml': docs, 'docs/README.md': '# A\n' }));
    expect(
      spaces.map(({ title, directory, language, space }) => [title, directory, language, space.pages.length]),
    ).toEqual([['A', 'docs', 'en', 1]]);
    expect((await readRepository(sourceOf({ 'README.md': '# A\n' }))).spaces).toHaveLength(1);
  });

  it('refuse paths out of the repository and survive what is not YAML', () => {
    expect(readGitbookYaml('root: ../..\n')).toMatchObject({
      root: '',
      problems: ['root is no path within the repository'],
    });
    expect(readGitbookYaml('a: [').problems).toHaveLength(1);
    expect(readDocsYaml('- a').structure).toEqual([]);
    expect(resolveUrl('a/b.md', '../../c.md')).toBeUndefined();
    expect(resolveUrl('a/b.md', '../c%20d.md#e')).toEqual({ path: 'c d.md', anchor: 'e' });
    expect(resolveUrl('a/b.md', 'mailto:x@y.z')).toBeUndefined();
  });
});
