import { readConfig } from '@bindery/config';
import { startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { AuditConsumer } from './audit/audit.consumer';
import { AuditEventEntity } from './audit/audit-event.entity';
import { AuditRepository } from './audit/audit.repository';
import { CLOCK, systemClock } from './clock';
import { IDENTITY_CONFIG, identitySettings } from './identity.config';
import { Identity1700000001000 } from './migrations/1700000001000-identity';
import { Members1700000004000 } from './migrations/1700000004000-members';
import { Teams1700000005000 } from './migrations/1700000005000-teams';
import { MemberRepository } from './members/member.repository';
import { MembersController } from './members/members.controller';
import { MembershipEntity } from './organizations/membership.entity';
import { OrganizationEntity } from './organizations/organization.entity';
import { OrganizationRepository } from './organizations/organization.repository';
import { OrganizationsController } from './organizations/organizations.controller';
import { TeamEntity } from './teams/team.entity';
import { TeamMembershipEntity } from './teams/team-membership.entity';
import { TeamMemberRepository } from './teams/team-member.repository';
import { TeamMembersController } from './teams/team-members.controller';
import { TeamRepository } from './teams/team.repository';
import { TeamsController } from './teams/teams.controller';
import { UpdateTeamMembers } from './teams/update-team-members';
import { ApiTokenEntity } from './tokens/api-token.entity';
import { TokenRepository } from './tokens/token.repository';
import { TokensController } from './tokens/tokens.controller';
import { UserEntity } from './users/user.entity';
import { UserRepository } from './users/user.repository';
import { UsersController } from './users/users.controller';

/** WHO: users, tokens, organizations and their members, and the audit log. */
export const identity = (env: NodeJS.ProcessEnv): ServiceDefinition => ({
  name: 'identity',
  entities: [
    UserEntity,
    ApiTokenEntity,
    OrganizationEntity,
    MembershipEntity,
    TeamEntity,
    TeamMembershipEntity,
    AuditEventEntity,
  ],
  migrations: [Identity1700000001000, Members1700000004000, Teams1700000005000],
  controllers: [
    UsersController,
    TokensController,
    OrganizationsController,
    MembersController,
    TeamsController,
    TeamMembersController,
  ],
  providers: [
    { provide: IDENTITY_CONFIG, useValue: readConfig(identitySettings, env) },
    { provide: CLOCK, useValue: systemClock },
    UserRepository,
    TokenRepository,
    OrganizationRepository,
    MemberRepository,
    TeamRepository,
    TeamMemberRepository,
    UpdateTeamMembers,
    AuditRepository,
    AuditConsumer,
  ],
});

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(identity(env), env);
