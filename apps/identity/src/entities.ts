import { JobEntity } from '@bindery/jobs';
import { AuditEventEntity } from './audit/audit-event.entity';
import { InvitationEntity } from './invites/invitation.entity';
import { LinkInviteEntity } from './invites/link-invite.entity';
import { OAuthClientEntity, OAuthCodeEntity, OAuthGrantEntity, OAuthRefreshEntity } from './oauth/oauth.entities';
import { MembershipEntity } from './organizations/membership.entity';
import { OrganizationEntity } from './organizations/organization.entity';
import { SamlProviderEntity } from './saml/saml-provider.entity';
import { SessionEntity } from './sessions/session.entity';
import { TeamMembershipEntity } from './teams/team-membership.entity';
import { TeamEntity } from './teams/team.entity';
import { ApiTokenEntity } from './tokens/api-token.entity';
import { UserEntity } from './users/user.entity';

/** The stored entities of the service. */
export const entities = [
  UserEntity,
  ApiTokenEntity,
  SessionEntity,
  OrganizationEntity,
  MembershipEntity,
  TeamEntity,
  TeamMembershipEntity,
  InvitationEntity,
  LinkInviteEntity,
  AuditEventEntity,
  SamlProviderEntity,
  OAuthClientEntity,
  OAuthCodeEntity,
  OAuthGrantEntity,
  OAuthRefreshEntity,
  JobEntity,
];
