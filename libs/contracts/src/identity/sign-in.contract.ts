import { call, internal } from '../core/endpoint';
import { Flag, Id, Nested, OneOf, Text, Timestamp, Url } from '../core/fields';
import { OrganizationSSOProviderLogin } from './saml.contract';

export const emailPattern = /^[^\s@<>"(),:;[\\\]]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i;

/** The secret that the gateway keeps in a cookie of the browser that asks to sign in. */
const browser = { max: 64, optional: true };

/** A token is for programs, which send it as a bearer; a session is for browsers, which keep it in a cookie. */
const credentialKinds = ['token', 'session'] as const;
export type CredentialKind = (typeof credentialKinds)[number];

export class StartSignIn {
  @Text({ min: 3, max: 320, pattern: emailPattern }) email!: string;
  @Text({ max: 64, description: 'The network address of the caller.' }) address!: string;
  @Text(browser) browser?: string;
}

export class StartedSignIn {
  @Id() signIn!: string;
}

export class CompleteSignIn {
  @Id({ optional: true }) signIn?: string;
  @Text({ max: 40, optional: true, description: 'The code from the e-mail. Requires `signIn`.' }) code?: string;
  @Text({
    max: 200,
    optional: true,
    description: 'The last part of the link from the e-mail. Replaces `signIn` and `code`.',
  })
  link?: string;
  @Text({ max: 64 }) address!: string;
  @Text(browser) browser?: string;
  @Flag({
    optional: true,
    description: 'Whether the caller confirmed to sign in a browser that did not request the link.',
  })
  confirmed?: boolean;
  @OneOf(credentialKinds, { optional: true, description: 'The kind of credential to create. Defaults to `token`.' })
  credential?: CredentialKind;
  @Text({ max: 255, optional: true, description: 'The user agent of the caller.' }) client?: string;
}

export class LookUpLink {
  @Text({ max: 200 }) link!: string;
  @Text({ max: 64 }) address!: string;
  @Text(browser) browser?: string;
}

export class LookedUpLink {
  @Text({ description: 'The e-mail address of the user whom the link signs in.' }) email!: string;
  @Flag({ description: 'Whether the sign-in began in this browser.' }) isOfBrowser!: boolean;
}

class SignedInUser {
  @Id() id!: string;
  @Text() displayName!: string;
  @Text() email!: string;
}

export class StartedSession {
  @Text() secret!: string;
  @Timestamp({ description: 'The time at which the session ends, even if it is in use.' }) endsAt!: string;
}

/** A user token or a session, each shown once. */
export class SignedIn {
  @Text({ description: 'The user token. Empty if a session was requested.' }) token!: string;
  @Nested(() => StartedSession, { optional: true }) session?: StartedSession;
  @Nested(() => SignedInUser) user!: SignedInUser;
}

export class FindLogins {
  @Text({
    min: 1,
    max: 320,
    description: 'The id or hostname of an organization, an e-mail domain, or an e-mail address.',
  })
  organization!: string;
  @Text({ max: 64 }) address!: string;
}

export class Logins {
  @Nested(() => OrganizationSSOProviderLogin, { array: true }) items!: OrganizationSSOProviderLogin[];
}

export class SamlProviderOf {
  @Id() provider!: string;
}

export class StartSaml extends SamlProviderOf {
  @Text({ max: 64 }) address!: string;
  @Text(browser) browser?: string;
}

export class SamlRedirect {
  @Url({ max: 16_384 }) url!: string;
}

export class SamlMetadata {
  @Text() xml!: string;
}

export class CompleteSaml {
  @Id() provider!: string;
  @Text({ max: 360_000, description: 'The form field `SAMLResponse`.' }) response!: string;
  @Text({ max: 64 }) relayState!: string;
  @Text({ max: 64 }) address!: string;
  @Text(browser) browser?: string;
  @OneOf(credentialKinds, { optional: true }) credential?: CredentialKind;
  @Text({ max: 255, optional: true }) client?: string;
}

/** Signed in, or an e-mail code was sent that has to prove that the account of that address is the caller's. */
export class CompletedSaml {
  @Nested(() => SignedIn, { optional: true }) signedIn?: SignedIn;
  @Id({ optional: true }) signIn?: string;
}

/** The titles in audit logs of sign-ins, and of the changes in an organization that a sign-in makes. */
export const signInActions = {
  signInByEmail: 'Sign in by e-mail',
  signInThroughSAML: 'Sign in through an identity provider',
  acceptInvitation: 'Join an organization by an e-mail invitation',
  joinTeamOfGroup: 'Join a team by a group of an identity provider',
  leaveTeamOfGroup: 'Leave a team by the groups of an identity provider',
} as const;

/** The titles in audit logs of the changes in an organization that commands of an operator make. */
export const operatorActions = {
  turnOffSSO: 'Stop enforcing single sign-on by a command of the operator',
} as const;

/** Signing in, as the gateway's pages outside `/v1` ask for it. */
export const signIn = internal('identity', {
  startSignIn: call({ body: StartSignIn, returns: StartedSignIn }),
  lookUpLink: call({ body: LookUpLink, returns: LookedUpLink }),
  completeSignIn: call({ body: CompleteSignIn, returns: SignedIn }),
  findLogins: call({ body: FindLogins, returns: Logins }),
  startSaml: call({ body: StartSaml, returns: SamlRedirect }),
  getSamlMetadata: call({ body: SamlProviderOf, returns: SamlMetadata }),
  completeSaml: call({ body: CompleteSaml, returns: CompletedSaml }),
});
