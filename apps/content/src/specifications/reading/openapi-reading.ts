import type { OpenAPIErrorCode, OpenAPIErrorObject } from '@bindery/contracts';

/** A text of a specification, with the address that it came from. */
export interface SpecificationText {
  text: string;
  /** Null for a text that was sent. */
  url: string | null;
  /** What is not right with the text itself. */
  problem?: string;
}

/** What a worker begins with. */
export interface ReadingStart extends SpecificationText {
  /** The name of the specification, by which blocks refer to it. */
  slug: string;
}

/** A page of a tag, or of all models, as it is computed from a specification. */
export interface OpenApiPage {
  doc: 'info' | 'operations' | 'models';
  /** The tag; empty for the models. */
  name: string;
  /** The place of the page above in the list of pages. */
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

/** What a specification says. */
export interface OpenApiReading {
  format: 'json' | 'yaml';
  /** The files as OpenAPI 3.1, as JSON. */
  content: Uint8Array;
  /** Parents stand before their children. */
  pages: OpenApiPage[];
  /** What it says otherwise than it should. */
  deviations: OpenAPIErrorObject[];
  /** Whether a file is missing that may be there another time. */
  isPartial: boolean;
}

export interface Failure {
  code: OpenAPIErrorCode;
  errors: OpenAPIErrorObject[];
  /** Whether a later attempt may succeed. */
  isTemporary?: boolean;
}

/** A further file, or why there is none. */
export type LoadedFile = SpecificationText | Failure;
