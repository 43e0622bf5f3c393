import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openMailer, renderMail, type Mailer } from '@bindery/mail';
import { watchMails } from './mail-watch';

let folder: string;
let mailer: Mailer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-mail-'));
  mailer = openMailer({ MAIL_URL: pathToFileURL(folder).href, MAIL_FROM: '' }, 'http://127.0.0.1:4000')!;
});
afterEach(() => rm(folder, { recursive: true }));

const send = (id: string, subject: string) =>
  mailer.send({ id, to: 'ada@example.com', ...renderMail({ subject, paragraphs: ['Hello'], code: 'ABCD-1234' }) });

it('shows new mails once, and those alone, without what would steer the terminal', async () => {
  await send('old', 'From before');
  const shown: string[] = [];
  const watching = watchMails(folder, (text) => shown.push(text));
  await send('new', 'Your \u001b[31mcode\u202e');
  while (shown.length === 0) await sleep(20);
  await send('new', 'Your code');
  await send('next', 'Another');
  while (shown.length < 2) await sleep(20);
  watching.close();
  expect(shown[0]).toContain('Mail to ada@example.com: Your [31mcode');
  expect(shown[0]).toContain('ABCD-1234');
  expect(shown[0]).not.toMatch(/\u001b|\u202e/);
  expect(shown[1]).toContain('Another');
});
