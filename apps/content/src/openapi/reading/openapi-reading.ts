import type { OpenAPIErrorCode, OpenAPIErrorObject } from '@bindery/contracts';

/** A text of a specification, with the address that it came from. */
export interface SpecificationText {
  text: string;
  /** Null for a text that was sent. */
  url: string | null;
}

/** What a thread begins with. */
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
}

export interface Failure {
  code: OpenAPIErrorCode;
  errors: OpenAPIErrorObject[];
}

/** What a thread says: that it needs another file, or how reading ended. */
export type ThreadMessage = { wanted: string } | { reading: OpenApiReading } | { failure: Failure };
/** The answer to what it needs. */
export type ThreadAnswer = SpecificationText | { failure: Failure };
