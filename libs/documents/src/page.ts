import { splitFrontMatter, writeFrontMatter, type PageFrontMatter } from './markdown/front-matter';
import { readBody } from './markdown/read';
import { writeTitle } from './markdown/title';
import { writeBody } from './markdown/write';
import { withAnchors } from './model/anchors';
import { document as documentOf } from './model/build';
import type { Document, LinkResolver, Problem } from './model/model';
import { normalise } from './model/normalise';
import { unseenIn } from './source/unseen';

interface LinkOptions {
  /** How URLs become references and back; without it links stay URLs, see `plainLinks`. */
  links?: LinkResolver;
}

/** A page of a space as one Markdown file. `title` is the `# Title` at the start of the body, if there is one. */
export interface Page {
  frontMatter: PageFrontMatter;
  title?: string | undefined;
  document: Document;
}

/**
 * Reads a page in the Git Sync dialect. Never throws: what is not understood is kept as it was, and what is wrong is
 * reported with its line in the file, as is what readers will not see.
 */
export function parsePage(markdown: string, options: LinkOptions = {}): Page & { problems: Problem[] } {
  const { frontMatter, body, line, problems } = splitFrontMatter(markdown);
  const read = readBody(body, options.links, true, line);
  const document = withAnchors(documentOf(read.nodes));
  return {
    frontMatter,
    ...(read.title === undefined ? {} : { title: read.title }),
    document,
    problems: [...problems, ...read.problems, ...unseenIn(document, body, line)],
  };
}

/** Writes a page in the Git Sync dialect, in its canonical form, with a line end at the end. */
export function renderPage(page: Page, options: LinkOptions = {}): string {
  const title = page.title === undefined ? '' : `${writeTitle(page.title)}\n`;
  const body = renderMarkdown(page.document, options);
  return writeFrontMatter(page.frontMatter) + title + (title !== '' && body !== '' ? '\n' : '') + body;
}

/** Reads Markdown without front matter and title: comments, reusable contents, bodies in the API. */
export function parseMarkdown(markdown: string, options: LinkOptions = {}): Document {
  return withAnchors(documentOf(readBody(markdown, options.links, false, 0).nodes));
}

/** Writes a document as Markdown without front matter and title. */
export function renderMarkdown(document: Document, options: LinkOptions = {}): string {
  return writeBody(normalise(document).nodes, options.links);
}
