import fc from 'fast-check';
import { slugify } from 'transliteration';
import { gitbookAnchor } from '../src/model/anchor-forms';
import { anchorsOf, parseMarkdown, renderMarkdown, walk, type Block } from '../src';

/** The anchors of each heading, tab and expandable, its id first. */
function anchorsIn(markdown: string): string[][] {
  const document = parseMarkdown(markdown);
  return [...walk(document)].filter((node): node is Block => node.object === 'block' && !!node.meta).map(anchorsOf);
}

it.each([
  ['1. Set up your API key', ['id-1.-set-up-your-api-key', '1-set-up-your-api-key', 'id-1-set-up-your-api-key']],
  ['confd_type/0', ['confd_type-0', 'confd_type0']],
  ['FAQ & help', ['faq-and-help', 'faq--help']],
  ['Release 4.9', ['release-4.9', 'release-49', 'release-4-9']],
  ['What’s new in `v1.0.1`?', ['what-s-new-in-v1.0.1', 'whats-new-in-v101', 'what-s-new-in-v1-0-1']],
  ['Input and Output - Sequence', ['input-and-output-sequence', 'input-and-output---sequence']],
  [
    '2.2 Tipos de Referencia (Módulos)',
    ['id-2.2-tipos-de-referencia-modulos', '22-tipos-de-referencia-módulos', 'id-2-2-tipos-de-referencia-modulos'],
  ],
  ['Настройка полей', ['nastroika-polei', 'настройка-полей']],
  ['内联函数', ['nei-lian-han-shu', '内联函数']],
  ['Azure AD, ads and addresses', ['azure-a-d-a-ds-and-addresses', 'azure-ad-ads-and-addresses']],
  ['Plain words', ['plain-words']],
  ['🚀', ['undefined']],
])('names %s as GitBook does, and accepts other forms', (heading, expected) => {
  expect(anchorsIn(`## ${heading}\n`)).toEqual([expected]);
});

it('numbers what is alike, and keeps the ids that pages had', () => {
  expect(anchorsIn('## 1.0\n\n## 1.0\n\n## 10\n\n<details>\n\n<summary>1.0</summary>\n\n</details>\n')).toEqual([
    ['id-1.0', '10', 'id-1-0'],
    ['id-1.0-1', '10-1'],
    ['id-10', '10-2'],
    ['id-1.0-2', '10-3'],
  ]);
});

it('leaves ids and names that were set by hand to those that have them', () => {
  expect(
    anchorsIn(
      '## FAQ\n\n## Other <a href="#faq" id="faq"></a>\n\n## Help\n\n<a name="help"></a>Here, <b id="faq-1">there</b>.\n',
    ),
  ).toEqual([['faq-2'], ['faq', 'other'], ['help-1']]);
});

it('names blocks of OpenAPI, after all that had anchors before them', () => {
  const blocks = [
    '{% openapi-operation spec="shop" path="/pets/{petId}" method="get" %}\n[shop](/openapi/shop)\n{% endopenapi-operation %}\n',
    '{% openapi-operation spec="shop" path="/pets/{petId}" method="get" %}\n[shop](/openapi/shop)\n{% endopenapi-operation %}\n',
    '{% openapi-webhook spec="shop" name="newPet" method="post" %}\n[shop](/openapi/shop)\n{% endopenapi-webhook %}\n',
    '{% openapi-schemas spec="shop" schemas="Pet,Cat" %}\n[shop](/openapi/shop)\n{% endopenapi-schemas %}\n',
    '{% openapi src="https://example.com/api.json" path="/pets" method="post" %}\n[api.json](https://example.com/api.json)\n{% endopenapi %}\n',
    '## Get pets petId\n\n## Models\n',
  ];
  const markdown = blocks.join('\n');
  expect(anchorsIn(markdown)).toEqual([
    ['get-pets-petid-1'],
    ['get-pets-petid-2'],
    ['newpet'],
    ['models-1'],
    ['post-pets'],
    ['get-pets-petid'],
    ['models'],
  ]);
  expect(renderMarkdown(parseMarkdown(markdown))).toBe(markdown);
});

it('knows the names of places in HTML', () => {
  const document = parseMarkdown(
    '<a name="one"></a>Text <a id="two"></a>\n\n<section id="three">\n\n<div name="no">x</div>\n',
  );
  expect([...walk(document)].flatMap(anchorsOf)).toEqual(['one', 'two', 'three']);
});

it('numbers a thousand headings that are alike in no square of time', () => {
  const anchors = anchorsIn('## Same\n\n'.repeat(1_000));
  expect(new Set(anchors.flat()).size).toBe(1_000);
  expect(anchors.at(-1)).toEqual(['same-999']);
});

it('has one rule for what is transliterated and what needs not to be', () => {
  const ascii = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });
  fc.assert(
    fc.property(ascii, (text) => {
      const transliterated = slugify(text, { replace: [['&', ' and ']] });
      expect(gitbookAnchor(text).replace(/^id-(?=\d)/, '')).toBe(
        transliterated.replace(/(?<![a-z0-9_])ad(?=s?(?![a-z0-9_]))/g, 'a-d'),
      );
    }),
    { numRuns: 500 },
  );
});
