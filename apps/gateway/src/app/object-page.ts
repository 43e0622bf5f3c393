import { html, nothing, type Html } from '@bindery/html';
import { plainPage } from '../sign-in/pages';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** An object of the platform, as it can be read: its name, its own fields, and where what belongs to it is. */
export function objectPage(shown: unknown, more: unknown, home: string): string {
  const object = isFields(shown) ? shown : {};
  const fields = Object.entries(object).filter(([name, value]) => isScalar(value) && name !== 'markdown');
  return plainPage(
    nameOf(object),
    html`<dl>
        ${fields.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${String(value)}</dd>`,
        )}
      </dl>
      ${typeof object.markdown === 'string' ? html`<pre>${object.markdown}</pre>` : nothing} ${published(object)}
      ${listsIn(object)} ${isFields(more) ? listsIn(more) : nothing}
      <form method="post" action="${home}/sign-out"><button>Sign out</button></form>
      <p><a href="${home}">Organizations</a></p>`,
  );
}

function nameOf({ title, subject, displayName, name, id }: Fields): string {
  const found = [title, subject, displayName, name, id].find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? found : 'Organizations';
}

function published({ urls }: Fields): Html {
  const address = isFields(urls) ? urls.published : undefined;
  return typeof address === 'string' && /^https?:/.test(address)
    ? html`<p><a href="${address}">${address}</a></p>`
    : nothing;
}

/** The lists of an object whose items have names. */
const listsIn = ({ pages, items }: Fields): Html =>
  html`${[pages, items].map((list) => (Array.isArray(list) && list.length > 0 ? listOf(list) : nothing))}`;

const listOf = (list: readonly unknown[]): Html =>
  html`<ul>
    ${list.filter(isFields).map((item) => {
      const address = isFields(item.urls) ? item.urls.app : undefined;
      const name = nameOf(item);
      return html`<li>
        ${typeof address === 'string' ? html`<a href="${new URL(address).pathname}">${name}</a>` : html`${name}`}
        ${Array.isArray(item.pages) && item.pages.length > 0 ? listOf(item.pages) : nothing}
      </li>`;
    })}
  </ul>`;
