import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readMail, type WrittenMail } from '@bindery/mail';
import type { TestOrganization } from './test-organization';

/** All mails to an address, oldest first. */
export async function mailsTo({ platform }: TestOrganization, to: string): Promise<WrittenMail[]> {
  const files = (await readdir(platform.mailFolder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(files.map((name) => readMail(join(platform.mailFolder, name))));
  return mails.filter((mail) => mail.to === to);
}

/** The next mail to an address that has had `before` of them. */
export async function nextMail(world: TestOrganization, to: string, before = 0): Promise<WrittenMail> {
  for (const end = Date.now() + 10_000; Date.now() < end;) {
    const mail = (await mailsTo(world, to))[before];
    if (mail) return mail;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`No mail came to ${to}`);
}

export const codeOf = ({ text }: WrittenMail): string => /^[0-9A-Z]{4}-[0-9A-Z]{4}$/m.exec(text)![0];
export const linkOf = ({ text }: WrittenMail): string => /\/sign-in\/link\/(\S+)/.exec(text)![1]!;
