import { batch } from '../core/compose';
import { contract, del, get, patch, post } from '../core/endpoint';
import { Const, Flag, Id, MapOf, Nested, OneOf, Text, Timestamp, Url } from '../core/fields';
import { PageOf, PageQuery } from '../core/page';
import type { Principal } from '../core/principal';
import { tokenScopes, type TokenScope } from '../core/token-scopes';

class UserUrls {
  @Url() location!: string;
}

export class User {
  @Const('user') object!: 'user';
  @Id() id!: string;
  @Text() displayName!: string;
  @Text({ optional: true }) email?: string;
  @Url({ optional: true }) photoURL?: string;
  @Nested(() => UserUrls) urls!: UserUrls;
  @Flag({
    optional: true,
    description: 'Whether mails tell you of mentions, replies and requests for reviews; shown to yourself.',
  })
  emailNotifications?: boolean;
}

/** Users as other services' answers show them. A deleted user keeps the id under a neutral name. */
export const userCards = batch('identity', 'userCards', User, {
  kept: true,
  missing: (id): User => ({ object: 'user', id, displayName: 'Deleted user', urls: { location: 'about:blank' } }),
});

/** The principal of a token, by the token's SHA-256 in hexadecimal. Only the gateway calls this. */
export class TokenPrincipal implements Principal {
  @Const('user') kind!: 'user';
  @Id() user!: string;
  @Id() token!: string;
  @MapOf({ type: 'object' }, () => true) organizations!: Principal['organizations'];
  @OneOf(tokenScopes, { array: true, optional: true }) scopes?: TokenScope[];
  @Text({ max: 100, optional: true }) agent?: string;
}

export const principalsByToken = batch('identity', 'principalsByToken', TokenPrincipal, { kept: true });

/** The user of a session, by the SHA-256 of its secret in hexadecimal; `token` is the session's id. Only the gateway asks. */
export const principalsBySession = batch('identity', 'principalsBySession', TokenPrincipal, { kept: true });

export class UserAPIToken {
  @Const('api-token') object!: 'api-token';
  @Id() id!: string;
  @Text({ min: 1, max: 100 }) label!: string;
  @Text({ description: 'First and last characters, to recognise the token by.' }) hint!: string;
  @Timestamp() createdAt!: string;
  @Timestamp({ optional: true }) lastUsedAt?: string;
  @Timestamp({ optional: true }) expiresAt?: string;
  @OneOf(tokenScopes, {
    array: true,
    optional: true,
    description: 'What it is good for; absent for all that you may do.',
  })
  scopes?: TokenScope[];
  @Text({ max: 100, optional: true, description: 'The OAuth client that got it when you let it act for you.' })
  agent?: string;
}

export class CreatedUserAPIToken extends UserAPIToken {
  @Text({ description: 'The token itself. It is shown only here.' }) token!: string;
}

export class CreateUserAPIToken {
  @Text({ min: 1, max: 100 }) label!: string;
  @Timestamp({ optional: true }) expiresAt?: string;
  @OneOf(tokenScopes, {
    array: { min: 1, max: tokenScopes.length },
    optional: true,
    description:
      'What it is to be good for: read, propose (change requests), merge (review and merge them), manage (all else). Absent for what the credential is good for with which it is made.',
  })
  scopes?: TokenScope[];
}

export class UserSession {
  @Const('session') object!: 'session';
  @Id() id!: string;
  @Text({ max: 400, description: 'How the session began.' }) label!: string;
  @Text({ max: 255, optional: true, description: 'How the browser named itself when the session began.' })
  client?: string;
  @Flag({ description: 'Whether it is the session with which the request was made.' }) current!: boolean;
  @Timestamp() createdAt!: string;
  @Timestamp() lastUsedAt!: string;
  @Timestamp({ description: 'When it ends unless it is used before.' }) expiresAt!: string;
}

export class UpdateUser {
  @Text({ min: 1, max: 64, optional: true }) displayName?: string;
  @Url({ nullable: true, optional: true }) photoURL?: string | null;
  @Flag({ optional: true }) emailNotifications?: boolean;
}

export const users = contract('identity', 'Users', {
  getAuthenticatedUser: get('/user', { summary: 'Get the user to whom the token belongs', returns: User }),
  getUserById: get('/users/:userId', {
    summary: 'Get a user with whom you share an organization, or yourself',
    returns: User,
  }),
  updateUserById: patch('/users/:userId', {
    summary: 'Change your name, your photo, or whether you are notified by mail',
    body: UpdateUser,
    returns: User,
    errors: [412],
  }),
  listUserTokens: get('/user/tokens', {
    summary: 'List your API tokens',
    query: PageQuery,
    returns: PageOf(UserAPIToken),
  }),
  createUserToken: post('/user/tokens', {
    summary: 'Create an API token',
    body: CreateUserAPIToken,
    returns: CreatedUserAPIToken,
    status: 201,
    secret: true,
  }),
  deleteUserToken: del('/user/tokens/:tokenId', { summary: 'Revoke an API token' }),
  listUserSessions: get('/user/sessions', {
    summary: 'List the browsers in which you are signed in',
    query: PageQuery,
    returns: PageOf(UserSession),
  }),
  deleteUserSession: del('/user/sessions/:sessionId', { summary: 'Sign out one of your browsers' }),
});
