import type { SiteCustomizationSettings } from '@bindery/contracts';
import { attributes, html, type Html } from '@bindery/html';
import { sectionPath } from '../../sites/site-addresses';
import type { Node } from '../../structure/structure';
import { iconOf } from '../document/icons';
import { relOf } from '../document/inlines';
import { refIn, safeImageUrl, safeUrl } from '../document/references';
import { pagePath, stateOf, titleOf, type SiteView } from '../site-view';
import type { SiteLinks } from '../site-links';
import type { Labels } from './labels';

export function header(view: SiteView, links: SiteLinks, labels: Labels, query = ''): Html {
  const { base, look } = view;
  return html`<header class="top">
    <div class="bar">
      <a class="brand" href="${base}">${logo(look.header.logo)}<span>${titleOf(view)}</span></a>
      <form role="search" action="${base}~search">
        <input${attributes({ type: 'search', name: 'q', value: query || undefined, maxlength: 512, placeholder: labels.search })}
          aria-label="${labels.search}"
          required
        />
        <button>${labels.search}</button>
      </form>
      ${headerLinks(look, links, labels)} ${variants(view, labels)}
      <a class="to-pages" href="#pages">${labels.menu}</a>
    </div>
    ${sections(view, labels)} ${announcement(look, links, labels)}
  </header>`;
}

function logo(logo: SiteCustomizationSettings['header']['logo']): Html | undefined {
  const light = logo && safeImageUrl(logo.light);
  if (!light) return undefined;
  const dark = safeImageUrl(logo.dark) ?? light;
  return html`<img class="in-light" src="${light}" alt="" height="32" /><img
      class="in-dark"
      src="${dark}"
      alt=""
      height="32"
    />`;
}

function headerLinks({ header }: SiteCustomizationSettings, links: SiteLinks, labels: Labels): Html | undefined {
  const items = header.links.flatMap(({ title, to, links: below }) =>
    [{ title, to }, ...below].flatMap((item) => linkTo(item, links) ?? []),
  );
  if (items.length === 0) return undefined;
  return html`<nav aria-label="${labels.links}">
    <ul>
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>
  </nav>`;
}

/** A link of the site's own; nothing where it leads nowhere for the reader. */
export function linkTo({ title, to }: { title: string; to: unknown }, links: SiteLinks): Html | undefined {
  const ref = refIn(to);
  const href = ref && links.href(ref);
  return href ? html`<a${attributes({ href, rel: relOf(href) })}>${title}</a>` : undefined;
}

/** The spaces that stand beside the one that is read: other versions, other languages. */
function variants(view: SiteView, labels: Labels): Html | undefined {
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
    return html`<li><a${attributes(values)}>${state?.title}</a></li>`;
  });
  return html`<nav class="variants" aria-label="${labels.variants}">
    <details>
      <summary>${stateOf(view, siteSpace)?.title}</summary>
      <ul>
        ${items}
      </ul>
    </details>
  </nav>`;
}

function sections(view: SiteView, labels: Labels): Html | undefined {
  if (!view.structure.hasSections) return undefined;
  return html`<nav class="sections" aria-label="${labels.sections}">
    <ul>
      ${view.structure.nodesIn(null).map((node) => section(view, node))}
    </ul>
  </nav>`;
}

function section(view: SiteView, node: Node): Html {
  const { structure, base, siteSpace } = view;
  if (node.type === 'site-section-group')
    return html`<li>
      <details>
        <summary>${iconOf(node.icon)}${node.title}</summary>
        <ul>
          ${structure.nodesIn(node.id).map((child) => section(view, child))}
        </ul>
      </details>
    </li>`;
  const isLink = node.type === 'site-external-link';
  const href = isLink ? safeUrl(node.url) : base + encodeURI(sectionPath(structure, node.id));
  const isHere = !isLink && node.id === siteSpace.sectionId;
  const values = { href, rel: isLink ? 'noopener' : undefined, 'aria-current': isHere ? 'true' : undefined };
  return html`<li><a${attributes(values)}>${iconOf(node.icon)}${node.title}</a></li>`;
}

function announcement({ announcement: told }: SiteCustomizationSettings, links: SiteLinks, labels: Labels) {
  if (!told?.enabled) return undefined;
  const link = told.link && linkTo(told.link, links);
  return html`<aside class="announcement ${told.style}" aria-label="${labels.announcement}">
    ${told.message} ${link}
  </aside>`;
}
