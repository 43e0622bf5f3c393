import { computedPages } from '@bindery/testing';

const long = 'averylongnamewithoutanyplacetobreakitanywhere';

/** A specification with what tends to break its drawing: long names, deep models, many answers. */
export const gallerySpecification = {
  openapi: '3.1.0',
  info: { title: 'Warehouse', version: '1.0.0' },
  servers: [
    { url: `https://{region}.example.com/${long}`, variables: { region: { default: 'eu', enum: ['eu', 'us'] } } },
  ],
  tags: [{ name: 'goods', 'x-page-icon': 'boxes-stacked', 'x-page-description': 'What is in the warehouse.' }],
  security: [{ key: [] }],
  paths: {
    [`/warehouses/{warehouse}/${long}/goods/{good}`]: {
      parameters: [
        {
          name: 'warehouse',
          in: 'path',
          required: true,
          description: 'The id of a warehouse',
          schema: { type: 'string' },
        },
        { name: 'good', in: 'path', required: true, schema: { type: 'integer', format: 'int64', minimum: 1 } },
      ],
      get: {
        tags: ['goods'],
        summary: `Get one good by its ${long}`,
        description: 'Answers with **one** good.\n\n* a point\n* and `code`\n\n| A | B |\n| --- | --- |\n| 1 | 2 |',
        deprecated: true,
        parameters: [
          {
            name: 'fields',
            in: 'query',
            schema: { type: 'array', items: { type: 'string', enum: ['name', 'size', long] } },
          },
          { name: `X-${long}`, in: 'header', deprecated: true, schema: { type: 'string', default: 'none' } },
        ],
        responses: {
          200: {
            description: 'The good',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Good' } } },
          },
          404: { description: `There is no such good, whose name is ${long}${long}` },
          default: { description: 'An error', content: { 'text/plain': { schema: { type: 'string' } } } },
        },
      },
      put: {
        tags: ['goods'],
        summary: 'Replace a good',
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Good' } },
            'multipart/form-data': {
              schema: { type: 'object', properties: { picture: { type: 'string', format: 'binary' } } },
            },
          },
        },
        responses: { 204: { description: 'Replaced' } },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'A key of your own' } },
    schemas: {
      Good: {
        type: 'object',
        required: ['name'],
        description: 'Something in a warehouse',
        properties: {
          name: { type: 'string', description: 'As it is called', example: 'Crate', maxLength: 40 },
          [long]: { type: ['string', 'null'], pattern: `^${long}$` },
          size: { $ref: '#/components/schemas/Size' },
          holds: {
            oneOf: [
              { $ref: '#/components/schemas/Good' },
              { type: 'array', items: { $ref: '#/components/schemas/Size' } },
            ],
          },
          labels: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
      Size: {
        type: 'object',
        properties: { width: { type: 'number', default: 1 }, unit: { type: 'string', enum: ['mm', 'cm', 'm'] } },
      },
    },
  },
};

const path = Object.keys(gallerySpecification.paths)[0]!;
const operation = (spec: string, method: string): string =>
  `{% openapi-operation spec="${spec}" path="${path}" method="${method}" %}\n[OpenAPI](https://example.com/spec)\n{% endopenapi-operation %}`;

/** Files of a space whose pages show other objects: operations and models of a specification, shared content, drawings. */
export const galleryOfObjects = (spec: string): Record<string, string> => ({
  'README.md': `# Objects

Text before.

${operation(spec, 'get')}

${operation(spec, 'put')}

{% openapi-schemas spec="${spec}" schemas="Good,Size" grouped="true" %}
[OpenAPI](https://example.com/spec)
{% endopenapi-schemas %}

{% openapi-operation spec="no-such-specification" path="/nothing" method="get" %}
[OpenAPI](https://example.com/spec)
{% endopenapi-operation %}

{% include ".gitbook/includes/shared.md" %}

<img src="plan.svg" alt="A plan" class="gitbook-drawing">

{% @arcade/embed url="https://app.arcade.software/share/${long}" %}

{% @unknown/${long} first="a value" second="${long}" %}

Text after, with a small <img src="sign.svg" alt="sign" data-size="line"> picture.

<figure><img src="" alt="A picture that is missing"><figcaption></figcaption></figure>

Last words.
`,
  '.gitbook/includes/shared.md':
    '---\ntitle: Shared\n---\n\n## Shared words\n\nThese stand on several pages, with `code`.\n\n{% hint style="info" %}\nAnd a hint.\n{% endhint %}\n',
  'plan.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="300"><rect width="1200" height="300" fill="#88aaff"/></svg>',
  'sign.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="32" cy="32" r="30" fill="#aa5500"/></svg>',
  'SUMMARY.md': `# Table of contents

* [Objects](README.md)
${computedPages(spec)}`,
});
