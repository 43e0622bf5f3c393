/** A value of an interface, as pages show it. Descriptions are Markdown. */
export interface ApiSchema {
  /** Of a property, a parameter or a model. */
  name?: string;
  /** Such as `string (date-time)`, `array of Pet`. */
  type: string;
  description?: string;
  required?: true;
  deprecated?: true;
  /** The only values that there are, as JSON. */
  values?: string[];
  /** As JSON. */
  default?: string;
  /** The properties of an object, or of the objects of a list; left out where they are shown further up. */
  fields?: ApiSchema[];
}

export interface ApiParameter extends ApiSchema {
  in: 'path' | 'query' | 'header' | 'cookie';
}

export interface ApiBody {
  contentType: string;
  schema: ApiSchema;
}

export interface ApiResponse {
  /** A status code, a range such as `4XX`, or `default`. */
  status: string;
  description?: string;
  body?: ApiBody;
}

/** An operation of a path, or what a webhook sends. */
export interface ApiOperation {
  kind: 'path' | 'webhook';
  /** The path, or the name of the webhook. */
  name: string;
  /** In lower case. */
  method: string;
  summary?: string;
  description?: string;
  deprecated?: true;
  /** The address before the path. */
  server?: string;
  /** The names of the ways to authenticate, of which one is needed. */
  security: string[];
  parameters: ApiParameter[];
  body?: ApiBody;
  responses: ApiResponse[];
}

/** What a page shows of the newest version of a specification. */
export interface ApiExcerpt {
  /** The slug or id by which the page refers to it. */
  spec: string;
  operations: ApiOperation[];
  schemas: ApiSchema[];
}
