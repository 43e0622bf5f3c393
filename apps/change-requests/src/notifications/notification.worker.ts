import { Inject, Injectable } from '@nestjs/common';
import { changeRequestPermissions, discussionPermissions, type Level } from '@bindery/authorization';
import type { ServiceConfig } from '@bindery/config';
import { JobHandler, type JobContext } from '@bindery/jobs';
import { deliver, MAILER, renderMail, type Mailer } from '@bindery/mail';
import { CONFIG } from '@bindery/service';
import { appUrlOf } from '../change-requests/change-request.presenter';
import { ChangeRequestRepository, type ChangeRequestRow } from '../change-requests/change-request.repository';
import { Audience } from '../change-requests/audience';
import { excerptOf } from '../comments/comment-body';
import { CommentRepository } from '../comments/comment.repository';
import type { CommentRow } from '../comments/comment.entity';
import { notificationJob, type Notification, type NotificationReason } from './notification';

const headlines: Record<NotificationReason, (actor: string) => string> = {
  mention: (actor) => `${actor} mentioned you in a comment`,
  reply: (actor) => `${actor} replied in a thread that you take part in`,
  review: (actor) => `${actor} asks you to review a change request`,
};

/** The permission that a user needs to get the mail. */
const mayKnow: Record<NotificationReason, (level: Level) => boolean> = {
  mention: (level) => discussionPermissions(level).view,
  reply: (level) => discussionPermissions(level).view,
  review: (level) => changeRequestPermissions(level).view,
};

/** Sends one notification, if its user may see its object at that time and wants such mails. */
@Injectable()
export class NotificationWorker {
  constructor(
    private readonly audience: Audience,
    private readonly requests: ChangeRequestRepository,
    private readonly comments: CommentRepository,
    @Inject(MAILER) private readonly mailer: Mailer | null,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @JobHandler(notificationJob)
  async send(notification: Notification, { id }: JobContext<null>): Promise<null> {
    const { reason, user, actor, space, changeRequest } = notification;
    const users = await this.audience.find([user, actor]);
    const reader = users[user];
    if (!reader?.email || !reader.emailNotifications) return null;
    const access = await this.audience.accessOf(reader, space);
    if (!access || !mayKnow[reason](access.level)) return null;
    const request = changeRequest ? await this.requests.resolve(space, changeRequest) : undefined;
    if (changeRequest && !request) return null;
    const thread = await this.threadOf(notification);
    const text = await this.textOf(notification, thread);
    if (text === undefined) return null;
    const headline = headlines[reason](users[actor]?.displayName ?? 'Somebody');
    const { PUBLIC_URL } = this.config;
    const { organization } = access;
    const mail = renderMail({
      subject: headline,
      paragraphs: [`${headline}${placeOf(request)}.`, ...(text ? [text] : [])],
      link: { label: 'Open', href: appUrlOf(PUBLIC_URL, organization, space, request?.number) + partOf(thread) },
      footer: 'You can turn these mails off.',
      footerLink: { label: 'Open your account', href: `${PUBLIC_URL}/app/o/${organization}/account` },
    });
    await deliver(this.mailer, { ...mail, id, to: reader.email });
    return null;
  }

  private async threadOf({ space, changeRequest, comment }: Notification): Promise<CommentRow | undefined> {
    return comment === undefined ? undefined : this.comments.find({ space, changeRequest }, comment);
  }

  /** The text as it is now; undefined where its comment or reply is deleted. */
  private async textOf(
    { comment, reply, text = '' }: Notification,
    thread: CommentRow | undefined,
  ): Promise<string | undefined> {
    if (comment === undefined) return text;
    const posting = thread && reply !== undefined ? await this.comments.findReply(comment, reply) : thread;
    return posting && excerptOf(posting);
  }
}

/** The rest of the app's address of a comment on a page of a space. It names the page by its id, which outlives the path. */
const partOf = (thread: CommentRow | undefined): string =>
  !thread?.pageId || thread.changeRequestId ? '' : `/~/pages/${thread.pageId}#comment-${thread.id}`;

const placeOf = (request: ChangeRequestRow | undefined): string =>
  request ? `: change request #${request.number}${request.subject && `, ${request.subject}`}` : '';
