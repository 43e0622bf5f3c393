import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mail';

/** The sender of mails: the address, and the host that makes Message-IDs unique. */
export interface Sender {
  from: string;
  host: string;
}

/** The mail as the mail library wants it. Nothing in it may make the library read files or addresses. */
export function compose({ id, to, subject, text, html }: Mail, { from, host }: Sender): SendMailOptions {
  return {
    messageId: `<${id}@${host}>`,
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    // Prevents out-of-office replies to a sign-in code (RFC 3834, section 5).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
