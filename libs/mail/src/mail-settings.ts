import { text, type ConfigOf, type Setting } from '@bindery/config';

/** An address, with or without a name before it. */
const sender = (about: string): Setting<string> => ({
  about,
  fallback: '',
  parse: (value) => {
    if (!/^([^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(value))
      throw new Error('must be an e-mail address');
    return value;
  },
});

export const mailSettings = {
  MAIL_URL: text(
    'where mails go: smtp://user:password@host:587, smtps://..., or file:///folder for .eml files; without it no mail is sent',
    '',
  ),
  MAIL_FROM: sender('the sender of mails, such as Docs <docs@example.com>'),
};

export type MailConfig = ConfigOf<typeof mailSettings>;
