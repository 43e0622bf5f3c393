import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readStream } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { SMTPServer } from 'smtp-server';
import { MailRefusedError, openMailer, readMail, renderMail, type Mail, type Mailer } from './index';

const content = {
  subject: 'Your code\r\nBcc: everybody@example.com',
  paragraphs: ['Grüße & <b>welcome</b>, "friend"'],
  code: 'ABCD-1234',
  link: { label: 'Sign in', href: 'https://docs.example.com/sign-in/link/x?a=1&b="2"' },
  footer: 'Sent by Bindery',
  footerLink: { label: 'Settings', href: 'https://docs.example.com/settings' },
};
const mail: Mail = { id: 'mail1', to: 'ada@example.com', ...renderMail(content) };

it('writes text plainly and escapes it in HTML', () => {
  expect(mail.subject).toBe('Your code Bcc: everybody@example.com');
  expect(mail.text).toContain('Grüße & <b>welcome</b>, "friend"');
  expect(mail.text).toMatch(/-- \nSent by Bindery\nSettings:\nhttps:\/\/docs\.example\.com\/settings\n$/);
  expect(mail.html).toContain('Sent by Bindery <a href="https://docs.example.com/settings">Settings</a>');
  expect(mail.html).toContain('Grüße &amp; &lt;b&gt;welcome&lt;/b&gt;, &quot;friend&quot;');
  expect(mail.html).toContain('href="https://docs.example.com/sign-in/link/x?a=1&amp;b=&quot;2&quot;"');
});

it('refuses an address of a kind that it does not know', () => {
  expect(() => openMailer({ MAIL_URL: 'https://example.com', MAIL_FROM: '' }, 'https://docs.example.com')).toThrow(
    /^MAIL_URL must be smtp:/,
  );
  expect(openMailer({ MAIL_URL: '', MAIL_FROM: '' }, 'https://docs.example.com')).toBeNull();
});

describe('a folder', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'bindery-mail-'))));
  afterAll(() => rm(folder, { recursive: true }));

  it('holds each mail once, to be read again', async () => {
    const url = pathToFileURL(join(folder, 'made')).href;
    const mailer = openMailer({ MAIL_URL: url, MAIL_FROM: '' }, 'https://docs.example.com')!;
    await mailer.send(mail);
    await mailer.send(mail);
    expect(await readdir(join(folder, 'made'))).toEqual(['mail1.eml']);
    const { to, subject, text } = await readMail(join(folder, 'made', 'mail1.eml'));
    expect({ to, subject, text }).toEqual({ to: mail.to, subject: mail.subject, text: mail.text.trim() });
  });
});

describe('an SMTP server', () => {
  let server: SMTPServer;
  let mailer: Mailer;
  let answer: Error | null = null;
  const received: { from: string; to: string[]; source: string }[] = [];

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: (_address, _session, done) => done(answer),
      onData: (stream, { envelope }, done) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        void readStream(stream).then((source) => {
          received.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.server.address() as AddressInfo;
    mailer = openMailer({ MAIL_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: '' }, 'https://docs.example.com')!;
  });
  afterAll(async () => {
    mailer.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  it('receives the mail for one recipient, with a Message-ID that is the same for every attempt', async () => {
    answer = null;
    await mailer.send(mail);
    await mailer.send(mail);
    expect(received.map(({ from, to }) => ({ from, to }))).toEqual([
      { from: 'bindery@docs.example.com', to: ['ada@example.com'] },
      { from: 'bindery@docs.example.com', to: ['ada@example.com'] },
    ]);
    for (const { source } of received) expect(source).toContain('Message-ID: <mail1@docs.example.com>');
    expect(received[0]!.source).not.toMatch(/^Bcc:/m);
  });

  it('takes any address as one address', async () => {
    received.length = 0;
    await mailer.send({ ...mail, to: 'ada@example.com, eve@example.com' }).catch(() => undefined);
    expect(received.flatMap(({ to }) => to)).not.toContain('eve@example.com');
  });

  it('distinguishes a recipient that is refused for good from one that may be served later', async () => {
    answer = Object.assign(new Error('No such user'), { responseCode: 550 });
    await expect(mailer.send(mail)).rejects.toThrow(MailRefusedError);
    answer = Object.assign(new Error('Try later'), { responseCode: 451 });
    const failure: unknown = await mailer.send(mail).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(MailRefusedError);
  });
});
