import {
  alignKeys,
  assignKeys,
  parsePage,
  plainLinks,
  validateDocument,
  walk,
  withAnchors,
  type Document,
} from '@bindery/documents';
import { invalid, type PageBody } from '@bindery/contracts';
import { newId } from '@bindery/persistence';
import { settingsOf, type PageSettings } from '../../model/pages/front-matter';
import { cut, wellFormed } from '../../storage/well-formed';

/** A body as the caller sent it, before links are resolved and blocks have keys. */
export interface GivenBody {
  document: Document;
  /** The Markdown that it was parsed from. */
  markdown?: string;
  title?: string;
  settings: PageSettings;
}

/** Parses a body; `field` is its position in the request. Throws 400. */
export function readBody({ markdown, document }: PageBody, field: string): GivenBody {
  if ((markdown === undefined) === (document === undefined))
    throw invalid(field, `${field} must have either markdown or document`);
  if (markdown !== undefined) return readMarkdown(markdown);
  const [problem] = validateDocument(document);
  if (problem) throw invalid(`${field}.document`, `${field}.document: ${problem}`);
  return { document: withAnchors(structuredClone(wellFormed(document!))), settings: {} };
}

function readMarkdown(source: string): GivenBody {
  const markdown = source.replace(/^\uFEFF/, '');
  const { frontMatter, title, document } = parsePage(markdown, { links: plainLinks });
  const own = frontMatter.title?.trim() || title?.trim();
  return {
    document,
    markdown,
    ...(own && { title: cut(wellFormed(own), 1000) }),
    settings: settingsOf(frontMatter, plainLinks),
  };
}

/**
 * Gives blocks the keys of their counterparts in the document before. A document that the caller sent with keys has
 * them already, because the caller has read them.
 */
export function withKeys(document: Document, previous: Document | undefined): Document {
  const given = walk(document).some(({ object, key }) => object === 'block' && key !== undefined);
  const prefix = newId().slice(-10);
  let count = 0;
  const aligned = given || !previous ? document : alignKeys(previous, document);
  return assignKeys(aligned, () => `${prefix}${(count++).toString(36)}`);
}
