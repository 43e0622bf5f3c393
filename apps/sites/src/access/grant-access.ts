import { Injectable } from '@nestjs/common';
import { sitePermissions } from '@bindery/authorization';
import { invalid, notFound, requires, subjects, type InviteUsersAndTeams, type MemberRole } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { EditSite, type SiteRequest } from '../model/edit-site';
import { SiteRepository } from '../model/site.repository';
import { SiteGrantRepository, type SubjectType } from './site-grant.repository';

/** Grants and revokes roles on sites. */
@Injectable()
export class GrantAccess {
  constructor(
    private readonly sites: SiteRepository,
    private readonly grants: SiteGrantRepository,
    private readonly edit: EditSite,
    private readonly rpc: RpcClient,
  ) {}

  /** Grants a role to users and teams of the organization, null revokes it; throws 400 that names those outside of it. */
  async invite(request: SiteRequest, { users = [], teams = [], role }: InviteUsersAndTeams): Promise<void> {
    const { principal, params } = request;
    const { level } = await this.sites.get(principal, params.organizationId, params.siteId);
    requires(sitePermissions(level).admin);
    if (users.length + teams.length === 0) throw invalid('body.users', 'users or teams must name at least one');
    const invited = { user: [...new Set(users)], team: [...new Set(teams)] };
    await this.checkSubjects(request, invited);
    await this.set(request, invited, role);
  }

  /** Changes an existing grant; throws 404 when there is none. */
  async update(
    request: SiteRequest,
    [type, subject]: [SubjectType, string],
    role: MemberRole | null | undefined,
  ): Promise<void> {
    await this.set(request, { user: [], team: [], [type]: [subject] }, role, async (site) => {
      if (!(await this.grants.has(site, type, subject))) throw notFound('Permission');
    });
  }

  /** Revokes a role; does nothing where there is none, or where the caller does not see the site. */
  async remove(request: SiteRequest, [type, subject]: [SubjectType, string]): Promise<void> {
    await this.edit.remove(request, {
      needs: 'admin',
      has: ({ site }) => this.grants.has(site.id, type, subject),
      work: ({ site }) => this.grants.remove(site.id, [subject]),
    });
  }

  private async set(
    request: SiteRequest,
    invited: Record<SubjectType, string[]>,
    role: MemberRole | null | undefined,
    check?: (site: string) => Promise<void>,
  ): Promise<void> {
    await this.edit.run(
      request,
      {
        needs: 'admin',
        work: async ({ site }) => {
          await check?.(site.id);
          if (role) await this.grants.put(site, role, invited);
          else if (role === null) await this.grants.remove(site.id, [...invited.user, ...invited.team]);
        },
      },
      () => ({}),
    );
  }

  private async checkSubjects({ principal, params }: SiteRequest, { user, team }: Record<SubjectType, string[]>) {
    const body = { organization: params.organizationId, users: user, teams: team };
    const known = await this.rpc.call(subjects.findSubjects, { principal, body });
    const refuse = (field: string, what: string, wanted: string[], found: string[]) => {
      const stranger = wanted.find((one) => !found.includes(one));
      if (stranger)
        throw invalid(`body.${field}`, `${field} has ${stranger}, which is not a ${what} of the organization`);
    };
    refuse('users', 'member or guest', user, known.users);
    refuse('teams', 'team', team, known.teams);
  }
}
