/** One mail to one user. */
export interface Mail {
  /** The source of the Message-ID: the same for every attempt to send, so that a mail that arrives twice is recognised as one. */
  id: string;
  /** A single address. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands mails to the next station. */
export interface Mailer {
  /** Resolves once the mail is in other hands. Throws `MailRefusedError` when trying again is of no use. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** The next station will not take this mail, now or later. */
export class MailRefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MailRefusedError';
  }
}

/** The injection token of the `Mailer`. */
export const MAILER = Symbol('mailer');
