import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { HttpMethod, Schema } from '@bindery/contracts';
import { eventsIn, type ReachablePlatform } from '@bindery/testing';

interface Content {
  content?: Record<string, { schema: Schema }>;
}

interface DocumentedOperation {
  operationId: string;
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

interface OpenApi {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema> };
}

/** An operation as the platform documents it. */
export interface Operation {
  name: string;
  method: HttpMethod;
  /** Such as `/spaces/{spaceId}`. */
  path: string;
  query: { name: string; required: boolean; schema: Schema }[];
  body?: Schema;
}

/** The OpenAPI document that a platform serves: what clients may rely on, and all that tests of it know. */
export class OpenApiDocument {
  readonly operations: Operation[];
  readonly schemas: Record<string, Schema>;
  private readonly documented = new Map<string, DocumentedOperation>();
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });

  private constructor({ paths, components }: OpenApi) {
    this.schemas = components.schemas;
    addFormats(this.ajv);
    this.ajv.addSchema({ components }, 'document');
    this.operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => this.operation(path, method, operation)),
    );
  }

  static async of({ baseUrl }: ReachablePlatform): Promise<OpenApiDocument> {
    return new OpenApiDocument((await (await fetch(`${baseUrl}/openapi.json`)).json()) as OpenApi);
  }

  /** The differences between an answer and the document; empty when there are none. `text` is the body as it came. */
  answerErrors(name: string, { status, headers }: Response, text: string): string[] {
    const documented = this.documented.get(name)!.responses[status];
    if (!documented) return [`the status ${status} is not documented`];
    const [content] = Object.entries(documented.content ?? {});
    if (!content) return text === '' ? [] : ['the body should be empty'];
    const [type, { schema }] = content;
    const given = headers.get('content-type');
    if (given !== `${type}; charset=utf-8`) return [`the content type is ${given}`];
    const validate = this.ajv.getSchema(`document${schema.$ref}`)!;
    const answers = type === 'text/event-stream' ? eventsIn(text).events : [JSON.parse(text) as unknown];
    return answers.flatMap((answer) =>
      validate(answer) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath || '/'} ${message}`),
    );
  }

  private operation(path: string, method: string, documented: DocumentedOperation): Operation {
    const { operationId: name, parameters, requestBody } = documented;
    this.documented.set(name, documented);
    return {
      ...{ name, path, method: method.toUpperCase() as HttpMethod },
      query: parameters.filter((parameter) => parameter.in === 'query'),
      body: requestBody?.content?.['application/json']?.schema,
    };
  }
}
