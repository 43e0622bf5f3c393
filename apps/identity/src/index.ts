import { readConfig } from '@bindery/config';
import { JobsModule, JobsTable1700000000500 } from '@bindery/jobs';
import { MailModule, mailSettings } from '@bindery/mail';
import { startService, type RunningService, type ServiceDefinition } from '@bindery/service';
import { AgentCallsController } from './agents/agent-calls.controller';
import { AuditController } from './audit/audit.controller';
import { AuditConsumer } from './audit/audit.consumer';
import { AuditRepository } from './audit/audit.repository';
import { DomainOwnership, systemResolver, TXT_RESOLVER } from './domains/domain-ownership';
import { entities } from './entities';
import { IDENTITY_CONFIG, identitySettings } from './identity.config';
import { Identity1700000001000 } from './migrations/1700000001000-identity';
import { Members1700000004000 } from './migrations/1700000004000-members';
import { Teams1700000005000 } from './migrations/1700000005000-teams';
import { Saml1700000008000 } from './migrations/1700000008000-saml';
import { SignIn1700000008100 } from './migrations/1700000008100-sign-in';
import { Allowance1700000008200 } from './migrations/1700000008200-allowance';
import { Notifications1700000011000 } from './migrations/1700000011000-notifications';
import { Sessions1700000050000 } from './migrations/1700000050000-sessions';
import { TokenLifetimes1700000051000 } from './migrations/1700000051000-token-lifetimes';
import { SamlGroups1700000052000 } from './migrations/1700000052000-saml-groups';
import { MemberRepository } from './members/member.repository';
import { MembersController } from './members/members.controller';
import { SubjectRepository } from './members/subject.repository';
import { SubjectsController } from './teams/subjects.controller';
import { Invites1700000006000 } from './migrations/1700000006000-invites';
import { OAuth1700000071000 } from './migrations/1700000071000-oauth';
import { OAuthEnds1700000072000 } from './migrations/1700000072000-oauth-ends';
import { CheckAuthorization } from './oauth/check-authorization';
import { EndGrant } from './oauth/end-grant';
import { GrantRepository } from './oauth/grant.repository';
import { OAuthController } from './oauth/oauth.controller';
import { OAuthModel } from './oauth/oauth-model';
import { RegisterClient } from './oauth/register-client';
import { TokenScopes1700000070000 } from './migrations/1700000070000-token-scopes';
import { AuditFilters1700000007000 } from './migrations/1700000007000-audit-filters';
import { AcceptLink } from './invites/accept-link';
import { RevokeLinks } from './invites/revoke-links';
import { LinkTargets } from './invites/link-targets';
import { InviteTargets1700000010000 } from './migrations/1700000010000-invite-targets';
import { AcceptInvitations } from './invites/accept-invitations';
import { InvitationRepository } from './invites/invitation.repository';
import { InviteUsers } from './invites/invite-users';
import { InvitesController } from './invites/invites.controller';
import { LinkInviteRepository } from './invites/link-invite.repository';
import { LinkInvitesController } from './invites/link-invites.controller';
import { InvitationMails } from './invites/invitation-mails';
import { ForgetSites } from './organizations/forget-sites';
import { JoinController } from './joining/join.controller';
import { OrganizationPurge } from './organizations/organization-purge';
import { OrganizationRepository } from './organizations/organization.repository';
import { OrganizationsController } from './administration/organizations.controller';
import { AllowanceRepository } from './rate-limit/allowance.repository';
import { RateLimitController } from './rate-limit/rate-limit.controller';
import { CompleteSaml } from './saml/complete-saml';
import { LinkSamlIdentity } from './saml/link-saml-identity';
import { ResponseVerifier } from './saml/response-verifier';
import { SamlController } from './saml/saml.controller';
import { SamlProviderRepository } from './saml/saml-provider.repository';
import { SamlSignInRepository } from './saml/saml-sign-in.repository';
import { StartSaml } from './saml/start-saml';
import { CompleteSignIn } from './sign-in/complete-sign-in';
import { IssueCredential } from './sessions/issue-credential';
import { SessionRepository } from './sessions/session.repository';
import { SessionsController } from './sessions/sessions.controller';
import { SignInController } from './sign-in/sign-in.controller';
import { SignInLimits } from './sign-in/sign-in-limits';
import { signInLink } from './sign-in/sign-in-link';
import { SignInMailWorker } from './sign-in/sign-in-mail.worker';
import { SignInRepository } from './challenges/sign-in.repository';
import { SignUpPolicy } from './sign-in/sign-up-policy';
import { StartSignIn } from './challenges/start-sign-in';
import { TeamMemberRepository } from './teams/team-member.repository';
import { TeamMembersController } from './teams/team-members.controller';
import { TeamRepository } from './teams/team.repository';
import { TeamsController } from './teams/teams.controller';
import { UpdateTeamMembers } from './teams/update-team-members';
import { CredentialRepository } from './tokens/credential.repository';
import { tokensRotate } from './tokens/rotate-token';
import { TokenLifetime } from './tokens/token-lifetime';
import { TokenRepository } from './tokens/token.repository';
import { TokensController } from './tokens/tokens.controller';
import { UserRepository } from './users/user.repository';
import { PeopleController } from './users/people.controller';
import { PersonRepository } from './users/person.repository';
import { UsersController } from './users/users.controller';

/** WHO: users, tokens, organizations and their members, and the audit log. */
export const identity = (env: NodeJS.ProcessEnv): ServiceDefinition => ({
  name: 'identity',
  entities,
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
    Sessions1700000050000,
    TokenLifetimes1700000051000,
    SamlGroups1700000052000,
    TokenScopes1700000070000,
    OAuth1700000071000,
    OAuthEnds1700000072000,
  ],
  commands: [tokensRotate, signInLink],
  imports: [JobsModule.forRoot(), MailModule.forRoot(readConfig(mailSettings, env), env.PUBLIC_URL ?? '')],
  controllers: [
    UsersController,
    PeopleController,
    TokensController,
    SessionsController,
    OrganizationsController,
    JoinController,
    InvitesController,
    LinkInvitesController,
    AuditController,
    AgentCallsController,
    OAuthController,
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
    TokenLifetime,
    CredentialRepository,
    SessionRepository,
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
    RevokeLinks,
    InviteUsers,
    AcceptInvitations,
    InvitationMails,
    AuditRepository,
    EndGrant,
    GrantRepository,
    OAuthModel,
    RegisterClient,
    CheckAuthorization,
    AllowanceRepository,
    SamlProviderRepository,
    SamlSignInRepository,
    LinkSamlIdentity,
    StartSaml,
    ResponseVerifier,
    CompleteSaml,
    SignInRepository,
    SignInLimits,
    SignUpPolicy,
    StartSignIn,
    SignInMailWorker,
    IssueCredential,
    CompleteSignIn,
    AuditConsumer,
  ],
});

export const start = (env: NodeJS.ProcessEnv): Promise<RunningService> => startService(identity(env), env);

export { identitySettings } from './identity.config';
export { administer } from './create-administrator';

/** For tests that look behind the operations. */
export { AcceptInvitations } from './invites/accept-invitations';
export { MemberRepository, type MemberFilter } from './members/member.repository';
export { visitorClaimsKey } from './members/visitor-claims';
export { OrganizationPurge } from './organizations/organization-purge';
export { TeamRepository } from './teams/team.repository';
