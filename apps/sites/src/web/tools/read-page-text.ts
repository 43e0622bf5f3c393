import { Injectable } from '@nestjs/common';
import { notFound, type SitePageContent, type SitePageText } from '@bindery/contracts';
import { locate } from '../../published/address';
import { SiteLinks } from '../site-links';
import { readingOrder, shownPages, trailTo, walkOutline } from '../outline';
import { stateOf, type SiteView } from '../site-view';
import { markdownOf } from '../texts/page-markdown';
import { Visits, type Visit } from '../visits';
import { cutText } from './cut-text';
import { rootOf } from './tool-root';

/** Reads a page of a site for a program: its text, and its position in the tree. */
@Injectable()
export class ReadPageText {
  constructor(private readonly visits: Visits) {}

  /** Throws 404 for an address without a page of the site, or one hidden from the visitor. */
  async run(visit: Visit, page: string, part: number): Promise<SitePageText> {
    const root = rootOf(visit);
    const segments = segmentsBelow(page, [root, visit.view.canonical, visit.view.base]);
    const location = segments && locate(visit.structure, segments);
    if (!location) throw notFound('Page');
    const { siteSpace, length } = location;
    const below = segments.slice(length).join('/');
    const path = below && namesMarkdown(page) ? `${below}.md` : below;
    const { content } = await this.visits.page(visit, siteSpace, path, true);
    if (!content.page) throw notFound('Page');
    const view = { ...visit.view, siteSpace };
    const parts = cutText(markdownOf(view, content, root)!);
    const markdown = parts[part - 1];
    if (markdown === undefined) throw notFound('Part of the page');
    return { ...placeOf(view, content, root), part, parts: parts.length, markdown };
  }
}

/** Whether an address is that of the Markdown of a page, or of a page whose slug ends like that. */
const namesMarkdown = (address: string): boolean => /\.md(?=$|[?#])/.test(address);

/** The segments of a path below the site; undefined for an address of another site. */
function segmentsBelow(page: string, roots: string[]): string[] | undefined {
  const [asked = ''] = page.split(/[?#]/);
  const root = roots.find((root) => asked === root || `${asked}/` === root || asked.startsWith(root));
  if (root === undefined && /^[a-z]+:\/\//i.test(asked)) return undefined;
  const path = root === undefined ? asked : asked.slice(root.length);
  return path.replace(/\.md$/, '').split('/').filter(Boolean).slice(0, 64).map(decoded);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function placeOf(view: SiteView, content: SitePageContent, root: string) {
  const links = new SiteLinks(view, content, root);
  const shown = ({ type, title, path = '' }: { type: string; title: string; path?: string }) => ({
    title,
    ...(type === 'document' && { url: links.pageHref(path) }),
  });
  const { id, title, path } = content.page!;
  const order = readingOrder(content.outline);
  const at = order.findIndex((page) => page.id === id);
  const [previous, next] = at < 0 ? [] : [order[at - 1], order[at + 1]];
  const own = [...walkOutline(content.outline)].find((page) => page.id === id);
  return {
    title,
    url: links.pageHref(path),
    space: stateOf(view, view.siteSpace)?.title ?? '',
    above: trailTo(content.outline, id).slice(0, -1).map(shown),
    below: shownPages(own?.pages ?? [])
      .filter(({ type }) => type !== 'link')
      .map(shown),
    ...(previous && { previous: shown(previous) }),
    ...(next && { next: shown(next) }),
  };
}
