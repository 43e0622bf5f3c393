import { Module } from '@nestjs/common';
import { MembersModule } from '../members/members.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { TokensModule } from '../tokens/tokens.module';
import { UsersModule } from '../users/users.module';
import { AcceptInvitations } from './accept-invitations';
import { AcceptLink } from './accept-link';
import { InvitationMails } from './invitation-mails';
import { InvitationRepository } from './invitation.repository';
import { InviteUsers } from './invite-users';
import { InvitesController } from './invites.controller';
import { LinkInviteRepository } from './link-invite.repository';
import { LinkInvitesController } from './link-invites.controller';
import { LinkTargets } from './link-targets';
import { RevokeLinks } from './revoke-links';

/** Invitations by mail and by link. */
@Module({
  imports: [MembersModule, OrganizationsModule, TokensModule, UsersModule],
  controllers: [InvitesController, LinkInvitesController],
  providers: [
    InvitationRepository,
    LinkInviteRepository,
    LinkTargets,
    AcceptLink,
    RevokeLinks,
    InviteUsers,
    AcceptInvitations,
    InvitationMails,
  ],
  exports: [AcceptInvitations, InvitationRepository],
})
export class InvitesModule {}
