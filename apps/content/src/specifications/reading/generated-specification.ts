/** Options of a generated specification. */
export interface GeneratorOptions {
  /** The version of OpenAPI, or `2.0` for Swagger. */
  version: '2.0' | '3.0.3' | '3.1.0';
  operations: number;
  /** Operations of one tag. */
  perTag?: number;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];
const perPath = methods.length;

/** A specification of thousands of operations that refer to models, which refer to one another and to themselves. */
export function generated({ version, operations, perTag = 40 }: GeneratorOptions): object {
  const isSwagger = version === '2.0';
  const models = isSwagger ? '#/definitions/' : '#/components/schemas/';
  const paths: Record<string, Record<string, object>> = {};
  for (let n = 0; n < operations; n++) {
    const path = `/areas/${n % 7}/things-${Math.floor(n / perPath)}/{id}`;
    const schema = { $ref: `${models}Model${n % 300}` };
    (paths[path] ??= {})[methods[n % perPath]!] = {
      operationId: `operation${n}`,
      tags: [`Area ${Math.floor(n / perTag)}`],
      summary: `Does thing ${n}`,
      description: `About *thing* ${n}, in \`code\`.\n\n* one\n* two`,
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          ...(isSwagger ? { type: 'string' } : { schema: { type: 'string' } }),
        },
      ],
      responses: {
        200: {
          description: 'Done',
          ...(isSwagger ? { schema } : { content: { 'application/json': { schema } } }),
        },
      },
    };
  }
  const schemas = Object.fromEntries(
    Array.from({ length: 300 }, (_, n) => [
      `Model${n}`,
      {
        type: 'object',
        description: `Model ${n}`,
        properties: {
          id: { type: 'string', description: 'Names it.' },
          next: { $ref: `${models}Model${(n + 1) % 300}` },
          self: { type: 'array', items: { $ref: `${models}Model${n}` } },
        },
      },
    ]),
  );
  const info = { title: 'Generated', version: '1' };
  return isSwagger
    ? { swagger: version, info, paths, definitions: schemas }
    : { openapi: version, info, paths, components: { schemas } };
}
