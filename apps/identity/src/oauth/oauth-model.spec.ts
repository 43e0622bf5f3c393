import { InvalidGrantError, type Client, type Token } from '@node-oauth/oauth2-server';
import type { Outbox } from '@bindery/messaging';
import type { Database } from '@bindery/persistence';
import type { EndGrant } from './end-grant';
import type { GrantRepository, Grantee } from './grant.repository';
import { OAuthModel } from './oauth-model';

const user: Grantee = { id: 'u', organizationId: 'o', grantId: 'g', vouched: false, endsAt: null };
const client = { id: 'c', grants: [], redirectUris: [] } as Client;
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const token = (more: object = {}) =>
  ({
    ...{ accessToken: 'a', accessTokenExpiresAt: later(60), refreshToken: 'r', refreshTokenExpiresAt: later(90) },
    ...{ scope: ['read'], ...more },
  }) as unknown as Token;

/** The model over a storage with these answers; its calls are recorded in `done`. */
function modelOver(answers: Partial<Record<keyof GrantRepository, unknown>>) {
  const done: string[] = [];
  const noted = (name: string, answer?: unknown) => () => {
    done.push(name);
    return Promise.resolve(answer);
  };
  const grants = {
    client: () => Promise.resolve({ id: 'c', name: 'Client', redirectUris: [] }),
    replaceTokens: noted('replaceTokens'),
    begin: noted('begin', answers.begin),
    holdUntil: () => Promise.resolve(answers.holdUntil),
    useCode: () => Promise.resolve(answers.useCode),
    useRefresh: () => Promise.resolve(answers.useRefresh),
  } as unknown as GrantRepository;
  const db = { transaction: (work: () => unknown) => work() } as unknown as Database;
  const outbox = { add: noted('audit') } as unknown as Outbox;
  const end = { run: ({ reason }: { reason: string }) => noted(reason)() } as unknown as EndGrant;
  return { model: new OAuthModel(db, outbox, grants, end).of, done };
}

it('makes no tokens by a refresh token whose grant ended meanwhile, and begins no other', async () => {
  const { model, done } = modelOver({ holdUntil: undefined, begin: true });
  await expect(model.saveToken(token(), client, user)).rejects.toThrow(InvalidGrantError);
  expect(done).toEqual([]);
});

it('makes none by a code that came a second time meanwhile', async () => {
  const { model, done } = modelOver({ holdUntil: later(60), begin: false });
  await expect(model.saveToken(token({ authorizationCode: 'x' }), client, user)).rejects.toThrow(InvalidGrantError);
  expect(done).toEqual(['begin']);
});

it('ends all tokens with what the grant may last', async () => {
  const end = later(10);
  const { model } = modelOver({ holdUntil: end });
  expect(await model.saveToken(token(), client, user)).toMatchObject({
    accessTokenExpiresAt: end,
    refreshTokenExpiresAt: end,
  });
});

it('ends the grant where another request has used the same code or refresh token', async () => {
  const { model, done } = modelOver({ useCode: false, useRefresh: false });
  const of = { client, user, expiresAt: later(1), redirectUri: '' };
  expect(await model.revokeAuthorizationCode({ ...of, authorizationCode: 'x' })).toBe(false);
  expect(await model.revokeToken({ ...of, refreshToken: 'x' })).toBe(false);
  expect(done).toEqual(['A code came a second time', 'A refresh token came a second time']);
});
