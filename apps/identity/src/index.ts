import { readConfig } from '@bindery/config';
import { JobEntity, JobsModule, JobsTable1700000000500 } from '@bindery/jobs';
import { MailModule, mailSettings } from '@bindery/mail';
import { startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { AuditController } from './audit/audit.controller';
import { AuditConsumer } from './audit/audit.consumer';
import { AuditEventEntity } from './audit/audit-event.entity';
import { AuditRepository } from './audit/audit.repository';
import { DomainOwnership, systemResolver, TXT_RESOLVER } from './domains/domain-ownership';
import { IDENTITY_CONFIG, identitySettings } from './identity.config';
import { Identity1700000001000 } from './migrations/1700000001000-identity';
import { Members1700000004000 } from './migrations/1700000004000-members';
import { Teams1700000005000 } from './migrations/1700000005000-teams';
import { Saml1700000008000 } from './migrations/1700000008000-saml';
import { SignIn1700000008100 } from './migrations/1700000008100-sign-in';
import { Allowance1700000008200 } from './migrations/1700000008200-allowance';
import { Notifications1700000011000 } from './migrations/1700000011000-notifications';
import { MemberRepository } from './members/member.repository';
import { MembersController } from './members/members.controller';
import { SubjectRepository } from './members/subject.repository';
import { SubjectsController } from './members/subjects.controller';
import { Invites1700000006000 } from './migrations/1700000006000-invites';
import { AuditFilters1700000007000 } from './migrations/1700000007000-audit-filters';
import { AcceptLink } from './invites/accept-link';
import { EndLinks } from './invites/end-links';
import { LinkTargets } from './invites/link-targets';
import { InviteTargets1700000010000 } from './migrations/1700000010000-invite-targets';
import { AcceptInvitations } from './invites/accept-invitations';
import { InvitationEntity } from './invites/invitation.entity';
import { InvitationRepository } from './invites/invitation.repository';
import { InviteUsers } from './invites/invite-users';
import { InvitesController } from './invites/invites.controller';
import { LinkInviteEntity } from './invites/link-invite.entity';
import { LinkInviteRepository } from './invites/link-invite.repository';
import { LinkInvitesController } from './invites/link-invites.controller';
import { InvitationMails } from './invites/invitation-mails';
import { ForgetSites } from './organizations/forget-sites';
import { JoinController } from './organizations/join.controller';
import { OrganizationPurge } from './organizations/organization-purge';
import { MembershipEntity } from './organizations/membership.entity';
import { OrganizationEntity } from './organizations/organization.entity';
import { OrganizationRepository } from './organizations/organization.repository';
import { OrganizationsController } from './organizations/organizations.controller';
import { AllowanceRepository } from './rate-limit/allowance.repository';
import { RateLimitController } from './rate-limit/rate-limit.controller';
import { CompleteSaml } from './saml/complete-saml';
import { LinkSamlIdentity } from './saml/link-saml-identity';
import { SamlController } from './saml/saml.controller';
import { SamlProviderEntity } from './saml/saml-provider.entity';
import { SamlProviderRepository } from './saml/saml-provider.repository';
import { SamlSignInRepository } from './saml/saml-sign-in.repository';
import { StartSaml } from './saml/start-saml';
import { CompleteSignIn } from './sign-in/complete-sign-in';
import { IssueToken } from './sign-in/issue-token';
import { SignInController } from './sign-in/sign-in.controller';
import { SignInLimits } from './sign-in/sign-in-limits';
import { SignInMailWorker } from './sign-in/sign-in-mail.worker';
import { SignInRepository } from './sign-in/sign-in.repository';
import { SignUpPolicy } from './sign-in/sign-up-policy';
import { StartSignIn } from './sign-in/start-sign-in';
import { TeamEntity } from './teams/team.entity';
import { TeamMembershipEntity } from './teams/team-membership.entity';
import { TeamMemberRepository } from './teams/team-member.repository';
import { TeamMembersController } from './teams/team-members.controller';
import { TeamRepository } from './teams/team.repository';
import { TeamsController } from './teams/teams.controller';
import { UpdateTeamMembers } from './teams/update-team-members';
import { ApiTokenEntity } from './tokens/api-token.entity';
import { tokensRotate } from './tokens/rotate-token';
import { TokenRepository } from './tokens/token.repository';
import { TokensController } from './tokens/tokens.controller';
import { UserEntity } from './users/user.entity';
import { UserRepository } from './users/user.repository';
import { PeopleController } from './users/people.controller';
import { PersonRepository } from './users/person.repository';
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
    InvitationEntity,
    LinkInviteEntity,
    AuditEventEntity,
    SamlProviderEntity,
    JobEntity,
  ],
  migrations: [
    JobsTable1700000000500,
    Identity1700000001000,
    Members1700000004000,
    Teams1700000005000,
    Invites1700000006000,
    AuditFilters1700000007000,
    Saml1700000008000,
    SignIn1700000008100,
    Allowance1700000008200,
    InviteTargets1700000010000,
    Notifications1700000011000,
  ],
  commands: [tokensRotate],
  imports: [JobsModule.forRoot(), MailModule.forRoot(readConfig(mailSettings, env), env.PUBLIC_URL ?? '')],
  controllers: [
    UsersController,
    PeopleController,
    TokensController,
    OrganizationsController,
    JoinController,
    InvitesController,
    LinkInvitesController,
    AuditController,
    MembersController,
    TeamsController,
    TeamMembersController,
    SubjectsController,
    SamlController,
    SignInController,
    RateLimitController,
  ],
  providers: [
    { provide: IDENTITY_CONFIG, useValue: readConfig(identitySettings, env) },
    UserRepository,
    PersonRepository,
    TokenRepository,
    { provide: TXT_RESOLVER, useFactory: systemResolver },
    DomainOwnership,
    OrganizationRepository,
    OrganizationPurge,
    ForgetSites,
    MemberRepository,
    SubjectRepository,
    TeamRepository,
    TeamMemberRepository,
    UpdateTeamMembers,
    InvitationRepository,
    LinkInviteRepository,
    LinkTargets,
    AcceptLink,
    EndLinks,
    InviteUsers,
    AcceptInvitations,
    InvitationMails,
    AuditRepository,
    AllowanceRepository,
    SamlProviderRepository,
    SamlSignInRepository,
    LinkSamlIdentity,
    StartSaml,
    CompleteSaml,
    SignInRepository,
    SignInLimits,
    SignUpPolicy,
    StartSignIn,
    SignInMailWorker,
    IssueToken,
    CompleteSignIn,
    AuditConsumer,
  ],
});

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(identity(env), env);

/** For tests that look behind the operations. */
export { AcceptInvitations } from './invites/accept-invitations';
export { MemberRepository, type MemberFilter } from './members/member.repository';
export { visitorClaimsKey } from './members/visitor-claims';
export { OrganizationPurge } from './organizations/organization-purge';
export { TeamRepository } from './teams/team.repository';
