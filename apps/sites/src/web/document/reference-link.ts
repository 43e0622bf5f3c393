import { attributes, html, type Html } from '@bindery/html';
import { relOf } from './inlines';

/** What a block of its own leads to. */
export interface Referred {
  title: string;
  /** Absent where it leads nowhere for the reader. */
  href?: string | undefined;
  icon: Html;
  /** What else there is to say of it. */
  note?: string | undefined;
}

/** A link that is a block of its own: a page, a file, an address. */
export function referenceTo({ title, href, icon, note }: Referred): Html {
  const content = html`${icon}<span>${title}${note ? html` <small>${note}</small>` : undefined}</span>`;
  if (!href) return html`<p class="ref">${content}</p>`;
  const rel = relOf(href);
  return html`<a${attributes({ class: rel ? 'ref out' : 'ref', href, rel })}>${content}</a>`;
}
