import { siteNames, type SiteCustomizationSettings } from '@bindery/contracts';
import { attributes, html, type Html } from '@bindery/html';
import { iconOf } from '../document/icons';
import { safeImageUrl } from '../document/references';
import { searchScriptName } from '../look/search-script';
import { answerAddress, answersQuestions, foundAddress, searchAddress, titleOf, type SiteView } from '../site-view';
import type { SiteLinks } from '../site-links';
import type { Labels } from './labels';
import { headerLinks, linkTo, sections, variants } from './menus';
import { socialLinks } from './social-links';

/** The id of the header, which no heading has. Browsers paint nothing before the whole header has come: the rest of it would move what they have painted. */
export const headerId = '~header';

/** One row with the links through the site, and on wide screens a second one with its sections. */
export function header(view: SiteView, links: SiteLinks, labels: Labels): Html {
  const { base, look } = view;
  return html`${announcement(look, links, labels)}
    <header class="top" id="${headerId}">
      <div class="bar">
        <button type="button" class="bare on-narrow" popovertarget="side" aria-label="${labels.menu}">
          ${iconOf('bars')}
        </button>
        <a class="brand" href="${base}">${logo(look.header.logo)}<span>${titleOf(view)}</span></a>
        ${searchLink(view, labels)}
        <div class="on-wide menus">
          ${headerLinks(look, links, labels)} ${socialMenu(look)} ${variants(view, labels)}
        </div>
        ${view.signedIn ? signOut(view, labels) : undefined} ${themeSwitch(look, labels)}
      </div>
      ${sections(view, labels, 'sections on-wide')}
    </header>`;
}

export const signOut = ({ base }: SiteView, labels: Labels): Html =>
  html`<a class="sign-out on-wide" href="${base}${siteNames.signOut}" rel="nofollow">${labels.signOut}</a>`;

/** The social accounts that the site shows in its header, or in the menu of a narrow screen. */
export function socialMenu(look: SiteCustomizationSettings): Html | undefined {
  const accounts = socialLinks(look, 'header');
  return accounts.length > 0 ? html`<div class="social">${accounts}</div>` : undefined;
}

/** A link to the results page; a script opens the search dialog over the page instead, which it loads on first use. */
function searchLink(view: SiteView, labels: Labels): Html {
  const { recent, results, nothingFound, close, select, open, search, searchFailed } = labels;
  const { copy, copied, answer, answering, enlarge } = labels;
  const values = {
    class: `find ${view.look.styling.search}`,
    href: searchAddress(view),
    'aria-keyshortcuts': 'Control+K Meta+K /',
    'data-script': view.base + searchScriptName,
    'data-found': foundAddress(view),
    'data-answer': answersQuestions(view) ? answerAddress(view) : undefined,
    'data-labels': JSON.stringify({
      ...{ recent, results, nothingFound, close, select, open, search, searchFailed },
      ...{ copy, copied, answer, answering, enlarge },
    }),
  };
  return html`<a${attributes(values)}>${iconOf('magnifying-glass')}<span>${search}</span><kbd aria-hidden="true">/</kbd></a>`;
}

/** Shown where scripts run, so that nothing moves when the script is loaded. */
const themeSwitch = ({ themes }: SiteCustomizationSettings, labels: Labels): Html | undefined =>
  themes.toggeable
    ? html`<button type="button" class="bare theme" aria-pressed="false" aria-label="${labels.darkMode}">
        ${iconOf('circle-half-stroke')}
      </button>`
    : undefined;

function logo(logo: SiteCustomizationSettings['header']['logo']): Html | undefined {
  const light = logo && safeImageUrl(logo.light);
  if (!light) return undefined;
  const dark = safeImageUrl(logo.dark) ?? light;
  if (dark === light) return html`<img src="${light}" alt="" height="28" />`;
  return html`<img class="in-light" src="${light}" alt="" height="28" /><img
      class="in-dark"
      src="${dark}"
      alt=""
      height="28"
    />`;
}

function announcement({ announcement: settings }: SiteCustomizationSettings, links: SiteLinks, labels: Labels) {
  if (!settings?.enabled) return undefined;
  const link = settings.link && linkTo(settings.link, links);
  return html`<aside class="announcement ${settings.style}" aria-label="${labels.announcement}">
    <p>${settings.message} ${link}</p>
  </aside>`;
}
