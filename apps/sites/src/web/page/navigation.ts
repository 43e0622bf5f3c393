import type { PageOutline } from '@bindery/contracts';
import { attributes, html, type Html } from '@bindery/html';
import { signOf } from '../document/icons';
import { linkAttributes } from '../document/references';
import { shownPages, trailTo, walkOutline } from '../outline';
import type { SiteLinks } from '../site-links';
import type { Labels } from './labels';

/** With more pages than this, the tree is only expanded at the reader's page. */
const mostPages = 300;

/** The tree of the pages of a space. */
export function navigation(
  outline: readonly PageOutline[],
  current: string | undefined,
  links: SiteLinks,
  labels: Labels,
): Html {
  const pages = shownPages(outline);
  const trail = new Set(current === undefined ? [] : trailTo(pages, current).map(({ id }) => id));
  const isWhole = [...walkOutline(pages)].length <= mostPages;
  const list = (siblings: readonly PageOutline[]): Html =>
    html`<ul>
      ${siblings.map(item)}
    </ul>`;
  const item = (page: PageOutline): Html => {
    const below = page.pages.length > 0 && (isWhole || trail.has(page.id) || page.type === 'group');
    if (page.type === 'group')
      return html`<li class="group"><span>${signOf(page)}${page.title}</span>${list(page.pages)}</li>`;
    const link = pageLink(page, page.id === current, links);
    if (!below) return html`<li>${link}</li>`;
    return html`<li>
      ${link}
      <details${attributes({ open: trail.has(page.id) })}>
        <summary aria-label="${page.title}"></summary>
        ${list(page.pages)}
      </details>
    </li>`;
  };
  return html`<nav id="pages" class="tree" aria-label="${labels.pages}">${list(pages)}</nav>`;
}

function pageLink(page: PageOutline, isCurrent: boolean, links: SiteLinks): Html {
  const href = page.target ? links.href(page.target) : links.pageHref(page.path ?? '');
  if (!href) return html`<span>${signOf(page)}${page.title}</span>`;
  const values = { ...linkAttributes(href, links), 'aria-current': isCurrent ? 'page' : undefined };
  return html`<a${attributes(values)}>${signOf(page)}${page.title}</a>`;
}
