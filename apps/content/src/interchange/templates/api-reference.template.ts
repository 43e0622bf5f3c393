import type { Template } from './template';

/** The reference of an HTTP API. */
export const apiReference: Template = {
  id: 'api-reference',
  pages: [
    {
      ref: 'introduction',
      title: 'Introduction',
      icon: 'book-open',
      markdown: `Say what the API is for, its base address and its version.

The machine-readable description: [specification](ref:specification).
`,
    },
    {
      ref: 'authentication',
      title: 'Authentication',
      icon: 'key',
      markdown: `Say where a token comes from and how a request carries it.

\`\`\`http
GET /v1/things HTTP/1.1
Authorization: Bearer <token>
\`\`\`
`,
    },
    {
      ref: 'errors',
      title: 'Errors',
      icon: 'triangle-exclamation',
      markdown: `| Status | Meaning |
| ------ | ------- |
| 400    | The request is malformed |
| 401    | The token is missing or wrong; see [authentication](./authentication.md) |
| 404    | There is no such thing |
| 429    | There were too many requests |
`,
    },
    { ref: 'resources', title: 'Resources' },
    {
      ref: 'things',
      title: 'Things',
      icon: 'cube',
      into: 'resources',
      markdown: `Say what the resource is and which fields it has.

## List things

\`GET /v1/things\`

{% tabs %}
{% tab title="Request" %}
\`\`\`sh
curl https://api.example.com/v1/things
\`\`\`
{% endtab %}

{% tab title="Response" %}
\`\`\`json
{ "items": [] }
\`\`\`
{% endtab %}
{% endtabs %}
`,
    },
  ],
};
