import { Inject, Injectable } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import { invitationCreated, type EventEnvelope, type InvitationCreated } from '@bindery/contracts';
import { MailQueue, renderMail } from '@bindery/mail';
import { Consumes } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import { UserRepository } from '../users/user.repository';
import { invitationDays } from './invitation.repository';

/** Sends invitations by mail. */
@Injectable()
export class InvitationMails {
  constructor(
    private readonly mails: MailQueue,
    private readonly users: UserRepository,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Consumes(invitationCreated, 'invitation-mails')
  async send({ id, organization, payload }: EventEnvelope<InvitationCreated>): Promise<void> {
    const { email, organizationTitle: title, invitedBy, joined } = payload;
    const inviter = (await this.users.byId(invitedBy))?.displayName ?? 'An administrator';
    const { host } = new URL(this.config.PUBLIC_URL);
    const mail = renderMail({
      subject: `${inviter} invited you to ${title}`,
      paragraphs: [
        `${inviter} invited you to ${title} on ${host}.`,
        joined
          ? 'You are a member now.'
          : `Sign in with this address, ${email}, within ${invitationDays} days to become a member.`,
      ],
      link: { label: 'Sign in', href: `${this.config.PUBLIC_URL}/sign-in` },
      footer: 'If you do not know what this is about, do nothing.',
    });
    await this.mails.add({ ...mail, id, to: email }, organization ?? '');
  }
}
