import { call, internal } from '../core/endpoint';
import { Flag, Id, Int, isPlainText, MapOf, OneOf, Text, Value } from '../core/fields';
import { tokenScopes, type TokenScope } from '../core/token-scopes';

/** The most characters of what clients say: addresses, scopes, states, names. */
export const longestOAuthText = 2_048;

const Parameters = () =>
  MapOf(
    { type: 'string', maxLength: longestOAuthText },
    (value) =>
      (isPlainText(value) && value.length <= longestOAuthText) || `must be ${longestOAuthText} characters at most`,
    { max: 40 },
  );
const Json = () =>
  Value(
    { type: 'object' },
    (value) => (typeof value === 'object' && value !== null && !Array.isArray(value)) || 'must be an object',
  );

export class RegisterOAuthClient {
  @Json() metadata!: Record<string, unknown>;
}

/** The answer to an OAuth client. */
export class OAuthAnswer {
  @Int() status!: number;
  @Json() body!: Record<string, unknown>;
}

export class OAuthParameters {
  @Parameters() parameters!: Record<string, string>;
}

/** A request for authorization: what the page asks the user, or what is wrong with it. */
export class CheckedAuthorization {
  @Text({ optional: true, description: 'The reason why the request is refused.' }) problem?: string;
  @Text({ optional: true, description: 'The name with which the OAuth client registered.' }) client?: string;
  @Text({ max: 2_048, optional: true }) redirectUri?: string;
  @OneOf(tokenScopes, { array: true, optional: true }) scopes?: TokenScope[];
}

export class DecideAuthorization extends OAuthParameters {
  @Flag() allowed!: boolean;
  @Id({ optional: true, description: 'The organization in which the OAuth client may act.' }) organization?: string;
}

export class DecidedAuthorization {
  @Text({ max: 16_384 }) location!: string;
}

export class ExchangeOAuthToken extends OAuthParameters {
  @Text({ max: 2_048, optional: true, description: 'The `Authorization` header of the client.' })
  authorization?: string;
}

export class RevokedOAuthToken {}

/** The titles in audit logs of the grant to an OAuth client and of its end. */
export const oauthActions = {
  authorizeAgent: 'Let an OAuth client act for oneself',
  revokeAgent: 'End what an OAuth client may do for oneself',
} as const;

/** OAuth 2.1 as the gateway's pages and endpoints outside `/v1` ask for it. */
export const oauth = internal('identity', {
  registerOAuthClient: call({ body: RegisterOAuthClient, returns: OAuthAnswer }),
  checkAuthorization: call({ body: OAuthParameters, returns: CheckedAuthorization }),
  /** The caller is the user who decides. Throws 403 where the organization does not allow OAuth clients. */
  decideAuthorization: call({ body: DecideAuthorization, returns: DecidedAuthorization }),
  exchangeOAuthToken: call({ body: ExchangeOAuthToken, returns: OAuthAnswer }),
  revokeOAuthToken: call({ body: OAuthParameters, returns: RevokedOAuthToken }),
});
