import type { SiteCustomizationSettings } from '@bindery/contracts';
import { attributes, html, type Html } from '@bindery/html';
import { sectionPath } from '../../model/site-addresses';
import type { Node } from '../../model/structure';
import { iconOf } from '../document/icons';
import { linkAttributes, refIn, safeUrl } from '../document/references';
import { pagePath, stateOf, type SiteView } from '../site-view';
import type { SiteLinks } from '../site-links';
import type { Labels } from './labels';

type Item = SiteCustomizationSettings['header']['links'][number];

/** The site's own links in its header; nested links open with their parent. */
export function headerLinks({ header }: SiteCustomizationSettings, links: SiteLinks, labels: Labels): Html | undefined {
  const items = header.links.flatMap((item) => headerItem(item, links) ?? []);
  if (items.length === 0) return undefined;
  return html`<nav class="links" aria-label="${labels.links}">
    <ul>
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>
  </nav>`;
}

function headerItem(item: Item, links: SiteLinks): Html | undefined {
  const own = item.to && linkTo(item, links, classOf(item));
  const below = item.links.flatMap((link) => linkTo(link, links) ?? []);
  if (below.length === 0) return own ?? undefined;
  return dropDown(html`${item.title}`, own ? [own, ...below] : below);
}

const classOf = ({ style }: Item): string | undefined => {
  if (style === 'button-primary') return 'button primary';
  return style === 'button-secondary' ? 'button secondary' : undefined;
};

const dropDown = (title: Html, items: readonly Html[]): Html =>
  html`<details class="drop">
    <summary>${title}</summary>
    <ul>
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>
  </details>`;

/** One of the site's own links; undefined where it has no target for the reader. */
export function linkTo(
  { title, to }: { title: string; to: unknown },
  links: SiteLinks,
  className?: string,
): Html | undefined {
  const ref = refIn(to);
  const href = ref && links.href(ref);
  return href ? html`<a${attributes({ class: className, ...linkAttributes(href, links) })}>${title}</a>` : undefined;
}

/** The spaces beside the current one: other versions, other languages. */
export function variants(view: SiteView, labels: Labels): Html | undefined {
  const { structure, siteSpace, base } = view;
  const all = structure.siteSpacesIn(siteSpace.sectionId);
  if (all.length < 2) return undefined;
  const items = all.map((row) => {
    const state = stateOf(view, row);
    const values = {
      href: base + pagePath(view, row, '', ''),
      lang: state?.language,
      hreflang: state?.language,
      'aria-current': row.id === siteSpace.id ? 'true' : undefined,
    };
    return html`<a${attributes(values)}>${state?.title}</a>`;
  });
  return html`<nav class="variants" aria-label="${labels.variants}">
    ${dropDown(html`${stateOf(view, siteSpace)?.title}`, items)}
  </nav>`;
}

export function sections(view: SiteView, labels: Labels, className: string): Html | undefined {
  if (!view.structure.hasSections) return undefined;
  return html`<nav class="${className}" aria-label="${labels.sections}">
    <ul>
      ${view.structure.nodesIn(null).map((node) => html`<li>${section(view, node)}</li>`)}
    </ul>
  </nav>`;
}

function section(view: SiteView, node: Node): Html {
  const { structure, base, siteSpace } = view;
  if (node.type === 'site-section-group')
    return dropDown(
      html`${iconOf(node.icon)}${node.title}`,
      structure.nodesIn(node.id).map((child) => section(view, child)),
    );
  const isLink = node.type === 'site-external-link';
  const href = isLink ? safeUrl(node.url) : base + encodeURI(sectionPath(structure, node.id));
  const isHere = !isLink && node.id === siteSpace.sectionId;
  const isBeside = isLink && view.look.externalLinks.target === 'blank';
  const values = {
    ...{ href, rel: isLink ? 'noopener' : undefined, target: isBeside ? '_blank' : undefined },
    'aria-current': isHere ? 'true' : undefined,
  };
  return html`<a${attributes(values)}>${iconOf(node.icon)}${node.title}</a>`;
}
