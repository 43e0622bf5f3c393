import {
  editFrontMatter,
  methodPart,
  parseMarkdown,
  parsePage,
  plainText,
  preserveSource,
  renderMarkdown,
  sectionsOf,
  splitSource,
  walk,
  type Block,
  type Document,
} from '../src';

const blocksOf = (document: Document, type: string): Block[] =>
  [...walk(document)].filter((node): node is Block => node.object === 'block' && node.type === type);
const problemsOf = (markdown: string) => parsePage(markdown).problems.map(({ line, message }) => `${line}: ${message}`);

/** A file with one word changed in its document. */
function edited(source: string, from: string, to: string): string {
  const { document } = parsePage(source);
  const next = JSON.parse(JSON.stringify(document).replace(from, to)) as Document;
  return preserveSource({ source, document }, next);
}

const swagger = `{% swagger baseUrl="https://api.example.com" path="/v1/cakes/{id}" method="get" summary="Get a cake" %}
{% swagger-description %}
Returns the cake you want.
{% endswagger-description %}

{% swagger-parameter in="path" name="id" type="string" required="true" %}
The id of the cake
{% endswagger-parameter %}

{% swagger-response status="200" description="Found" %}
\`\`\`javascript
{ "name": "Cake" }
\`\`\`
{% endswagger-response %}
{% endswagger %}
`;

const apiMethod = `{% api-method method="get" host="https://api.cakes.com" path="/v1/cakes/:id" %}
{% api-method-summary %}
Get Cakes
{% endapi-method-summary %}

{% api-method-spec %}
{% api-method-request %}
{% api-method-query-parameters %}
{% api-method-parameter name="color" type="string" required=true %}
The color of the cake.
{% endapi-method-parameter %}
{% endapi-method-query-parameters %}
{% endapi-method-request %}

{% api-method-response %}
{% api-method-response-example httpCode=200 %}
{% api-method-response-example-description %}
Cake successfully retrieved.
{% endapi-method-response-example-description %}
{% endapi-method-response-example %}
{% endapi-method-response %}
{% endapi-method-spec %}
{% endapi-method %}
`;

const partsOf = (document: Document) =>
  [...walk(document)].flatMap((node) => {
    const part = node.object === 'block' ? methodPart(node) : undefined;
    return part && part.kind !== 'text' ? [part] : [];
  });

describe('methods of interfaces', () => {
  it('are read with all their fields', () => {
    expect(partsOf(parseMarkdown(swagger))).toEqual([
      { kind: 'method', method: 'get', server: 'https://api.example.com', path: '/v1/cakes/{id}', title: 'Get a cake' },
      { kind: 'parameter', name: 'id', place: 'path', type: 'string', isRequired: true },
      { kind: 'response', status: '200', description: 'Found' },
    ]);
    expect(partsOf(parseMarkdown(apiMethod))).toEqual([
      { kind: 'method', method: 'get', server: 'https://api.cakes.com', path: '/v1/cakes/:id', title: '' },
      { kind: 'title' },
      { kind: 'parameters', place: 'query' },
      { kind: 'parameter', name: 'color', place: '', type: 'string', isRequired: true },
      { kind: 'response', status: '200', description: '' },
    ]);
  });

  it.each([
    [swagger, ['Get a cake GET https://api.example.com/v1/cakes/{id}', 'id path string required', '200 Found']],
    [apiMethod, ['GET https://api.cakes.com/v1/cakes/:id', 'Get Cakes', 'color string required', '200']],
  ])('are searched with all their fields', (source, expected) => {
    const document = parseMarkdown(source);
    expect(plainText(document).split('\n')).toEqual(expect.arrayContaining(expected));
    expect(sectionsOf(document)[0]?.body.split('\n')).toEqual(expect.arrayContaining(expected));
  });

  it('are reached by their titles', () => {
    expect(blocksOf(parseMarkdown(swagger), 'swagger-method')[0]?.meta?.id).toBe('get-a-cake');
    expect(blocksOf(parseMarkdown(apiMethod), 'api-method')[0]?.meta?.id).toBe('get-cakes');
  });

  it.each([
    [swagger, 'the cake you want', 'a cake'],
    [swagger, 'The id of', 'The name of'],
    [swagger, 'Found', 'There'],
    [apiMethod, 'The color', 'Any color'],
    [apiMethod, 'successfully', 'quickly'],
  ])('change in what was edited alone', (source, from, to) => {
    expect(edited(source, from, to)).toBe(source.replace(from, to));
  });

  it('are written as their tags', () => {
    expect(renderMarkdown(parseMarkdown(swagger))).toBe(swagger);
  });
});

