import { attributes, html, type Html } from '@bindery/html';
import { linkAttributes, safeImageUrl, safeUrl } from '../document/references';
import type { SiteView } from '../site-view';
import type { SiteLinks } from '../site-links';
import type { Labels } from './labels';
import { linkTo } from './menus';
import { socialLinks } from './social-links';

export function footer({ look, base }: SiteView, links: SiteLinks, labels: Labels): Html | undefined {
  const { groups, copyright, logo } = look.footer;
  const privacy = safeUrl(look.privacyPolicy.url ?? '');
  const accounts = socialLinks(look, 'footer');
  const isSigned = look.trademark.enabled;
  if (groups.length === 0 && !copyright && !privacy && !isSigned && accounts.length === 0 && !logo) return undefined;
  return html`<footer class="bottom">
    <div>
      ${logo && picture(logo, base)}
      ${groups.map(({ title, links: items }) =>
        group(
          title,
          items.flatMap((item) => linkTo(item, links) ?? []),
        ),
      )}
      <div class="last">
        ${copyright ? html`<p>${copyright}</p>` : undefined}
        ${privacy ? html`<p><a${attributes(linkAttributes(privacy, links))}>${labels.privacy}</a></p>` : undefined}
        ${isSigned ? html`<p>${labels.publishedWith} Bindery</p>` : undefined}
        ${accounts.length > 0 ? html`<p class="social">${accounts}</p>` : undefined}
      </div>
    </div>
  </footer>`;
}

const group = (title: string, items: Html[]): Html =>
  html`<nav aria-label="${title}">
    <p>${title}</p>
    <ul>
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>
  </nav>`;

function picture({ light, dark }: { light: string; dark: string }, home: string): Html | undefined {
  const [shown, shownInDark] = [safeImageUrl(light), safeImageUrl(dark)];
  if (!shown) return undefined;
  const image = (src: string, only?: string) =>
    html`<img${attributes({ class: only, src, alt: '', height: 28, loading: 'lazy' })} />`;
  const isOne = !shownInDark || shownInDark === shown;
  return html`<a href="${home}" tabindex="-1" aria-hidden="true"
    >${isOne ? image(shown) : [image(shown, 'in-light'), image(shownInDark, 'in-dark')]}</a
  >`;
}
