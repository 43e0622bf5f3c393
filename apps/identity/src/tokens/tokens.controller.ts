import { Controller } from '@nestjs/common';
import {
  forbidden,
  principalsByToken,
  tokenScopes,
  users as contract,
  type RequestOf,
  type TokenPrincipal,
  type TokenScope,
} from '@bindery/contracts';
import { HandlesBatch, Handles, Mutations, type BatchRequest } from '@bindery/messaging';
import { newId, paginate } from '@bindery/persistence';
import { createToken, hashToken, hintOf } from '@bindery/secrets';
import { presentToken } from './token.presenter';
import { CredentialRepository } from './credential.repository';
import { TokenLifetime } from './token-lifetime';
import { TokenRepository } from './token.repository';

@Controller()
export class TokensController {
  constructor(
    private readonly tokens: TokenRepository,
    private readonly credentials: CredentialRepository,
    private readonly lifetime: TokenLifetime,
    private readonly mutations: Mutations,
  ) {}

  @Handles(contract.listUserTokens)
  async list({ query, principal }: RequestOf<typeof contract.listUserTokens>) {
    await this.credentials.requireUnconfined(principal.token);
    const page = await paginate(query, {
      scope: ['listUserTokens', principal.user],
      rows: (after, limit) => this.tokens.list(principal.user, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.tokens.count(principal.user),
    });
    return { ...page, items: page.items.map(presentToken) };
  }

  @Handles(contract.createUserToken)
  async create({ body, principal }: RequestOf<typeof contract.createUserToken>) {
    // A token gives no more access than the credential that creates it, and not for longer.
    const { organizationId, endsAt, scopes: ofMaker, grantId } = await this.credentials.limits(principal.token);
    // It would outlive the grant, and not be recognized as an action of an OAuth client.
    if (grantId) throw forbidden('An OAuth client cannot create API tokens');
    const expiresAt = await this.lifetime.endOf(principal, endsAt, body.expiresAt);
    const scopes = scopesOf(body.scopes, ofMaker);
    const id = newId();
    return this.mutations.run({ organization: null, target: { type: 'api-token', id } }, async () => {
      const token = createToken('user');
      const row = await this.tokens.insert({
        id,
        userId: principal.user,
        label: body.label,
        hash: hashToken(token),
        hint: hintOf(token),
        expiresAt,
        organizationId,
        scopes,
      });
      return { ...presentToken(row), token };
    });
  }

  @Handles(contract.deleteUserToken)
  async delete({ params, principal }: RequestOf<typeof contract.deleteUserToken>) {
    const token = await this.tokens.find(principal.user, params.tokenId);
    if (!token) return;
    if (token.id !== principal.token) await this.credentials.requireUnconfined(principal.token);
    await this.mutations.run({ organization: null, target: { type: 'api-token', id: token.id } }, () =>
      this.tokens.delete(token),
    );
  }

  @HandlesBatch(principalsByToken)
  async principals({ ids }: BatchRequest): Promise<Record<string, TokenPrincipal>> {
    const principals = await this.credentials.principalsOfTokens(ids);
    const used = Object.values(principals).map(({ token }) => token);
    if (used.length > 0) await this.tokens.touch(used);
    return principals;
  }
}

/** Throws 403 for a scope that the creating credential does not have. */
function scopesOf(asked: TokenScope[] | undefined, ofMaker: TokenScope[] | null): TokenScope[] | null {
  if (!asked) return ofMaker;
  const more = ofMaker && asked.find((scope) => !ofMaker.includes(scope));
  if (more) throw forbidden(`Your token does not have the scope ${more}, so a token created with it cannot have it`);
  return tokenScopes.filter((scope) => asked.includes(scope));
}
