import type { SitePageContent } from '@bindery/contracts';
import { renderPage, type LinkResolver } from '@bindery/documents';
import { SiteLinks } from '../site-links';
import type { SiteView } from '../site-view';

/** A page as Markdown, with the addresses of the site in its links, below `root`. Undefined where there is no page. */
export function markdownOf(view: SiteView, content: SitePageContent, root: string): string | undefined {
  if (!content.page) return undefined;
  const { title, description, document } = content.page;
  const links = new SiteLinks(view, content, root);
  const resolver: LinkResolver = {
    refOf: (url) => ({ kind: 'url', url }),
    urlOf: (ref) => links.href(ref) ?? '#',
    titleOf: (ref) => links.title(ref),
  };
  return renderPage(
    {
      frontMatter: description ? { description } : {},
      title,
      document: content.inWords ?? document ?? { object: 'document', data: {}, nodes: [] },
    },
    { links: resolver },
  );
}
