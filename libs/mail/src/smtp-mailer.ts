import { createTransport } from 'nodemailer';
import { compose, type Sender } from './compose';
import { MailRefusedError, type Mail, type Mailer } from './mail';

/** Milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends through an SMTP server, over connections that are used again. */
export class SmtpMailer implements Mailer {
  private readonly transport;

  /** `url` is `smtp://` (STARTTLS where the server offers it) or `smtps://`, with nodemailer's options in the query. */
  constructor(
    url: string,
    private readonly sender: Sender,
  ) {
    const parsed = new URL(url);
    for (const [name, value] of Object.entries(timeouts))
      if (!parsed.searchParams.has(name)) parsed.searchParams.set(name, String(value));
    parsed.searchParams.set('pool', 'true');
    this.transport = createTransport(parsed.href);
  }

  async send(mail: Mail): Promise<void> {
    try {
      await this.transport.sendMail(compose(mail, this.sender));
    } catch (error) {
      throw refusal(error) ?? error;
    }
  }

  close(): void {
    this.transport.close();
  }
}

/** A 5xx answer to the sender, the recipient or the content (RFC 5321, section 4.2.1); not one to our own login. */
function refusal(error: unknown): MailRefusedError | undefined {
  const {
    code,
    responseCode = 0,
    response = '',
  } = error as { code?: string; responseCode?: number; response?: string };
  const permanent = responseCode >= 500 && responseCode < 600 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  return permanent ? new MailRefusedError(`The mail server refuses the mail: ${response}`) : undefined;
}
