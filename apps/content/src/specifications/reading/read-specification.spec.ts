import { readFileSync } from 'node:fs';
import type { Document } from '@bindery/documents';
import type { SpecificationFile } from './gather-files';
import type { OpenApiPage, OpenApiReading } from './openapi-reading';
import { readSpecification } from './read-specification';
import { SpecificationError } from './specification-error';

const info = { title: 'Pets', version: '1' };
const ok = { responses: { 200: { description: 'OK' } } };

/** Reads a specification of these files; without an address where there is only one text. */
function read(entry: string | object, files: Record<string, string | object> = {}, url: string | null = null) {
  const load = (wanted: string) => {
    const file = files[wanted];
    if (file === undefined) return Promise.reject(new SpecificationError('FETCH_ERROR', [{ message: `No ${wanted}` }]));
    return Promise.resolve({ text: textOf(file), url: wanted });
  };
  return readSpecification({ text: textOf(entry), url, slug: 'pets' }, load);
}

const textOf = (content: string | object) => (typeof content === 'string' ? content : JSON.stringify(content));
const filesOf = ({ content }: OpenApiReading) => JSON.parse(Buffer.from(content).toString()) as SpecificationFile[];
const outline = (pages: readonly OpenApiPage[]) =>
  pages.map(({ doc, name, parent, title, slug }) => [doc, name, parent, title, slug]);
const failing = (entry: string | object) =>
  read(entry).then(
    () => 'no error',
    (error: SpecificationError) => [error.code, ...error.errors.map(({ message }) => message)],
  );

describe('what can be read', () => {
  it('reads YAML as well as JSON', async () => {
    const yaml =
      'openapi: 3.0.3\ninfo: {title: Pets, version: "1"}\npaths:\n  /pets: {get: {responses: {200: {description: OK}}}}\n';
    const { format, pages, content } = await read(yaml);
    expect(format).toBe('yaml');
    expect(outline(pages)).toEqual([['operations', 'default', null, 'Default', 'default']]);
    expect(JSON.parse(Buffer.from(content).toString())).toMatchObject([
      { isEntrypoint: true, specification: { openapi: '3.1.1', paths: { '/pets': {} } } },
    ]);
  });

  it('brings Swagger 2.0 to OpenAPI 3.1', async () => {
    const reading = await read({
      swagger: '2.0',
      info,
      host: 'pets.example.com',
      paths: {
        '/pets': {
          post: {
            tags: ['pet'],
            parameters: [{ in: 'body', name: 'pet', schema: { $ref: '#/definitions/Pet' } }],
            ...ok,
          },
        },
      },
      definitions: { Pet: { type: 'object' } },
    });
    expect(filesOf(reading)[0]!.specification).toMatchObject({
      openapi: '3.1.1',
      servers: [{ url: 'http://pets.example.com' }],
      components: { schemas: { Pet: { type: 'object' } } },
    });
    expect(reading.pages.map(({ doc }) => doc)).toEqual(['operations', 'models']);
  });

  it('follows references to files of any name, once, and makes them absolute', async () => {
    const url = 'https://example.com/api/openapi.yaml';
    const files = {
      'https://example.com/api/paths.json': {
        pets: { get: { tags: ['pet'], responses: { 200: { $ref: 'models/all.yaml#/found' } } } },
      },
      'https://example.com/api/models/all.yaml':
        'found: {description: Found}\nPet: {$ref: "#/Animal"}\nAnimal: {type: object}\n',
    };
    const reading = await read(
      {
        openapi: '3.1.0',
        info,
        paths: { '/pets': { $ref: './paths.json#/pets' } },
        components: { schemas: { Pet: { $ref: 'models/all.yaml#/Pet' } } },
      },
      files,
      url,
    );
    expect(filesOf(reading).map(({ filename }) => filename)).toEqual([url, ...Object.keys(files)]);
    expect(filesOf(reading)[0]!.specification).toMatchObject({
      paths: { '/pets': { $ref: 'https://example.com/api/paths.json#/pets' } },
    });
    expect(outline(reading.pages).map(([doc, name]) => [doc, name])).toEqual([
      ['operations', 'pet'],
      ['models', ''],
    ]);
  });

  it('takes models that refer to themselves and to one another', async () => {
    const schemas = {
      Pet: { properties: { owner: { $ref: '#/components/schemas/Owner' } } },
      Owner: {
        properties: {
          pets: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
          friend: { $ref: '#/components/schemas/Owner' },
        },
      },
    };
    const { pages } = await read({ openapi: '3.0.0', info, paths: {}, components: { schemas } });
    const [block] = (JSON.parse(pages[0]!.document) as Document).nodes;
    expect(block).toMatchObject({
      type: 'openapi-schemas',
      data: { schemas: ['Pet', 'Owner'], grouped: true, ref: { kind: 'openapi', spec: 'pets' } },
    });
  });

  it.each(['json', 'yaml'])('reads the public API of hundreds of operations, as %s', async (format) => {
    const file = require.resolve('@gitbook/api/spec/openapi.json').replace(/json$/, format);
    const { pages } = await read(readFileSync(file, 'utf8'));
    const operations = pages
      .flatMap(({ document }) => (JSON.parse(document) as Document).nodes)
      .filter(({ type }) => type === 'openapi-operation');
    expect(pages.length).toBeGreaterThan(50);
    expect(operations.length).toBeGreaterThan(250);
    for (const { parent } of pages) expect(parent === null || pages[parent]!.parent === null).toBe(true);
  });

  it('reads five thousand operations', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, n) => [
        `/things/${n}`,
        { get: { tags: [`tag-${n % 100}`], operationId: `get${n}`, ...ok } },
      ]),
    );
    const { pages } = await read({ openapi: '3.0.3', info, paths });
    expect(pages).toHaveLength(100);
    expect((JSON.parse(pages[99]!.document) as Document).nodes).toHaveLength(50);
  });
});

