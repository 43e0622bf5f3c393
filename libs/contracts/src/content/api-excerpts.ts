/** A value of an interface, as pages show it. Descriptions are Markdown. */
export interface ApiSchema {
  /** Of a property, a parameter, a header or a model. The names of a map's values are in angle brackets, patterns of names in slashes. */
  name?: string;
  /** Such as `string (date-time)`, `array of Pet`, `map of Price`, `Price or null`. */
  type: string;
  description?: string;
  required?: true;
  deprecated?: true;
  /** Only in what is answered. */
  readOnly?: true;
  /** Only in what is sent. */
  writeOnly?: true;
  /** The only values that there are, of a list those of its items, as JSON. */
  values?: string[];
  /** As JSON. */
  default?: string;
  /** As JSON. */
  examples?: string[];
  /** Further constraints of a value: keywords of JSON Schema with their values, such as `minLength 3`. */
  limits?: string[];
  /** The properties of an object, or of the objects of a list; left out where they are shown further up. */
  fields?: ApiSchema[];
}

export interface ApiParameter extends ApiSchema {
  in: 'path' | 'query' | 'header' | 'cookie' | 'querystring';
}

/** A whole value, as an author shows it. */
export interface ApiExample {
  name?: string;
  /** Markdown. */
  description?: string;
  /** A text, or JSON; or the address where the value is. */
  text: string;
}

export interface ApiBody {
  contentType: string;
  schema: ApiSchema;
  /** Other content types of the same schema. */
  alsoAs?: string[];
  examples?: ApiExample[];
  /** The same in other content types, with schemas of their own. */
  others?: ApiBody[];
}

export interface ApiResponse {
  /** A status code, a range such as `4XX`, or `default`. */
  status: string;
  description?: string;
  headers?: ApiSchema[];
  body?: ApiBody;
}

/** A way to show who one is. */
export interface ApiScheme {
  /** The name under which the specification has it. */
  name: string;
  /** Where it goes or how it is had: `X-Key (header)`, `Bearer (JWT)`, `OAuth 2.0`. Empty for an unknown one. */
  how: string;
  description?: string;
  /** Scopes that are needed. */
  scopes?: string[];
  /** Addresses of OAuth 2.0 and OpenID Connect, by what they are for. */
  urls?: { name: string; url: string }[];
}

export interface ApiServer {
  url: string;
  description?: string;
  /** The variables in braces in the address. */
  variables?: ApiSchema[];
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
  /** All addresses, where there are several or more to say of one. */
  servers?: ApiServer[];
  /** The names of the ways to authenticate, of which one is needed. */
  security: string[];
  /** Whether it can be called without. */
  isSecurityOptional?: true;
  /** The schemes that `security` names. */
  schemes?: ApiScheme[];
  parameters: ApiParameter[];
  body?: ApiBody;
  responses: ApiResponse[];
}

/** The excerpt of the newest version of a specification that a page shows. */
export interface ApiExcerpt {
  /** The slug or id by which the page refers to it. */
  spec: string;
  operations: ApiOperation[];
  schemas: ApiSchema[];
}
