import { html, type Html } from '@bindery/html';
import { safeUrl } from '../document/references';
import type { SiteView } from '../site-view';
import type { SiteLinks } from '../site-links';
import { linkTo } from './header';

export function footer({ look }: SiteView, links: SiteLinks): Html | undefined {
  const { groups, copyright } = look.footer;
  const privacy = safeUrl(look.privacyPolicy.url ?? '');
  if (groups.length === 0 && !copyright && !privacy) return undefined;
  return html`<footer class="bottom">
    ${groups.map(({ title, links: items }) =>
      group(
        title,
        items.flatMap((item) => linkTo(item, links) ?? []),
      ),
    )}
    ${
      copyright || privacy
        ? html`<p>${copyright} ${privacy ? html`<a href="${privacy}">Privacy</a>` : undefined}</p>`
        : undefined
    }
  </footer>`;
}

const group = (title: string, items: Html[]): Html =>
  html`<nav aria-label="${title}">
    <p>${title}</p>
    <ul>
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>
  </nav>`;
