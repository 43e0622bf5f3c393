import { html, type Html } from '@bindery/html';

/** The method of a request, with its kind as a class: the style sheet colors what reads, adds, changes and deletes differently. */
export function methodBadge(name: string): Html {
  const kind = /^(post|put|patch|delete)$/i.test(name) ? ` ${name.toLowerCase()}` : '';
  return html`<b class="method${kind}">${name.toUpperCase()}</b>`;
}
