import type { PublicSite, PublicSites } from '@bindery/contracts';
import { html, type Html } from '@bindery/html';
import { version } from '../version';

interface Home {
  /** The host of the platform's address, and the path before its own paths. */
  host: string;
  prefix: string;
}

/**
 * The complete page. It needs no script and loads only its style sheet. It lists sites where `sites` is given; its `list`
 * is undefined while the sites service does not answer.
 */
export const homePage = ({ host, prefix }: Home, sites: { list: PublicSites | undefined } | undefined): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="Documentation published at ${host}" />
        <title>Documentation at ${host}</title>
        <link rel="stylesheet" href="${prefix}/home/style.css" />
      </head>
      <body>
        <header>
          <a class="mark" href="${prefix}/"><span aria-hidden="true"></span>Bindery</a>
          <nav aria-label="Platform">
            <a href="${prefix}/docs">API reference</a>
            <a href="${prefix}/app">App</a>
            <a class="button" href="${prefix}/sign-in">Sign in</a>
          </nav>
        </header>
        <main>
          <section class="lead">
            <p class="host">${host}</p>
            <h1>Documentation, kept and published here</h1>
            <p>Read what is published, or sign in to the spaces that you work on.</p>
            <p class="actions">
              <a class="button large" href="${prefix}/sign-in">Sign in</a>
              <a class="button large plain" href="${prefix}/app">Open the app</a>
            </p>
          </section>
          ${
            sites &&
            html`<section aria-labelledby="published">
              <h2 id="published">Published documentation</h2>
              ${published(sites.list, host)}
            </section>`
          }
          <section aria-labelledby="developers">
            <h2 id="developers">For developers</h2>
            <ul class="cards">
              <li>
                <a href="${prefix}/docs">API reference</a>
                <p>Read every operation, and try it with a token.</p>
              </li>
              <li>
                <a href="${prefix}/openapi.json">OpenAPI document</a>
                <p>The same for programs, in OpenAPI 3.1.</p>
              </li>
            </ul>
          </section>
        </main>
        <footer>Bindery ${version}</footer>
      </body>
    </html>`.markup;

function published(sites: PublicSites | undefined, host: string): Html {
  if (!sites) return html`<p class="empty">The list is not available at the moment; try again later.</p>`;
  if (sites.items.length === 0) return html`<p class="empty">Nothing is published for everybody yet.</p>`;
  const more = sites.more && html`<p class="empty">These are the newest ${sites.items.length}.</p>`;
  return html`<ul class="cards sites">
      ${sites.items.map((site) => card(site, host))}
    </ul>
    ${more}`;
}

const card = ({ title, address }: PublicSite, host: string): Html =>
  html`<li>
    <span class="initial" aria-hidden="true">${initialOf(title)}</span>
    <a href="${address}">${title}</a>
    <p>${placeOf(address, host)}</p>
  </li>`;

const initialOf = (title: string): string => (/[\p{L}\p{N}]/u.exec(title)?.[0] ?? '#').toUpperCase();

/** The address in readable form: for another host with its name. */
function placeOf(address: string, home: string): string {
  const { host, pathname } = new URL(address);
  return (host === home ? '' : host) + pathname.replace(/\/$/, '');
}
