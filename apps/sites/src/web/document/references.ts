import { parsedUrl, type ApiOperation, type ApiSchema } from '@bindery/contracts';
import type { Html } from '@bindery/html';
import { referenceFields, type ContentRef, type Document } from '@bindery/documents';

export interface LinkedFile {
  name: string;
  contentType: string;
  /** The address of its bytes, for the reader of the page. */
  url: string;
  /** Bytes. */
  size: number;
  dimensions?: { width: number; height: number };
}

/** The targets of a document's references that the reader may see. */
export interface References {
  /** Whether external links open in a new tab. */
  readonly opensBeside?: boolean;
  /** The address of the page of searches; undefined where the site has none. */
  readonly search?: string;
  /** The script that draws diagrams, and its frame; undefined where none does. */
  readonly diagrams?: { script: string; frame: string };
  /** The address of a reference; undefined when the target is hidden from the reader, or not safe to link to. */
  href(ref: ContentRef): string | undefined;
  /** The title of the reference's target. */
  title(ref: ContentRef): string | undefined;
  /** The symbol of a page in the navigation. */
  icon(ref: ContentRef): Html | undefined;
  file(id: string): LinkedFile | undefined;
  reusableContent(id: string): Document | undefined;
  /** The description of an operation in a specification. */
  operation(spec: string, wanted: Pick<ApiOperation, 'kind' | 'name' | 'method'>): ApiOperation | undefined;
  /** The description of a model in a specification. */
  schema(spec: string, name: string): ApiSchema | undefined;
}

const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** An address that is safe to link to: with a scheme that executes nothing. */
export function safeUrl(url: string): string | undefined {
  const parsed = parsedUrl(url);
  return parsed && schemes.has(parsed.protocol) ? parsed.href : undefined;
}

/** The attributes of a link: external ones are not trusted, and open in a new tab if the site wants that. */
export function linkAttributes(
  href: string,
  { opensBeside }: Pick<References, 'opensBeside'>,
): { href: string; rel?: string; target?: string } {
  if (!/^https?:/.test(href)) return { href };
  return { href, rel: 'noopener nofollow', ...(opensBeside && { target: '_blank' }) };
}

/** An address that images may be loaded from. */
export function safeImageUrl(url: string): string | undefined {
  const safe = safeUrl(url);
  return safe && /^https?:/.test(safe) ? safe : undefined;
}

/** The reference in a field of a document's data, which may hold any value. */
export function refIn(value: unknown): ContentRef | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, ...rest } = value as Record<string, unknown>;
  if (typeof kind !== 'string' || !Object.hasOwn(referenceFields, kind)) return undefined;
  return typeof rest[referenceFields[kind as ContentRef['kind']]] === 'string' ? (value as ContentRef) : undefined;
}

/** The fields of a value that may be no object. */
export const fieldsIn = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
