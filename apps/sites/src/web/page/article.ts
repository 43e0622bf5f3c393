import { siteNames, type DocumentPage, type PageOutline, type SitePageContent } from '@bindery/contracts';
import { walk } from '@bindery/documents';
import { attributes, html, type Html } from '@bindery/html';
import type { SiteSpaceRow } from '../../model/structure';
import { alternatesOf, languageVariants } from '../alternates';
import { directionOfText } from '../document/direction';
import { DocumentWriter } from '../document/document-writer';
import { iconOf, signOf } from '../document/icons';
import { nodeWriters } from '../document/node-writers';
import { pictureOf } from '../document/pictures';
import { linkAttributes } from '../document/references';
import { readingOrder, trailTo } from '../outline';
import { SiteLinks } from '../site-links';
import { isForEverybody, pagePath, type SiteView } from '../site-view';
import { dayIn, labelsIn, type Labels } from './labels';
import { navigation } from './navigation';
import { pageActions } from './page-actions';
import { languageOf, shell, type PageLayout } from './shell';

type ShownPage = SitePageContent & { page: DocumentPage };

/** A page of a space with its content. */
export function articlePage(view: SiteView, content: ShownPage, links: SiteLinks): string {
  const { page, outline } = content;
  const language = languageOf(view);
  const labels = labelsIn(language, view.look.internationalization?.locale);
  const writer = new DocumentWriter(links, labels, nodeWriters, language);
  const body = writer.document(page.document ?? { nodes: [] });
  const order = readingOrder(outline);
  const first = order[0]?.path;
  const canonical = view.canonical + pagePath(view, view.siteSpace, page.path, first);
  const { layout } = page;
  const markdown = view.look.pageActions.markdown ? markdownHref(view, page.path) : undefined;
  const everywhere = isForEverybody(view)
    ? (markdown && markdownHref(view, page.path, view.canonical)) || canonical
    : undefined;
  const image = page.cover?.ref && new SiteLinks(view, content, view.canonical).href(page.cover.ref);
  const description = page.description || beginningOf(page.document?.nodes);
  const trail = trailTo(outline, page.id).slice(0, -1);
  const aside = layout.outline ? onThisPage(page, labels.onThisPage) : undefined;
  return shell(view, links, labels, {
    title: page.title,
    ...(description && { description }),
    canonical,
    ...(markdown && { markdown }),
    ...(image && { image }),
    alternates: alternatesOf(languageVariants(view, view.siteSpace), (row) =>
      alternateIn(view, row, content, canonical),
    ),
    isListed: !page.noIndex && !page.noRobotsIndex && !page.hidden,
    navigation: navigation(outline, page.id, links, labels),
    ...(aside && { aside }),
    layout: layoutOf(layout, aside !== undefined),
    main: html`<article>
      ${layout.cover && page.cover ? cover(page.cover, links) : undefined}
      ${trail.length > 0 ? breadcrumbs(trail, links, labels.path) : undefined}
      <div class="head">
        <h1${attributes({ class: layout.title ? undefined : 'unseen', dir: directionOfText(page.title) })}>${signOf(page)}${page.title}</h1>
        ${layout.title ? pageActions(view.look, { ...(markdown && { markdown }), ...(everywhere && { everywhere }), mcp: view.base + siteNames.mcp }, labels) : undefined}
      </div>
      ${layout.description && page.description ? html`<p${attributes({ class: 'lead', dir: directionOfText(page.description) })}>${page.description}</p>` : undefined}
      <div class="content">${body}</div>
      ${view.look.feedback.enabled && layout.metadata ? helpful(view.base + pagePath(view, view.siteSpace, page.path), labels) : undefined}
      <footer class="meta">${layout.metadata && page.updatedAt ? updated(page.updatedAt, labels.updated, language) : undefined}${content.editUrl ? editLink(content.editUrl, links, labels) : undefined}</footer>
      ${layout.pagination && view.look.pagination.enabled ? pagination(order, page.id, links, labels) : undefined}
    </article>`,
  });
}

