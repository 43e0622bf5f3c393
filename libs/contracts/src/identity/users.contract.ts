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
  @Text({
    optional: true,
    description: 'Included only for the user, and for callers who have a role in an organization of the user.',
  })
  email?: string;
  @Url({ optional: true }) photoURL?: string;
  @Nested(() => UserUrls) urls!: UserUrls;
  @Flag({
    optional: true,
    description:
      'Whether the user gets e-mails about mentions, replies and review requests. Included only for the user who calls.',
  })
  emailNotifications?: boolean;
}

/** A user as the platform knows them: always with the address, and with the organizations whose members may see it. */
export type UserCard = User & { organizations?: string[] };

/** The user with the address, for callers who may see it. */
export const withEmail = ({ organizations: _organizations, ...user }: UserCard): User => user;

/** Guests, readers of public content and members of other organizations do not see the address of a user. */
function userShownTo(card: UserCard, caller: Principal): User {
  const isShown =
    card.id === caller.user || card.organizations?.some((organization) => caller.organizations[organization]?.role);
  const { email, ...user } = withEmail(card);
  return { ...user, ...(isShown && email !== undefined && { email }) };
}

/** Users as other services' answers show them. A deleted user keeps the id under a neutral name. */
export const userCards = batch<UserCard>('identity', 'userCards', User, {
  kept: true,
  shownTo: userShownTo,
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
  @Text({ description: 'The first and last characters of the token, to recognise it by.' }) hint!: string;
  @Timestamp() createdAt!: string;
  @Timestamp({ optional: true }) lastUsedAt?: string;
  @Timestamp({ optional: true }) expiresAt?: string;
  @OneOf(tokenScopes, {
    array: true,
    optional: true,
    description: 'The scopes of the token. Omitted if the token allows everything that the user may do.',
  })
  scopes?: TokenScope[];
  @Text({
    max: 100,
    optional: true,
    description: 'The OAuth client that got the token when the user let it act for them.',
  })
  agent?: string;
}

export class CreatedUserAPIToken extends UserAPIToken {
  @Text({ description: 'The token itself. Only this response shows it.' }) token!: string;
}

export class CreateUserAPIToken {
  @Text({ min: 1, max: 100 }) label!: string;
  @Timestamp({ optional: true }) expiresAt?: string;
  @OneOf(tokenScopes, {
    array: { min: 1, max: tokenScopes.length },
    optional: true,
    description:
      'The scopes of the token: `read`, `propose` (create and edit change requests), `merge` (review and merge them) and `manage` (everything else). Defaults to the scopes of the credential that creates the token.',
  })
  scopes?: TokenScope[];
}

export class UserSession {
  @Const('session') object!: 'session';
  @Id() id!: string;
  @Text({ max: 400, description: 'A description of the sign-in that started the session.' }) label!: string;
  @Text({ max: 255, optional: true, description: 'The user agent of the browser at the start of the session.' })
  client?: string;
  @Flag({ description: 'Whether the request was made with this session.' }) current!: boolean;
  @Timestamp() createdAt!: string;
  @Timestamp() lastUsedAt!: string;
  @Timestamp({ description: 'The time at which the session ends if it is not used before.' }) expiresAt!: string;
}

export class UpdateUser {
  @Text({ min: 1, max: 64, optional: true }) displayName?: string;
  @Url({ nullable: true, optional: true }) photoURL?: string | null;
  @Flag({ optional: true }) emailNotifications?: boolean;
}

export const users = contract('identity', 'Users', {
  getAuthenticatedUser: get('/user', { summary: 'Get the authenticated user', returns: User }),
  getUserById: get('/users/:userId', {
    summary: 'Get a user with whom you share an organization, or yourself',
    description: 'The content token of a site gets the names of users in the organization of the site.',
    returns: User,
    anonymous: true,
  }),
  updateUserById: patch('/users/:userId', {
    summary: 'Update your name, your photo, or your e-mail notifications',
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
    summary: 'List your browser sessions',
    query: PageQuery,
    returns: PageOf(UserSession),
  }),
  deleteUserSession: del('/user/sessions/:sessionId', { summary: 'Sign out one of your browser sessions' }),
});
