import type { OpenAPIErrorCode, OpenAPIErrorObject } from '@bindery/contracts';

/** A text of a specification, with its address. */
export interface SpecificationText {
  text: string;
  /** Null for a text that a caller sent. */
  url: string | null;
  /** A problem with the text itself. */
  problem?: string;
}

/** The input of a worker. */
export interface ReadingStart extends SpecificationText {
  /** The name of the specification, by which blocks refer to it. */
  slug: string;
}

/** A page of a tag, or of all models, as it is computed from a specification. */
export interface OpenApiPage {
  doc: 'info' | 'operations' | 'models';
  /** The tag; empty for the models. */
  name: string;
  /** The index of the parent in the list of pages. */
  parent: number | null;
  title: string;
  slug: string;
  icon: string | null;
  description: string | null;
  /** A document, as JSON: blocks that name operations and models. */
  document: string;
  /** A document, as JSON: the same in words. */
  readable: string;
}

/** The result of reading a specification. */
export interface OpenApiReading {
  format: 'json' | 'yaml';
  /** The files as OpenAPI 3.1, as JSON. */
  content: Uint8Array;
  /** Parents come before their children. */
  pages: OpenApiPage[];
  /** Its deviations from OpenAPI. */
  deviations: OpenAPIErrorObject[];
  /** Whether a file is missing that may be available at another time. */
  isPartial: boolean;
}

export interface Failure {
  code: OpenAPIErrorCode;
  errors: OpenAPIErrorObject[];
  /** Whether a later attempt may succeed. */
  isTemporary?: boolean;
}

/** A further file, or the reason why there is none. */
export type LoadedFile = SpecificationText | Failure;
