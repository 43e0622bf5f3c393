import { invalid, isId, nameOf, readDocument, type BodyFormat, type CommentBody } from '@bindery/contracts';
import { parseMarkdown, referencesOf, renderMarkdown, type Document } from '@bindery/documents';

/** Code points of the Markdown of a document that is given as a tree. */
const maxLength = 1_000_000;

/** A body as it is stored. */
export interface StoredBody {
  markdown: string;
  /** Only of a body that was given as a document. */
  document: Document | null;
}

/** Reads a body that a client gave; one that holds neither is empty. Throws 400 that names the field. */
export function readBody({ markdown, document }: CommentBody, field = 'body.body'): StoredBody {
  if (markdown !== undefined && document !== undefined)
    throw invalid(field, `${nameOf(field)} must have either markdown or document`);
  if (document === undefined) return { markdown: markdown ?? '', document: null };
  const checked = readDocument(document, `${field}.document`);
  const rendered = renderMarkdown(checked);
  if (rendered.length > maxLength) throw invalid(`${field}.document`, 'document is too long');
  return { markdown: rendered, document: checked };
}

export function presentBody({ markdown, document }: StoredBody, format: BodyFormat): CommentBody {
  return format === 'markdown' ? { markdown } : { document: document ?? parseMarkdown(markdown) };
}

/** Code points of an excerpt. */
const excerptLength = 500;

/** The beginning of a body, as Markdown. */
export const excerptOf = ({ markdown }: StoredBody): string =>
  [...markdown.slice(0, excerptLength * 2)].slice(0, excerptLength).join('');

/** How many users one comment may mention. */
const maxMentions = 50;

/** A mention links to `/users/<id>`, any character of which may be written as a character reference. */
const mayMention = (markdown: string): boolean => markdown.includes('users') || markdown.includes('&');

/** The users that a body mentions, each once, and at most the first `maxMentions`. */
export function mentionsIn({ markdown, document }: StoredBody): string[] {
  if (!document && !mayMention(markdown)) return [];
  const users = referencesOf(document ?? parseMarkdown(markdown)).flatMap(({ ref }) =>
    ref.kind === 'user' && isId(ref.user) ? [ref.user] : [],
  );
  return [...new Set(users)].slice(0, maxMentions);
}

/** The format of an answer to a change: a body that was given as a document is returned as one. */
export const formatOf = ({ document }: StoredBody): BodyFormat => (document ? 'document' : 'markdown');
