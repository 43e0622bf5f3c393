import type { DocumentPage } from '@bindery/contracts';
import { renderPage, type LinkResolver } from '@bindery/documents';
import type { SiteLinks } from '../site-links';

/** A page as Markdown, with the addresses of the site in its links. */
export function pageMarkdown({ title, description, document }: DocumentPage, links: SiteLinks): string {
  const resolver: LinkResolver = {
    refOf: (url) => ({ kind: 'url', url }),
    urlOf: (ref) => links.href(ref) ?? '#',
    titleOf: (ref) => links.title(ref),
  };
  return renderPage(
    {
      frontMatter: description ? { description } : {},
      title,
      document: document ?? { object: 'document', data: {}, nodes: [] },
    },
    { links: resolver },
  );
}
