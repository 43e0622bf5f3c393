import { fileURLToPath } from 'node:url';
import { ConfigError } from '@bindery/config';
import { FolderMailer } from './folder-mailer';
import type { Mailer } from './mail';
import type { MailConfig } from './mail-settings';
import { SmtpMailer } from './smtp-mailer';

/** The mailer that the settings ask for; null where no mail is to be sent. Throws `ConfigError`. */
export function openMailer({ MAIL_URL, MAIL_FROM }: MailConfig, publicUrl: string): Mailer | null {
  if (!MAIL_URL) return null;
  const host = new URL(publicUrl).hostname;
  const sender = { from: MAIL_FROM || `Bindery <bindery@${host}>`, host };
  const protocol = URL.canParse(MAIL_URL) ? new URL(MAIL_URL).protocol : '';
  if (protocol === 'file:' && new URL(MAIL_URL).host === '') return new FolderMailer(fileURLToPath(MAIL_URL), sender);
  if ((protocol === 'smtp:' || protocol === 'smtps:') && new URL(MAIL_URL).host)
    return new SmtpMailer(MAIL_URL, sender);
  throw new ConfigError(['MAIL_URL must be smtp://user:password@host:587, smtps://... or file:///folder']);
}
