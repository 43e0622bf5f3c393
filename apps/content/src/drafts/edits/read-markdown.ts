import { parsePage, plainLinks, type Document } from '@bindery/documents';
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

/** Parses the Markdown file of a page. */
export function readMarkdown(source: string): GivenBody {
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
