import { Injectable } from '@nestjs/common';
import {
  invalid,
  notFound,
  subjects,
  type InviteUsersAndTeams,
  type MemberRole,
  type Principal,
  ifNotFound,
} from '@bindery/contracts';
import { Mutations, Outbox, RpcClient } from '@bindery/messaging';
import { accessUpdated } from './access.events';
import { AccessGrantRepository, type Grant, type SubjectType } from './access-grant.repository';
import { AccessTargets, type AccessTarget } from './access-target';

type Subjects = Record<SubjectType, string[]>;

/** Grants and revokes roles on spaces and collections. */
@Injectable()
export class GrantAccess {
  constructor(
    private readonly targets: AccessTargets,
    private readonly grants: AccessGrantRepository,
    private readonly mutations: Mutations,
    private readonly outbox: Outbox,
    private readonly rpc: RpcClient,
  ) {}

  /** Grants a role to users and teams of the organization; throws 400 that names those outside of it. */
  async invite(
    principal: Principal,
    type: AccessTarget['type'],
    id: string,
    { users = [], teams = [], role }: InviteUsersAndTeams,
  ): Promise<void> {
    const target = await this.targets.administrated(principal, type, id);
    if (users.length + teams.length === 0) throw invalid('body.users', 'users or teams must name at least one');
    const invited = { user: [...new Set(users)], team: [...new Set(teams)] };
    await this.checkSubjects(principal, target, invited);
    await this.mutations.run(accountOf(target), () => this.set(target, invited, role));
  }

  /** Changes an existing grant; throws 404 when there is none. */
  async update(
    principal: Principal,
    type: AccessTarget['type'],
    id: string,
    [subjectType, subject]: [SubjectType, string],
    role: MemberRole | null | undefined,
  ): Promise<void> {
    const target = await this.targets.administrated(principal, type, id);
    const grant = await this.grants.find(target, subjectType, subject);
    if (!grant) throw notFound('Permission');
    await this.mutations.run(targetOf(target, grant), async () => {
      if (role !== undefined) await this.set(target, { user: [], team: [], [subjectType]: [subject] }, role);
    });
  }

  /** Revokes a role; does nothing where there is none, or where the caller does not see the target. */
  async remove(
    principal: Principal,
    type: AccessTarget['type'],
    id: string,
    [subjectType, subject]: [SubjectType, string],
  ): Promise<void> {
    const visible = await this.targets.get(principal, type, id).catch(ifNotFound);
    if (!visible) return;
    const target = await this.targets.administrated(principal, type, id);
    const grant = await this.grants.find(target, subjectType, subject);
    if (!grant) return;
    await this.mutations.run(targetOf(target, grant), () =>
      this.set(target, { user: [], team: [], [subjectType]: [subject] }, null),
    );
  }

  private async set(target: AccessTarget, subjects: Subjects, role: MemberRole | null): Promise<void> {
    if (role) await this.grants.put(target, role, subjects);
    else await this.grants.remove(target, [...subjects.user, ...subjects.team]);
    await this.outbox.add(accessUpdated(target, subjects, role));
  }

  private async checkSubjects(principal: Principal, target: AccessTarget, { user, team }: Subjects): Promise<void> {
    const known = await this.rpc.call(subjects.findSubjects, {
      principal,
      body: { organization: target.organizationId, users: user, teams: team },
    });
    const refuse = (field: string, what: string, wanted: string[], found: string[]) => {
      const stranger = wanted.find((one) => !found.includes(one));
      if (stranger)
        throw invalid(`body.${field}`, `${field} has ${stranger}, which is not a ${what} of the organization`);
    };
    refuse('users', 'member or guest', user, known.users);
    refuse('teams', 'team', team, known.teams);
  }
}

const targetOf = (target: AccessTarget, { version, subjectId }: Grant) => ({
  ...accountOf(target),
  version,
  row: { table: 'access_grant', key: { target_id: target.id, subject_id: subjectId } },
});

const accountOf = ({ type, id, organizationId }: AccessTarget) => ({
  organization: organizationId,
  target: { type, id },
});
