import type { OrganizationSSOProviderLogin, SignedIn } from '@bindery/contracts';
import { Html, html, nothing } from '@bindery/html';

interface LinkToConfirm {
  link: string;
  email: string;
  /** Whether this browser requested it. */
  isOfBrowser: boolean;
  confirmation: string;
}

export const style = `
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: #1b1f24; background: #f6f8fa; }
main { max-width: 26rem; margin: 4rem auto; padding: 2rem; background: #fff; border: 1px solid #d0d7de; border-radius: .5rem; }
h1 { margin-top: 0; font-size: 1.5rem; }
form { margin: 1.5rem 0; }
label { display: block; font-weight: 600; }
input, textarea { box-sizing: border-box; width: 100%; margin: .25rem 0 1rem; padding: .5rem; font: inherit; border: 1px solid #6e7781; border-radius: .25rem; }
textarea { font-family: ui-monospace, monospace; word-break: break-all; }
button, .button { display: inline-block; padding: .5rem 1rem; font: inherit; color: #fff; background: #0550ae; border: 0; border-radius: .25rem; text-decoration: none; }
button:focus-visible, .button:focus-visible, input:focus-visible, textarea:focus-visible { outline: 3px solid #bf8700; outline-offset: 2px; }
ul { padding: 0; list-style: none; }
li { margin: .5rem 0; }
select { width: 100%; margin: .25rem 0 1rem; padding: .5rem; font: inherit; }
fieldset { margin: 0 0 1rem; border: 1px solid #d0d7de; border-radius: .25rem; }
legend { font-weight: 600; }
.choice { display: flex; gap: .5rem; font-weight: 400; margin: .5rem 0; }
.choice input { width: auto; margin: .35rem 0 0; }
button.plain { color: #1b1f24; background: #eaeef2; }
`;

/** A complete page. It needs no script and loads only its style sheet. */
export const plainPage = (title: string, content: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="stylesheet" href="/sign-in/style.css" />
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `.markup;

export const signInPage = (): string =>
  plainPage(
    'Sign in',
    html`<form method="post" action="/sign-in">
        <label for="email">E-mail address</label>
        <input id="email" name="email" type="email" autocomplete="email" maxlength="320" required autofocus />
        <button>Send me a code</button>
      </form>
      <form method="get" action="/sign-in/sso">
        <label for="organization">Or your organization's e-mail domain or name</label>
        <input id="organization" name="organization" maxlength="320" required />
        <button>Sign in with single sign-on</button>
      </form>`,
  );

/** The same whether the address is known or not. */
export const codePage = (signIn: string, reason?: string): string =>
  plainPage(
    'Check your mail',
    html`<p>${reason ?? 'If this address may sign in here, a mail with a code and a link is on its way.'}</p>
      <form method="post" action="/sign-in/code">
        <input type="hidden" name="signIn" value="${signIn}" />
        <label for="code">Code from the mail</label>
        <input
          id="code"
          name="code"
          autocomplete="one-time-code"
          autocapitalize="characters"
          maxlength="40"
          required
          autofocus
        />
        <button>Sign in</button>
      </form>
      <p><a href="/sign-in">Start again</a></p>`,
  );

/** The confirmation page of a link, which names the user where another browser requested the link. */
export const linkPage = ({ link, email, isOfBrowser, confirmation }: LinkToConfirm): string =>
  plainPage(
    isOfBrowser ? 'Sign in' : 'Sign in on this device?',
    html`<p>
        ${isOfBrowser ? nothing : 'This link was not asked for in this browser.'} You are about to sign in as
        <strong>${email}</strong>.
      </p>
      ${isOfBrowser ? nothing : html`<p>If that is not you, close this page.</p>`}
      <form method="post" action="/sign-in/link">
        <input type="hidden" name="link" value="${link}" />
        <input type="hidden" name="confirmation" value="${confirmation}" />
        <button${isOfBrowser ? html` autofocus` : nothing}>Sign in</button>
      </form>`,
  );

export const loginsPage = (logins: OrganizationSSOProviderLogin[]): string =>
  plainPage(
    'Single sign-on',
    html`${logins.length === 0 ? html`<p>No organization of that name or domain offers single sign-on.</p>` : html``}
      <ul>
        ${logins.map(({ label, startURL }) => html`<li><a class="button" href="${startURL}">${label}</a></li>`)}
      </ul>
      <p><a href="/sign-in">Back</a></p>`,
  );

export const signedInPage = ({ displayName, email }: SignedIn['user'], next: string): string =>
  plainPage(
    'You are signed in',
    html`<p>${displayName} (${email})</p>
      <p><a class="button" href="${next}">Continue in the browser</a></p>
      <form method="post" action="/sign-in/token">
        <p>Programs need a token of their own.</p>
        <button>Make an API token</button>
      </form>`,
  );

export const tokenPage = (token: string): string =>
  plainPage(
    'Your API token',
    html`<label for="token">It is shown only now: copy it.</label>
      <textarea id="token" rows="3" readonly autofocus>${token}</textarea>
      <p>Send it with every request in the header <code>Authorization: Bearer</code>.</p>
      <p><a class="button" href="/app">Continue in the browser</a></p>`,
  );

/** Sends an identity provider's answer again, from our own page, for browsers that did not send our cookie. */
export const repeatPage = (path: string, response: string, relayState: string): string =>
  plainPage(
    'Sign in',
    html`<p>Your identity provider has answered.</p>
      <form method="post" action="${path}">
        <input type="hidden" name="SAMLResponse" value="${response}" />
        <input type="hidden" name="RelayState" value="${relayState}" />
        <input type="hidden" name="repeated" value="yes" />
        <button autofocus>Continue</button>
      </form>`,
  );

export const errorPage = (message: string): string =>
  plainPage(
    'That did not work',
    html`<p role="alert">${message}</p>
      <p><a href="/sign-in">Sign in</a></p>`,
  );