it('takes swagger with a source for a block that names a specification', () => {
  const [block] = parseMarkdown(
    '{% swagger src="https://x.example/api.yaml" path="/a" method="get" %}\n[a](b)\n{% endswagger %}\n',
  ).nodes;
  expect(block).toMatchObject({ type: 'swagger', data: { ref: { url: 'https://x.example/api.yaml' }, path: '/a' } });
});

describe('other former tags', () => {
  const pageRef = 'Read on here:\n\n{% page-ref page="other.md" %}\n';
  const tabs =
    '{% code-tabs %}\n{% code-tabs-item title="app.js" %}\n```javascript\nlet a;\n```\n{% endcode-tabs-item %}\n{% endcode-tabs %}\n';

  it('are read as what they are called today', () => {
    expect(parsePage(pageRef)).toMatchObject({
      problems: [],
      document: { nodes: [{}, { type: 'content-ref', data: { ref: { kind: 'url', url: 'other.md' } } }] },
    });
    const [block] = parseMarkdown(tabs).nodes;
    expect(block).toMatchObject({ type: 'tabs', nodes: [{ type: 'tabs-item', data: { title: 'app.js' } }] });
  });

  it.each([
    [pageRef, 'Read on', 'Go on'],
    [tabs, 'let a;', 'let b;'],
    [tabs, 'app.js', 'main.js'],
  ])('stay as they are written beside an edit', (source, from, to) => {
    expect(edited(source, from, to)).toBe(source.replace(from, to));
  });
});

describe('players', () => {
  const youtube = '<iframe src="https://www.youtube.com/embed/abc" width="560"></iframe>';

  it.each([
    [youtube, 'embed', { url: 'https://www.youtube.com/embed/abc' }],
    [`<div align="center">\n${youtube}\n</div>`, 'embed', { url: 'https://www.youtube.com/embed/abc' }],
    ['<iframe src="//player.vimeo.com/1"></iframe>', 'embed', { url: 'https://player.vimeo.com/1' }],
    ['<video src="v.mp4" controls></video>', 'file', { ref: { kind: 'url', url: 'v.mp4' } }],
    [
      '<video controls>\n  <source src="media/v.webm" type="video/webm">\n</video>',
      'file',
      { ref: { kind: 'url', url: 'media/v.webm' } },
    ],
    ['<audio src="https://x.example/a.mp3"></audio>', 'embed', { url: 'https://x.example/a.mp3' }],
  ])('are embeds or files: %s', (source, type, data) => {
    const { document, problems } = parsePage(`Before.\n\n${source}\n\nAfter.\n`);
    expect([document.nodes[1], problems]).toEqual([expect.objectContaining({ type, data: { ...data, source } }), []]);
    expect(renderMarkdown(document)).toBe(`Before.\n\n${source}\n\nAfter.\n`);
  });

  it('are written as tags once they lead elsewhere', () => {
    const { nodes } = parseMarkdown(`${youtube}\n`);
    nodes[0]!.data.url = 'https://other.example';
    expect(renderMarkdown({ object: 'document', data: {}, nodes })).toBe('{% embed url="https://other.example" %}\n');
  });

  it.each(['<iframe src="javascript:alert(1)"></iframe>', '<iframe srcdoc="<p>x</p>"></iframe>'])(
    'that lead nowhere are told: %s',
    (source) => {
      expect(problemsOf(`A\n\n${source}\n`)).toEqual([expect.stringMatching(/^3: Readers will not see <iframe>/)]);
    },
  );
});