describe('pages', () => {
  const tagged = (...tags: string[]) => ({ get: { tags, ...ok } });
  const pagesOf = async (tags: object[], paths: object) => (await read({ openapi: '3.1.0', info, tags, paths })).pages;

  it('stand in the order of the tags, below their parents, and then in that of the operations', async () => {
    const tags = [
      { name: 'pet', 'x-parent': 'all' },
      { name: 'empty' },
      { name: 'all' },
      { name: 'store', 'x-parent': 'all' },
      { name: 'word', description: 'A word.' },
    ];
    const pages = await pagesOf(tags, { '/a': tagged('new tag'), '/b': tagged('store', 'pet'), '/c': tagged() });
    expect(outline(pages)).toEqual([
      ['info', 'all', null, 'All', 'all'],
      ['operations', 'pet', 0, 'Pet', 'pet'],
      ['operations', 'store', 0, 'Store', 'store'],
      ['info', 'word', null, 'Word', 'word'],
      ['operations', 'new tag', null, 'New tag', 'new-tag'],
      ['operations', 'default', null, 'Default', 'default'],
    ]);
  });

  it('do not stand below themselves', async () => {
    const tags = [
      { name: 'a', 'x-parent': 'b' },
      { name: 'b', 'x-parent': 'a' },
      { name: 'c', 'x-parent': 'c' },
      { name: 'd', 'x-parent': 'nobody' },
    ];
    const pages = await pagesOf(tags, { '/a': tagged('a', 'b', 'c', 'd') });
    expect(pages.map(({ name, parent }) => [name, parent])).toEqual([
      ['b', null],
      ['a', 0],
      ['c', null],
      ['d', null],
    ]);
  });

  it('have titles, icons, descriptions and addresses of their own', async () => {
    const tags = [
      { name: 'a', 'x-page-title': 'Same', 'x-page-icon': 'dog', 'x-page-description': 'About a' },
      { name: 'b', 'x-displayName': 'Same', 'x-page-icon': '<script>' },
      { name: 'user_accounts-list' },
      { name: '日本' },
    ];
    const pages = await pagesOf(tags, { '/a': tagged('a', 'b', 'user_accounts-list', '日本') });
    expect(pages.map(({ title, slug, icon, description }) => [title, slug, icon, description])).toEqual([
      ['Same', 'same', 'dog', 'About a'],
      ['Same', 'same-1', null, null],
      ['User accounts list', 'user-accounts-list', null, null],
      ['日本', '日本', null, null],
    ]);
  });

  it('hold what the tag says and a block for each operation, with an anchor of its own', async () => {
    const tags = [
      { name: 'a', description: '# Heading\n\nText.\n\n{% hint style="info" %}\nMind this.\n{% endhint %}' },
    ];
    const paths = {
      '/a': {
        get: { tags: ['a'], operationId: 'same', ...ok },
        put: { tags: ['a'], operationId: 'other', 'x-internal': true, ...ok },
        parameters: [],
      },
      '/b/{id}': { post: { tags: ['a'], ...ok }, delete: { tags: ['a'], operationId: 'Same', ...ok } },
      '/hidden': { 'x-gitbook-ignore': true, ...tagged('a') },
    };
    const [page] = await pagesOf(tags, paths);
    const { nodes } = JSON.parse(page!.document) as Document;
    expect(nodes.map(({ type, meta, data }) => [type, meta?.id, data.path])).toEqual([
      ['heading-1', 'heading', undefined],
      ['paragraph', undefined, undefined],
      ['hint', undefined, undefined],
      ['openapi-operation', 'same', '/a'],
      ['openapi-operation', 'post-b-id', '/b/{id}'],
      ['openapi-operation', 'same-1', '/b/{id}'],
    ]);
    expect(new Set(nodes.map(({ key }) => key)).size).toBe(nodes.length);
  });
});

