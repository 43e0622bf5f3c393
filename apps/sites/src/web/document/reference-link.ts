import { attributes, html, type Html } from '@bindery/html';
import { linkAttributes, type References } from './references';

/** The content of a link block. */
interface LinkBlock {
  title: string;
  /** Absent where there is no target for the reader. */
  href?: string | undefined;
  icon: Html;
  /** A further note about it. */
  note?: string | undefined;
}

/** A link that is a block of its own: a page, a file, an address. */
export function referenceTo({ title, href, icon, note }: LinkBlock, references: References): Html {
  const content = html`${icon}<span>${title}${note ? html` <small>${note}</small>` : undefined}</span>`;
  if (!href) return html`<p class="ref">${content}</p>`;
  const values = linkAttributes(href, references);
  return html`<a${attributes({ class: values.rel ? 'ref out' : 'ref', ...values })}>${content}</a>`;
}