it('keeps the size of a picture in a line', () => {
  const source = '<img src="p.png" alt="" width="32">\n';
  const document = parseMarkdown(source);
  expect(document.nodes[0]?.nodes).toEqual([
    expect.objectContaining({ data: { ref: { kind: 'url', url: 'p.png' }, width: 32 } }),
  ]);
  expect(renderMarkdown(document)).toBe(source);
});

describe('alerts of GitHub', () => {
  it.each([
    ['NOTE', 'info'],
    ['tip', 'success'],
    ['IMPORTANT', 'info'],
    ['WARNING', 'warning'],
    ['CAUTION', 'danger'],
  ])('are hints: %s', (kind, style) => {
    const [hint] = parseMarkdown(`> [!${kind}]\n> Some **words**.\n>\n> * more\n`).nodes;
    expect(hint).toMatchObject({ type: 'hint', data: { style } });
    expect(plainText({ object: 'document', data: {}, nodes: [hint!] })).toBe('Some words.\nmore');
  });

  it('are distinguished from quotes', () => {
    for (const quote of ['> [!NOTE] in a line\n', '> [!OTHER]\n> x\n', '> x\n> [!NOTE]\n', '> [!NOTE]**x**\n'])
      expect(parseMarkdown(quote).nodes[0]?.type).toBe('blockquote');
  });

  it.each([
    '> [!NOTE]\n> Some old words.\n> More.\n',
    '> [!WARNING]  \n>\n> Some old words.\n>\n> * a\n> * b\n',
    '* item\n\n  > [!TIP]\n  > **Some** old words.\n',
  ])('change in what was edited alone', (source) => {
    expect(edited(source, ' old words', ' new words')).toBe(source.replace('old', 'new'));
    expect(edited(source, '"style":"', '"x":1,"style":"')).not.toBe(source);
  });
});

describe('front matter that is no YAML', () => {
  const source = '---\ntitle: Question: to be or not\n---\n\n# Heading\n\ntext\n';

  it('is not shown, and reported', () => {
    const page = parsePage(source);
    expect(page).toMatchObject({ title: 'Heading', frontMatter: {} });
    expect(plainText(page.document)).toBe('text');
    expect(problemsOf(source)).toEqual([expect.stringMatching(/^2: The front matter is left out: \w/)]);
    expect(splitSource(source).body).toBe('# Heading\n\ntext\n');
  });

  it('stays beside an edit, and as a comment beside new entries', () => {
    expect(edited(source, '"text":"text"', '"text":"words"')).toBe(source.replace('\ntext', '\nwords'));
    const described = editFrontMatter(source, { description: 'A page' });
    expect(described).toBe(
      source.replace('title: Question: to be or not\n', '# title: Question: to be or not\ndescription: A page\n'),
    );
    expect(parsePage(described).frontMatter).toEqual({ description: 'A page' });
  });

  it('is distinguished from text between rules', () => {
    const rules = '---\n\nText here.\n\n---\n\nMore.\n';
    expect(plainText(parsePage(rules).document)).toBe('Text here.\nMore.');
    expect(splitSource(rules)).toEqual({ head: '', body: rules });
  });
});

it('reports what readers will not see, with its line', () => {
  const page = `---
title: x
---

<svg><path d="M0"/></svg>

Text <audio></audio> and <input type="text">.

<div><a href="https://x.example">a <table></a></div>

<!-- <img src="x"> -->

<a name="here"></a>
`;
  expect(problemsOf(page)).toEqual([
    '5: Readers will not see <svg>',
    '7: Readers will not see <audio>',
    '7: Readers will not see <input>',
    '9: Readers will not see <a> https://x.example',
  ]);
});