describe('what cannot be read', () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefghij'.split('').map((name, n) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[n]}`).join()}]`),
  ].join('\n');

  it.each<[string, string | object, unknown[]]>([
    [
      'broken JSON',
      '{"openapi": "3.0.0",',
      [expect.stringContaining('JSON: Expected double-quoted property name in JSON at position 20')],
    ],
    [
      'broken YAML',
      'openapi: 3.0.0\n  info: 1\n',
      ['Not readable as YAML: Nested mappings are not allowed in compact mappings at line 1, column 10'],
    ],
    ['an alias bomb', bomb, ['Not readable as YAML: Excessive alias count indicates a resource exhaustion attack']],
    ['no object', '[1]', ['openapi is not an object']],
    ['nothing', '', ['openapi is not an object']],
    ['neither version nor paths', { info }, [expect.stringContaining('The text is not a specification')]],
    ['deep nesting of nothing', deep(5_000), [expect.stringContaining('The text is not a specification')]],
  ])('says what is wrong with %s', async (_, entry, messages) => {
    expect(await failing(entry)).toEqual(['PARSE_ERROR', ...messages]);
  });
});

describe('what is read in part', () => {
  const url = 'https://example.com/openapi.yaml';
  const toldOf = async (...args: Parameters<typeof read>) =>
    (await read(...args)).deviations.map(({ message }) => message);

  it.each<[string, string | object, string]>([
    [
      'another version',
      { openapi: '4.0.0', info, paths: {} },
      'The version "4.0.0" is unknown; the specification is read as 3.1 (there are Swagger 2.0, or OpenAPI 3.0, 3.1 or 3.2)',
    ],
    [
      'a prototype',
      '{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{},"__proto__":{"a":1}}',
      'The key __proto__ is left out',
    ],
    [
      'deep nesting',
      `{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{},"x-deep":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
      'Values nested more than 200 levels deep are left out',
    ],
    [
      'a file without an address',
      { openapi: '3.0.0', info, paths: { '/a': { $ref: './a.yaml' } } },
      './a.yaml cannot be resolved: only a specification with a URL may refer to other files',
    ],
  ])('tells of %s', async (_, entry, message) => {
    expect(await toldOf(entry)).toEqual([message]);
  });

  it('leaves out the file that cannot be fetched, and those that are too many', async () => {
    const missing = { openapi: '3.0.0', info, paths: { '/a': { $ref: 'a.yaml' }, '/b': { get: ok } } };
    const reading = await read(missing, {}, url);
    expect(reading.deviations).toEqual([{ code: 'FETCH_ERROR', message: 'No https://example.com/a.yaml' }]);
    expect(outline(reading.pages)).toEqual([['operations', 'default', null, 'Default', 'default']]);
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [`https://example.com/${n}`, { $ref: `${n + 1}` }]),
    );
    expect(await toldOf({ openapi: '3.0.0', info, paths: { '/a': { $ref: '0' } } }, files, url)).toContain(
      'The specification has more than 100 files; the others are left out',
    );
  });

  it('has no pages for more tags than anybody reads', async () => {
    const paths = { '/a': { get: { tags: Array.from({ length: 3_000 }, (_, n) => `tag ${n}`), ...ok } } };
    const { pages, deviations } = await read({ openapi: '3.0.0', info, paths });
    expect([pages.length, deviations]).toEqual([
      2_000,
      [{ code: 'TOO_MANY_TAGS', message: 'The specification has more than 2000 tags; the others have no pages' }],
    ]);
  });
});