/** A page without navigation is a landing page. */
function layoutOf({ tableOfContents, width }: DocumentPage['layout'], hasOutline: boolean): PageLayout {
  if (!tableOfContents) return 'landing';
  if (width !== 'wide') return 'text';
  return hasOutline ? 'roomy' : 'wide';
}

/** The address of the same page in another space, or that space's own. */
function alternateIn(
  view: SiteView,
  row: SiteSpaceRow,
  { alternates }: ShownPage,
  canonical: string,
): string | undefined {
  if (row === view.siteSpace) return canonical;
  const found = alternates?.find(({ space }) => space === row.spaceId);
  return found && view.canonical + pagePath(view, row, found.path, found.first ? found.path : undefined);
}

/** The address of a page as Markdown. */
const markdownHref = (view: SiteView, path: string, root = view.base): string =>
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

/** Sent as a form; a script sends it within the page, and requests suggestions. */
const helpful = (address: string, labels: Labels): Html =>
  html`<form${attributes({ class: 'helpful', method: 'post', action: `${address}/${siteNames.feedback}`, 'data-text': labels.feedbackText, 'data-send': labels.send, 'data-sent': labels.feedbackSent, 'data-failed': labels.feedbackFailed })}>
    <p>${labels.helpful}</p>
    <button name="rating" value="good">${labels.yes}</button><button name="rating" value="bad">${labels.no}</button>
  </form>`;

/** A link to the page's file in its repository, if the site shows it. */
function editLink(url: string, links: SiteLinks, { editPage }: Labels): Html {
  const host = url.includes('/-/edit/') ? 'gitlab' : 'github';
  return html`<a${attributes(linkAttributes(url, links))}>${iconOf(host)}${editPage}</a>`;
}

function updated(at: string, label: string, language: string): Html {
  return html`<span>${label}: <time datetime="${at}">${dayIn(language, at)}</time></span>`;
}

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

/** Headings of a page that are listed beside it. */
const outlined = ['heading-1', 'heading-2'];
const mostHeadings = 80;

function onThisPage({ document }: DocumentPage, label: string): Html | undefined {
  const headings = walk(document ?? { nodes: [] }).flatMap((node) =>
    node.object === 'block' && outlined.includes(node.type) && typeof node.meta?.id === 'string'
      ? [{ id: node.meta.id, level: node.type, text: textOf(node.nodes) }]
      : [],
  );
  if (headings.length < 2) return undefined;
  // Second-level headings are indented; without first-level ones, they are the first level.
  const isBelow = (level: string) => level === 'heading-2' && headings.some((one) => one.level === 'heading-1');
  const item = ({ id, level, text }: (typeof headings)[number]) =>
    html`<li${attributes({ class: isBelow(level) ? 'below' : undefined })}><a href="#${encodeURIComponent(id)}">${text}</a></li>`;
  return html`<nav class="outline" aria-label="${label}">
    <details>
      <summary>${label}</summary>
      <ul>
        ${headings.slice(0, mostHeadings).map(item)}
      </ul>
    </details>
  </nav>`;
}

/** Search engines show about this many characters of a description. */
const mostDescribed = 160;

/** The beginning of the first paragraph: the meta description of a page without a description. */
function beginningOf(nodes: DocumentNodes = []): string | undefined {
  const paragraph = nodes.find(
    (node) => node.object === 'block' && node.type === 'paragraph' && textOf(node.nodes).trim(),
  );
  if (paragraph?.object !== 'block') return undefined;
  const signs = [...textOf(paragraph.nodes).replace(/\s+/g, ' ').trim()];
  if (signs.length <= mostDescribed) return signs.join('');
  return `${signs
    .slice(0, mostDescribed)
    .join('')
    .replace(/\s\S*$/, '')}…`;
}

function textOf(nodes: DocumentNodes = []): string {
  return nodes
    .map((node) => (node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : textOf(node.nodes)))
    .join('');
}

type DocumentNodes = NonNullable<NonNullable<DocumentPage['document']>['nodes'][number]['nodes']>;
