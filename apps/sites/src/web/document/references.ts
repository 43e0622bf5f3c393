import { parsedUrl, type ApiOperation, type ApiSchema } from '@bindery/contracts';
import type { Html } from '@bindery/html';
import { referenceFields, type ContentRef, type Document } from '@bindery/documents';

export interface LinkedFile {
  name: string;
  contentType: string;
  /** Where its bytes are, for the reader of the page. */
  url: string;
  /** Bytes. */
  size: number;
  dimensions?: { width: number; height: number };
}

/** What a document refers to, as far as it is there for the reader. */
export interface References {
  /** Whether links to elsewhere open beside the site. */
  readonly opensBeside?: boolean;
  /** Where the reader searches; undefined where nobody can. */
  readonly search?: string;
  /** What draws diagrams, and the frame in which it does; undefined where nothing does. */
  readonly diagrams?: { script: string; frame: string };
  /** Where a reference leads; undefined when there is nothing for the reader, or nothing that a link may lead to. */
  href(ref: ContentRef): string | undefined;
  /** The name of what is referred to. */
  title(ref: ContentRef): string | undefined;
  /** What a page is marked with in the navigation. */
  icon(ref: ContentRef): Html | undefined;
  file(id: string): LinkedFile | undefined;
  reusableContent(id: string): Document | undefined;
  /** What a specification says of an operation. */
  operation(spec: string, wanted: Pick<ApiOperation, 'kind' | 'name' | 'method'>): ApiOperation | undefined;
  /** What a specification says of a model. */
  schema(spec: string, name: string): ApiSchema | undefined;
}

const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** An address that a link may lead to: it names its scheme, and the scheme runs nothing. */
export function safeUrl(url: string): string | undefined {
  const parsed = parsedUrl(url);
  return parsed && schemes.has(parsed.protocol) ? parsed.href : undefined;
}

/** The attributes of a link: those to elsewhere lend no trust, and open beside the site where that wants it. */
export function linkAttributes(
  href: string,
  { opensBeside }: Pick<References, 'opensBeside'>,
): { href: string; rel?: string; target?: string } {
  if (!/^https?:/.test(href)) return { href };
  return { href, rel: 'noopener nofollow', ...(opensBeside && { target: '_blank' }) };
}

/** An address from which a picture may come. */
export function safeImageUrl(url: string): string | undefined {
  const safe = safeUrl(url);
  return safe && /^https?:/.test(safe) ? safe : undefined;
}

/** The reference in a field of a document's data, which may hold anything. */
export function refIn(value: unknown): ContentRef | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, ...rest } = value as Record<string, unknown>;
  if (typeof kind !== 'string' || !Object.hasOwn(referenceFields, kind)) return undefined;
  return typeof rest[referenceFields[kind as ContentRef['kind']]] === 'string' ? (value as ContentRef) : undefined;
}

/** The fields of what may be no object at all. */
export const fieldsIn = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
