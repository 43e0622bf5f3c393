import { Controller } from '@nestjs/common';
import { invalid, principalsByToken, users as contract, type RequestOf, type TokenPrincipal } from '@bindery/contracts';
import { Answers, Handles, Mutations, type BatchRequest } from '@bindery/messaging';
import { newId, paginate } from '@bindery/persistence';
import { createToken, hashToken, hintOf } from '@bindery/secrets';
import { presentToken } from './token.presenter';
import { TokenRepository } from './token.repository';

@Controller()
export class TokensController {
  constructor(
    private readonly tokens: TokenRepository,
    private readonly mutations: Mutations,
  ) {}

  @Handles(contract.listUserTokens)
  async list({ query, principal }: RequestOf<typeof contract.listUserTokens>) {
    await this.tokens.requireUnconfined(principal.token);
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
    const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null;
    if (expiresAt && expiresAt.getTime() <= Date.now())
      throw invalid('body.expiresAt', 'expiresAt must lie in the future');
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
        // A token does not open what the one with which it was made does not.
        organizationId: await this.tokens.organizationOf(principal.token),
      });
      return { ...presentToken(row), token };
    });
  }

  @Handles(contract.deleteUserToken)
  async delete({ params, principal }: RequestOf<typeof contract.deleteUserToken>) {
    const token = await this.tokens.find(principal.user, params.tokenId);
    if (!token) return;
    if (token.id !== principal.token) await this.tokens.requireUnconfined(principal.token);
    await this.mutations.run({ organization: null, target: { type: 'api-token', id: token.id } }, () =>
      this.tokens.delete(token.id),
    );
  }

  @Answers(principalsByToken)
  async principals({ ids }: BatchRequest): Promise<Record<string, TokenPrincipal>> {
    const rows = await this.tokens.principals(ids);
    const principals: Record<string, TokenPrincipal> = {};
    for (const { hash, token, user, organization, role, teams } of rows) {
      const principal = (principals[hash] ??= { kind: 'user', user, token, organizations: {} });
      if (organization) principal.organizations[organization] = { role, teams: teams ?? {} };
    }
    if (rows.length > 0) await this.tokens.touch(Object.values(principals).map(({ token }) => token));
    return principals;
  }
}
