import { text, type ConfigOf } from '@bindery/config';

export const mailSettings = {
  MAIL_URL: text(
    'where mails go: smtp://user:password@host:587, smtps://..., or file:///folder for .eml files; without it none are sent',
    '',
  ),
  MAIL_FROM: text('the sender of mails, such as Docs <docs@example.com>', ''),
};

export type MailConfig = ConfigOf<typeof mailSettings>;
