import type { DocumentPage, PageOutline, SitePageContent } from '@bindery/contracts';
import { walk } from '@bindery/documents';
import { attributes, html, type Html } from '@bindery/html';
import { DocumentWriter } from '../document/document-writer';
import { iconOf } from '../document/icons';
import { pictureOf } from '../document/pictures';
import { readingOrder, trailTo } from '../outline';
import type { SiteLinks } from '../site-links';
import { pagePath, type SiteView } from '../site-view';
import { labelsIn } from './labels';
import { navigation } from './navigation';
import { languageOf, shell } from './shell';

type ShownPage = SitePageContent & { page: DocumentPage };

/** A page of a space with its content. */
export function articlePage(view: SiteView, content: ShownPage, links: SiteLinks): string {
  const { page, outline } = content;
  const labels = labelsIn(languageOf(view), view.look.internationalization?.locale);
  const writer = new DocumentWriter(links, labels);
  const body = writer.document(page.document ?? { nodes: [] });
  const order = readingOrder(outline);
  const first = order[0]?.path;
  const canonical = view.canonical + pagePath(view, view.siteSpace, page.path, first);
  const { layout } = page;
  const markdown = view.look.pageActions.markdown ? markdownHref(view, page.path) : undefined;
  const trail = trailTo(outline, page.id).slice(0, -1);
  return shell(view, links, labels, {
    title: page.title,
    ...(page.description && { description: page.description }),
    canonical,
    ...(markdown && { markdown }),
    isListed: !page.noIndex && !page.noRobotsIndex && !page.hidden,
    ...(layout.tableOfContents && { navigation: navigation(outline, page.id, links, labels) }),
    ...(layout.outline && { aside: onThisPage(page, labels.onThisPage) }),
    main: html`<article class="${layout.width === 'wide' ? 'wide' : 'text'}">
      ${layout.cover && page.cover ? cover(page.cover, links) : undefined}
      ${trail.length > 0 ? breadcrumbs(trail, links, labels.path) : undefined}
      <h1${attributes({ class: layout.title ? undefined : 'unseen' })}>${iconOf(page.icon)}${page.title}</h1>
      ${layout.description && page.description ? html`<p class="lead">${page.description}</p>` : undefined} ${body}
      <footer class="meta">
        ${layout.metadata && page.updatedAt ? updated(page.updatedAt, labels.updated) : undefined}
        ${markdown ? html`<a href="${markdown}" rel="alternate" type="text/markdown">Markdown</a>` : undefined}
      </footer>
      ${layout.pagination && view.look.pagination.enabled ? pagination(order, page.id, links, labels) : undefined}
    </article>`,
  });
}

/** The address of a page as Markdown. */
export const markdownHref = (view: SiteView, path: string, root = view.base): string =>
  `${root}${pagePath(view, view.siteSpace, path)}.md`;

const cover = ({ ref, refDark }: NonNullable<DocumentPage['cover']>, links: SiteLinks): Html =>
  html`<div class="cover">${pictureOf({ ref, refDark }, links, { alt: '', eager: true })}</div>`;

function breadcrumbs(trail: readonly PageOutline[], links: SiteLinks, label: string): Html {
  const items = trail.map(({ type, path, title }) =>
    type === 'document' ? html`<li><a href="${links.pageHref(path ?? '')}">${title}</a></li>` : html`<li>${title}</li>`,
  );
  return html`<nav class="crumbs" aria-label="${label}">
    <ol>
      ${items}
    </ol>
  </nav>`;
}

const updated = (at: string, label: string): Html =>
  html`<span>${label}: <time datetime="${at}">${at.slice(0, 10)}</time></span>`;

function pagination(
  order: readonly PageOutline[],
  id: string,
  links: SiteLinks,
  labels: { previous: string; next: string },
): Html | undefined {
  const at = order.findIndex((page) => page.id === id);
  const [previous, next] = at < 0 ? [] : [order[at - 1], order[at + 1]];
  if (!previous && !next) return undefined;
  const link = (page: PageOutline | undefined, rel: 'prev' | 'next', label: string): Html | undefined =>
    page && html`<a rel="${rel}" href="${links.pageHref(page.path ?? '')}"><small>${label}</small> ${page.title}</a>`;
  return html`<nav class="neighbours" aria-label="${labels.previous} / ${labels.next}">
    ${link(previous, 'prev', labels.previous)} ${link(next, 'next', labels.next)}
  </nav>`;
}

const outlined = new Set(['heading-1', 'heading-2']);
const mostHeadings = 80;

function onThisPage({ document }: DocumentPage, label: string): Html | undefined {
  const headings = [...walk(document ?? { nodes: [] })].flatMap((node) =>
    node.object === 'block' && outlined.has(node.type) && typeof node.meta?.id === 'string'
      ? [{ id: node.meta.id, level: node.type, text: textOf(node.nodes) }]
      : [],
  );
  if (headings.length < 2) return undefined;
  return html`<nav class="outline" aria-label="${label}">
    <p>${label}</p>
    <ul>
      ${headings
        .slice(0, mostHeadings)
        .map(({ id, level, text }) => html`<li class="${level}"><a href="#${encodeURIComponent(id)}">${text}</a></li>`)}
    </ul>
  </nav>`;
}

function textOf(nodes: DocumentNodes = []): string {
  return nodes
    .map((node) => (node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : textOf(node.nodes)))
    .join('');
}

type DocumentNodes = NonNullable<NonNullable<DocumentPage['document']>['nodes'][number]['nodes']>;
