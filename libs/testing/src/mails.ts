import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readMail, type WrittenMail } from '@bindery/mail';
import type { TestOrganization } from './test-organization';
import { until } from './until';

/** All mails to an address, oldest first. */
export async function mailsTo({ platform }: TestOrganization, to: string): Promise<WrittenMail[]> {
  const files = (await readdir(platform.mailFolder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(files.map((name) => readMail(join(platform.mailFolder, name))));
  return mails.filter((mail) => mail.to === to);
}

/** The next mail to an address that has had `before` of them. */
export async function nextMail(world: TestOrganization, to: string, before = 0): Promise<WrittenMail> {
  let mail: WrittenMail | undefined;
  await until(async () => (mail = (await mailsTo(world, to))[before]) !== undefined);
  return mail!;
}

export const codeOf = ({ text }: WrittenMail): string => /^[0-9A-Z]{4}-[0-9A-Z]{4}$/m.exec(text)![0];
export const linkOf = ({ text }: WrittenMail): string => /\/sign-in\/link\/(\S+)/.exec(text)![1]!;
