import { Injectable } from '@nestjs/common';
import {
  ApiError,
  forbidden,
  type MemberRole,
  type TeamRole,
  type TokenPrincipal,
  type TokenScope,
} from '@bindery/contracts';
import { Database } from '@bindery/persistence';

/** The limits of a token or session, which also apply to every credential created with it. */
interface CredentialLimits {
  /** The only organization in which it is valid; null where it is valid in all of the user's. */
  organizationId: string | null;
  /** The latest end of credentials created with it; null where there is none. */
  endsAt: Date | null;
  /** Its scopes; null for all permissions of the user. */
  scopes: TokenScope[] | null;
  /** The grant that issued it, for an OAuth client. */
  grantId: string | null;
}

/** One organization of the user of a credential. */
interface PrincipalRow {
  hash: string;
  token: string;
  user: string;
  organization: string | null;
  role: MemberRole | null;
  /** The user's teams there, with the role in each. */
  teams: Record<string, TeamRole> | null;
  mergeRulesVersion: number;
  scopes: TokenScope[] | null;
  agent: string | null;
}

const validTokens = `select hash, id, user_id, organization_id, lifetime_from, scopes, agent, vouched, grant_id from api_token
  where hash = any($1) and (expires_at is null or expires_at > now())`;
const validSessions = `select hash, id, user_id, organization_id, null::timestamptz as lifetime_from,
  null::text[] as scopes, null::text as agent, true as vouched, null::text as grant_id from session
  where hash = any($1) and expires_at > now()`;

const confined = () =>
  forbidden('Your token or session is only valid in one organization; sign in by e-mail to do this');

/** Reads tokens and sessions: both identify a user. */
@Injectable()
export class CredentialRepository {
  constructor(private readonly db: Database) {}

  /**
   * The limits of a token or session. A session that began by mail proves the whole account, so credentials created with it
   * may last longer; a session through a provider, or a token with an end, must not be prolonged by another one. Throws 401 for
   * one that has ended: the gateway may have it cached for a moment more, and without a row it would count as unlimited.
   */
  async limits(id: string): Promise<CredentialLimits> {
    const [limits] = await this.db.query<CredentialLimits>(
      `select organization_id as "organizationId", expires_at as "endsAt", scopes, grant_id as "grantId" from api_token where id = $1
       union all
       select organization_id, case when organization_id is not null then ends_at end, null, null from session where id = $1`,
      [id],
    );
    if (!limits) throw new ApiError(401, 'The token or session is no longer valid');
    return limits;
  }

  /**
   * Throws 403 for a credential that an organization's identity provider verified: settings of the whole account do
   * not belong to the organization.
   */
  async requireUnconfined(id: string): Promise<void> {
    if ((await this.limits(id)).organizationId) throw confined();
  }

  /** Throws 403 for a credential that is only valid in another organization. */
  async requireGoodIn(organization: string, id: string): Promise<void> {
    const { organizationId } = await this.limits(id);
    if (organizationId && organizationId !== organization) throw confined();
  }

  principalsOfTokens(hashes: string[]): Promise<Record<string, TokenPrincipal>> {
    return this.principals(validTokens, hashes);
  }

  principalsOfSessions(hashes: string[]): Promise<Record<string, TokenPrincipal>> {
    return this.principals(validSessions, hashes);
  }

  /**
   * The users of valid credentials, by their hashes, with the organizations in which they are not disabled. A sign-in by a
   * provider is valid in the provider's organization; where single sign-on is enforced, no other is valid for members
   * who sign in that way. A token gives access to an organization for at most the lifetime that the organization permits.
   */
  private async principals(valid: string, hashes: string[]): Promise<Record<string, TokenPrincipal>> {
    const rows = await this.db.query<PrincipalRow>(
      `select c.hash, c.id as token, c.user_id as "user", c.scopes, c.agent, o.id as organization, m.role,
         (select json_object_agg(tm.team_id, tm.role) from team_membership tm
          where tm.organization_id = o.id and tm.user_id = m.user_id) as teams,
         case when o.merge_rules ->> 'type' = 'rules' then o.version else 0 end as "mergeRulesVersion"
       from (${valid}) c
       left join membership m on m.user_id = c.user_id and not m.disabled
         and (c.organization_id is null or c.organization_id = m.organization_id)
       left join organization o on o.id = m.organization_id and o.deleted_at is null
         and (c.organization_id is not null and c.vouched or not (o.sso and m.sso))
         and (c.grant_id is null or o.agents)
         and (c.lifetime_from is null or c.lifetime_from + o.token_lifetime_days * interval '1 day' > now())`,
      [hashes],
    );
    const principals: Record<string, TokenPrincipal> = {};
    for (const { hash, token, user, organization, role, teams, mergeRulesVersion, scopes, agent } of rows) {
      const of = { ...(scopes && { scopes }), ...(agent && { agent }) };
      const principal = (principals[hash] ??= { kind: 'user', user, token, organizations: {}, ...of });
      if (organization) principal.organizations[organization] = { role, teams: teams ?? {}, mergeRulesVersion };
    }
    return principals;
  }
}
