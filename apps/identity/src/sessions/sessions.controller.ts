import { Controller } from '@nestjs/common';
import { principalsBySession, users as contract, type RequestOf, type TokenPrincipal } from '@bindery/contracts';
import { HandlesBatch, Handles, Mutations, type BatchRequest } from '@bindery/messaging';
import { paginate } from '@bindery/persistence';
import { CredentialRepository } from '../tokens/credential.repository';
import { presentSession } from './session.presenter';
import { SessionRepository } from './session.repository';

@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly credentials: CredentialRepository,
    private readonly mutations: Mutations,
  ) {}

  @Handles(contract.listUserSessions)
  async list({ query, principal }: RequestOf<typeof contract.listUserSessions>) {
    await this.credentials.requireUnconfined(principal.token);
    const page = await paginate(query, {
      scope: ['listUserSessions', principal.user],
      rows: (after, limit) => this.sessions.list(principal.user, after, limit),
      position: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
      count: () => this.sessions.count(principal.user),
    });
    return { ...page, items: page.items.map((session) => presentSession(session, principal.token)) };
  }

  @Handles(contract.deleteUserSession)
  async delete({ params, principal }: RequestOf<typeof contract.deleteUserSession>) {
    const session = await this.sessions.find(principal.user, params.sessionId);
    if (!session) return;
    if (session.id !== principal.token) await this.credentials.requireUnconfined(principal.token);
    await this.mutations.run({ organization: null, target: { type: 'session', id: session.id } }, () =>
      this.sessions.delete(session.id),
    );
  }

  @HandlesBatch(principalsBySession)
  async principals({ ids }: BatchRequest): Promise<Record<string, TokenPrincipal>> {
    const principals = await this.credentials.principalsOfSessions(ids);
    const used = Object.values(principals).map(({ token }) => token);
    if (used.length > 0) await this.sessions.touch(used);
    return principals;
  }
}
