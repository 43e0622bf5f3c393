import type { Organization, TokenScope } from '@bindery/contracts';
import { html, type Html } from '@bindery/html';
import { plainPage } from '../sign-in/pages';

interface ConsentRequest {
  client: string;
  redirectUri: string;
  scopes: readonly TokenScope[];
  user: string;
  organizations: readonly Pick<Organization, 'id' | 'title'>[];
  parameters: Readonly<Record<string, string>>;
}

const meanings: Record<TokenScope, string> = {
  read: 'Read everything that you can read',
  propose: 'Open change requests, edit and comment in them, and ask for reviews',
  merge: 'Review and merge change requests: its changes can reach your readers without a review by a user',
  manage: 'Do everything else that you can do: publish, delete, invite, change access',
};
/** The scopes that are selected at first: the user has to select the others. */
const chosen: readonly TokenScope[] = ['read', 'propose'];

/** Asks a user for consent to an OAuth client, and shows where the answer goes, because any client can take any name. */
export const consentPage = ({ client, redirectUri, scopes, user, organizations, parameters }: ConsentRequest): string =>
  plainPage(
    'Let an OAuth client act for you?',
    html`<p>
        <strong>${client}</strong> wants to act for you, ${user}. It named itself; your answer goes to
        <code>${placeOf(redirectUri)}</code>.
      </p>
      <form method="post" action="/oauth/authorize">
        ${Object.entries(parameters).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <label for="organization">Organization</label>
        <select id="organization" name="organization" required>
          ${organizations.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}
        </select>
        <fieldset>
          <legend>It may</legend>
          ${scopes.map(scopeBox)}
        </fieldset>
        <button name="decision" value="allow">Allow</button>
        <button class="plain" name="decision" value="deny">Deny</button>
      </form>
      <p>You can end this at any time: it is among your API tokens.</p>`,
  );

const scopeBox = (scope: TokenScope): Html =>
  html`<label class="choice">
    <input type="checkbox" name="may_${scope}" value="yes" ${chosen.includes(scope) ? html` checked` : html``} />
    ${meanings[scope]}
  </label>`;

/** The host of the redirect, or the scheme of an application on the user's machine. */
function placeOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? host : `${protocol}//`;
}

export const refusedPage = (problem: string): string =>
  plainPage('That did not work', html`<p role="alert">${problem}</p>`);
